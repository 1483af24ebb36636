package dev.cleveragents.workspace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as maps, lists, strings, numbers, booleans and null. Maps keep their order, so that the same
 * value always gives the same text.
 */
public final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * The text of a value.
   *
   * @throws IllegalArgumentException if something in it has no form in JSON
   */
  public static String write(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case String text -> json.writeString(text);
      case Boolean bool -> json.writeBoolean(bool);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case Enum<?> constant -> json.writeString(constant.name());
      case Map<?, ?> map -> {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          json.writeFieldName(String.valueOf(entry.getKey()));
          write(entry.getValue(), json);
        }
        json.writeEndObject();
      }
      case Collection<?> list -> {
        json.writeStartArray();
        for (Object element : list) {
          write(element, json);
        }
        json.writeEndArray();
      }
      default -> throw new IllegalArgumentException("No form in JSON: " + value.getClass());
    }
  }

  /**
   * The value of a text; whole numbers as {@code Long}, others as {@code Double}.
   *
   * @throws IllegalArgumentException if it is no JSON
   */
  public static @Nullable Object read(String text) {
    try (JsonParser json = FACTORY.createParser(text)) {
      json.nextToken();
      Object value = value(json);
      if (json.nextToken() != null) {
        throw new IllegalArgumentException("More than one value in JSON: " + text);
      }
      return value;
    } catch (IOException e) {
      throw new IllegalArgumentException("No JSON: " + e.getMessage(), e);
    }
  }

  /** The members of an object, in their order. */
  public static Map<String, @Nullable Object> readObject(String text) {
    if (!(read(text) instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException("No JSON object: " + text);
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    map.forEach((key, value) -> members.put(String.valueOf(key), value));
    return members;
  }

  private static @Nullable Object value(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    return switch (token) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> array(json);
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case null, default -> throw new IllegalArgumentException("No JSON value at " + token);
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser json) throws IOException {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      map.put(name, value(json));
    }
    return map;
  }

  private static List<@Nullable Object> array(JsonParser json) throws IOException {
    List<@Nullable Object> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(json));
    }
    return list;
  }
}

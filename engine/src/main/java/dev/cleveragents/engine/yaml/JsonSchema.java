package dev.cleveragents.engine.yaml;

import dev.cleveragents.engine.DurationText;
import dev.cleveragents.workspace.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a {@link Shape} as JSON Schema, so that editors can help. */
public final class JsonSchema {

  private static final String NAME =
      "^(?:[A-Za-z][A-Za-z0-9_-]{0,99}/)?[A-Za-z][A-Za-z0-9_-]{0,99}$";

  private JsonSchema() {}

  /** The schema of a document with these keys, as JSON. */
  public static String of(String title, Shape.Keys keys) {
    Map<String, @Nullable Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", title);
    schema.putAll(schema(keys));
    return Json.write(schema);
  }

  /** The schema of an object with these keys, as JSON. */
  public static String object(Shape.Keys keys) {
    return Json.write(keys(keys));
  }

  private static Map<String, @Nullable Object> schema(Shape shape) {
    return switch (shape) {
      case Shape.Text(int longest) -> type("string", "minLength", 1, "maxLength", longest);
      case Shape.AnyText(int longest) -> type("string", "maxLength", longest);
      case Shape.Named _ -> type("string", "pattern", NAME);
      case Shape.Matching(String pattern, _) -> type("string", "pattern", "^(?:" + pattern + ")$");
      case Shape.RelativePath _ -> type("string", "minLength", 1, "maxLength", 4_000);
      case Shape.Whole(long least, long most) -> type("integer", "minimum", least, "maximum", most);
      case Shape.Fraction(double least, double most) ->
          type("number", "minimum", least, "maximum", most);
      case Shape.Flag _ -> type("boolean");
      case Shape.Word(List<String> words) -> type("string", "enum", words);
      case Shape.Time _ -> type("string", "pattern", "^" + DurationText.PATTERN + "$");
      case Shape.Scalar _ -> members("type", List.of("string", "number", "boolean"));
      case Shape.ListOf(Shape element, int most) ->
          type("array", "items", schema(element), "maxItems", most);
      case Shape.Keys keys -> keys(keys);
      case Shape.OneOf(Shape.Keys keys) -> {
        Map<String, @Nullable Object> schema = keys(keys);
        schema.put("minProperties", 1);
        schema.put("maxProperties", 1);
        yield schema;
      }
    };
  }

  private static Map<String, @Nullable Object> keys(Shape.Keys keys) {
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    for (Field field : keys.fields()) {
      Map<String, @Nullable Object> property = schema(field.shape());
      property.put("description", field.description());
      properties.put(field.key(), property);
    }
    List<String> required = keys.fields().stream().filter(Field::required).map(Field::key).toList();
    Map<String, @Nullable Object> schema = type("object", "properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    schema.put("additionalProperties", false);
    return schema;
  }

  private static Map<String, @Nullable Object> type(String type, Object... more) {
    Map<String, @Nullable Object> members = members("type", type);
    members.putAll(members(more));
    return members;
  }

  private static Map<String, @Nullable Object> members(Object... namesAndValues) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }
}

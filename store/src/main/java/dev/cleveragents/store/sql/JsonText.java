package dev.cleveragents.store.sql;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Writes values as JSON for SQLite's functions. Confined to one thread. */
final class JsonText {

  private final StringBuilder text = new StringBuilder();

  /** These texts as an array. */
  static String arrayOf(Collection<String> values) {
    JsonText json = new JsonText().add('[');
    values.forEach(json::next);
    return json.add(']').toString();
  }

  JsonText add(char c) {
    text.append(c);
    return this;
  }

  /** A value of an array, or the name of an object's next value. */
  JsonText next(@Nullable Object value) {
    if (text.length() > 1) {
      text.append(',');
    }
    return value(value);
  }

  /** A text, a number, or null. */
  JsonText value(@Nullable Object value) {
    if (value instanceof String string) {
      quote(string);
    } else {
      text.append(value);
    }
    return this;
  }

  private void quote(String string) {
    text.append('"');
    int done = 0;
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\' || c < ' ') {
        text.append(string, done, i);
        escape(c);
        done = i + 1;
      }
    }
    text.append(string, done, string.length()).append('"');
  }

  private void escape(char c) {
    if (c < ' ') {
      text.append("\\u00").append(Character.forDigit(c >> 4, 16));
      text.append(Character.forDigit(c & 15, 16));
    } else {
      text.append('\\').append(c);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

package dev.cleveragents.store.job.key;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the keys of a job as one text, one per line, with backslash and line feed escaped. */
public final class KeyListText {

  private KeyListText() {}

  public static @Nullable String write(List<String> keys) {
    if (keys.isEmpty()) {
      return null;
    }
    List<String> lines = new ArrayList<>(keys.size());
    keys.forEach(key -> lines.add(key.replace("\\", "\\\\").replace("\n", "\\n")));
    return String.join("\n", lines);
  }

  public static List<String> read(@Nullable String text) {
    if (text == null) {
      return List.of();
    }
    List<String> keys = new ArrayList<>();
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        keys.add(key.toString());
        key.setLength(0);
      } else if (c == '\\') {
        i++;
        key.append(text.charAt(i) == 'n' ? '\n' : '\\');
      } else {
        key.append(c);
      }
    }
    keys.add(key.toString());
    return keys;
  }
}

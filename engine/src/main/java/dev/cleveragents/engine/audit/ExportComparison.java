package dev.cleveragents.engine.audit;

import dev.cleveragents.workspace.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The log compared with an export that was made earlier, entry by entry.
 *
 * @param compared how many entries of the export are in the log as they are in the export
 * @param difference the first difference; null if there is none
 */
public record ExportComparison(long compared, @Nullable String difference) {

  private static final int PAGE = 5_000;

  /** Entries after a position, up to a number. */
  @FunctionalInterface
  interface Pages {
    List<StoredEvent> after(long position, int limit);
  }

  /**
   * Compares.
   *
   * @throws IllegalArgumentException if a line is not one of an export
   */
  static ExportComparison of(BufferedReader export, Pages pages) throws IOException {
    long compared = 0;
    List<Map<String, @Nullable Object>> lines = next(export, compared);
    while (!lines.isEmpty()) {
      List<StoredEvent> events = pages.after(compared, lines.size());
      for (int i = 0; i < lines.size(); i++) {
        long position = compared + 1;
        String difference =
            i < events.size()
                ? difference(position, lines.get(i), events.get(i))
                : "entry %d of the export is not in the log".formatted(position);
        if (difference != null) {
          return new ExportComparison(compared, difference);
        }
        compared = position;
      }
      lines = next(export, compared);
    }
    return new ExportComparison(compared, null);
  }

  private static @Nullable String difference(
      long position, Map<String, @Nullable Object> exported, StoredEvent event) {
    Map<String, @Nullable Object> stored = Json.readObject(Json.write(AuditLog.line(event)));
    List<String> differing =
        stored.keySet().stream()
            .filter(it -> !Objects.equals(stored.get(it), exported.get(it)))
            .toList();
    return differing.isEmpty()
        ? null
        : "entry %d differs from the export in: %s"
            .formatted(position, String.join(", ", differing));
  }

  private static List<Map<String, @Nullable Object>> next(BufferedReader export, long before)
      throws IOException {
    List<Map<String, @Nullable Object>> lines = new ArrayList<>();
    long position = before;
    String line = "";
    while (lines.size() < PAGE && (line = export.readLine()) != null) {
      position++;
      Map<String, @Nullable Object> exported;
      try {
        exported = Json.readObject(line);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line %d is not JSON".formatted(position), e);
      }
      if (!Objects.equals(exported.get("position"), position)) {
        throw new IllegalArgumentException(
            "line %d is not entry %d of a log".formatted(position, position));
      }
      lines.add(exported);
    }
    return lines;
  }
}

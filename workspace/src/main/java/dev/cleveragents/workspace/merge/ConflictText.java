package dev.cleveragents.workspace.merge;

import dev.cleveragents.workspace.change.diff.TextLines;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file in conflict as a person or an actor edits it: merged where it can be, and with all
 * versions between markers where it cannot.
 *
 * @param bytes the file with its markers
 * @param markers the lines that an edited file must not have any more
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ConflictText(byte[] bytes, List<String> markers) {

  static final String BEFORE = "||||||| before the subplans";

  public ConflictText {
    markers = List.copyOf(markers);
  }

  /**
   * The text of a conflict; empty if it is not about the lines of a file.
   *
   * @param contents of the objects of its versions
   * @param labels names of its sides, in their order
   */
  public static Optional<ConflictText> of(
      Conflict conflict, Map<String, byte[]> contents, List<String> labels) {
    boolean lines =
        versions(conflict).allMatch(it -> it.isFile() || !it.isThere())
            && conflict.kind() != Conflict.Kind.RENAME;
    List<byte[]> all =
        versions(conflict).map(it -> contents.getOrDefault(it.object(), new byte[0])).toList();
    if (!lines || all.stream().anyMatch(TextLines::isBinary)) {
      return Optional.empty();
    }
    List<List<String>> texts = all.stream().map(TextLines::of).toList();
    List<String> marked =
        HunkFinder.marked(texts.getFirst(), texts.subList(1, texts.size()), latin(labels));
    List<String> markers = new ArrayList<>(List.of(BEFORE, end(labels)));
    for (int side = 0; side < labels.size(); side++) {
      markers.add(marker(side, labels));
    }
    return Optional.of(
        new ConflictText(String.join("", marked).getBytes(StandardCharsets.ISO_8859_1), markers));
  }

  /** The objects whose contents are needed. */
  public static List<String> objects(Conflict conflict) {
    return versions(conflict).filter(FileVersion::isFile).map(FileVersion::object).toList();
  }

  private static Stream<FileVersion> versions(Conflict conflict) {
    return Stream.concat(
        Stream.of(conflict.base()), conflict.sides().stream().map(Conflict.Side::version));
  }

  /** Lines are kept byte by byte, each as one character. */
  private static List<String> latin(List<String> labels) {
    return labels.stream()
        .map(it -> new String(it.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
        .toList();
  }

  static String marker(int side, List<String> labels) {
    return "%s side %d: %s"
        .formatted(
            side == 0 ? "<<<<<<<" : "=======",
            side + 1,
            labels.get(side).replaceAll("\\p{Cntrl}", "?"));
  }

  static String end(List<String> labels) {
    return ">>>>>>> end of %d sides".formatted(labels.size());
  }

  /** Whether a file still has a marker. */
  public boolean isMarkedIn(byte[] edited) {
    return new String(edited, StandardCharsets.UTF_8).lines().anyMatch(markers::contains);
  }
}

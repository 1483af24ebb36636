package dev.cleveragents.workspace.change.diff;

import dev.cleveragents.workspace.change.Change;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** The difference that one change makes to one file. Immutable, as long as its bytes are. */
public final class FileDiff {

  private final Change change;
  private final byte[] before;
  private final byte[] after;
  private final boolean binary;
  private final List<Hunk> hunks;

  /**
   * @param before the bytes of the state before, none if there is no such state
   */
  FileDiff(Change change, byte[] before, byte[] after) {
    this(change, before, after, Hunk.CONTEXT);
  }

  private FileDiff(Change change, byte[] before, byte[] after, int context) {
    this.change = change;
    this.before = before;
    this.after = after;
    this.binary = TextLines.isBinary(before) || TextLines.isBinary(after);
    this.hunks =
        binary ? List.of() : Hunk.between(TextLines.of(before), TextLines.of(after), context);
  }

  public Change change() {
    return change;
  }

  /** The path as git writes it: on one line, in quotes where it has signs that need them. */
  public String quotedPath() {
    return QuotedName.of("", change.path());
  }

  /** Whether it is told in bytes, because one of its contents is no text. */
  public boolean isBinary() {
    return binary;
  }

  /** The hunks, in order; none for binary files. */
  public List<Hunk> hunks() {
    return hunks;
  }

  /** How many lines are new; 0 for binary files. */
  public int added() {
    return count(HunkLine.Kind.ADDED);
  }

  /** How many lines are gone; 0 for binary files. */
  public int removed() {
    return count(HunkLine.Kind.REMOVED);
  }

  /**
   * The text before with only these of the hunks in it.
   *
   * @param numbers of hunks, the first is 1
   */
  public byte[] with(Set<Integer> numbers) {
    List<String> old = TextLines.of(before);
    StringBuilder text = new StringBuilder();
    int at = 0;
    for (int i = 0; i < hunks.size(); i++) {
      Hunk hunk = hunks.get(i);
      int from = hunk.oldCount() == 0 ? hunk.oldStart() : hunk.oldStart() - 1;
      old.subList(at, from).forEach(text::append);
      at = from + hunk.oldCount();
      if (numbers.contains(i + 1)) {
        hunk.lines().stream()
            .filter(line -> line.kind() != HunkLine.Kind.REMOVED)
            .forEach(line -> text.append(line.raw()));
      } else {
        old.subList(from, at).forEach(text::append);
      }
    }
    old.subList(at, old.size()).forEach(text::append);
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * The same with only these of the hunks, for people to read: its change is that of all of them.
   *
   * @param numbers of hunks, the first is 1
   */
  public FileDiff only(Set<Integer> numbers) {
    return new FileDiff(change, before, with(numbers));
  }

  /**
   * The same with each change in a hunk of its own, without lines around it. Their order is that of
   * the {@link Hunk#parts} of all hunks.
   */
  public FileDiff split() {
    return new FileDiff(change, before, after, 0);
  }

  byte[] before() {
    return before;
  }

  byte[] after() {
    return after;
  }

  private int count(HunkLine.Kind kind) {
    return hunks.stream().mapToInt(hunk -> hunk.count(kind)).sum();
  }
}

package dev.cleveragents.workspace.change.diff;

import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeOperation;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Differences as the text that git writes and {@code git apply} takes: modes, new, deleted and
 * moved files, links, binary files, files without a line feed at their end, names of any kind.
 * Hashes of blobs are SHA-1, so in a repository with SHA-256 objects binary files do not apply.
 * Proven by {@code PatchPropertyTest}.
 */
public final class Patch {

  /** The name that git gives where there is no file. */
  private static final String NO_BLOB = "0".repeat(40);

  /** As many characters of a hash are shown to people, as by git. */
  private static final int SHORT_HASH = 7;

  private static final String NO_LINE_FEED = "\n\\ No newline at end of file\n";

  private enum Form {
    /** For {@code git apply}. */
    EXACT,
    /** To be read. */
    READABLE,
    /** To be chosen from. */
    NUMBERED
  }

  private final Form form;
  private final StringBuilder text = new StringBuilder();

  private Patch(Form form) {
    this.form = form;
  }

  /** The exact bytes of a patch of files of one resource. */
  public static byte[] of(List<FileDiff> diffs) {
    return written(diffs, Form.EXACT).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The same to be read: without the bytes of binary files, in whatever text is UTF-8. */
  public static String forPeople(List<FileDiff> diffs) {
    return readable(diffs, Form.READABLE);
  }

  /** The same with the number of each hunk behind its line numbers, by which it can be chosen. */
  public static String numbered(List<FileDiff> diffs) {
    return readable(diffs, Form.NUMBERED);
  }

  private static String readable(List<FileDiff> diffs, Form form) {
    return new String(
        written(diffs, form).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static String written(List<FileDiff> diffs, Form form) {
    Patch patch = new Patch(form);
    diffs.forEach(patch::add);
    return patch.text.toString();
  }

  private void add(FileDiff diff) {
    Change change = diff.change();
    FileState before = change.before();
    FileState after = change.after();
    if (before == null) {
      created(diff, Objects.requireNonNull(after));
    } else if (after == null) {
      deleted(diff, before);
    } else if ((before.mode() == FileMode.SYMLINK) != (after.mode() == FileMode.SYMLINK)) {
      replaced(diff, before, after);
    } else {
      changed(diff, before, after);
    }
  }

  private void created(FileDiff diff, FileState after) {
    String path = diff.change().path();
    line("diff --git %s %s".formatted(QuotedName.of("a/", path), QuotedName.of("b/", path)));
    line("new file mode %s".formatted(after.mode().octal()));
    line("index %s..%s".formatted(shown(NO_BLOB), shown(blobHash(diff.after()))));
    body(diff, "/dev/null", QuotedName.inHeader("b/", path));
  }

  private void deleted(FileDiff diff, FileState before) {
    String path = diff.change().path();
    line("diff --git %s %s".formatted(QuotedName.of("a/", path), QuotedName.of("b/", path)));
    line("deleted file mode %s".formatted(before.mode().octal()));
    line("index %s..%s".formatted(shown(blobHash(diff.before())), shown(NO_BLOB)));
    body(diff, QuotedName.inHeader("a/", path), "/dev/null");
  }

  /** A link in the place of a file, or the reverse: git knows that only as two changes. */
  private void replaced(FileDiff diff, FileState before, FileState after) {
    Change change = diff.change();
    String from = Objects.requireNonNullElse(change.movedFrom(), change.path());
    byte[] nothing = {};
    deleted(
        new FileDiff(Change.delete(change.resource(), from, before), diff.before(), nothing),
        before);
    created(
        new FileDiff(Change.create(change.resource(), change.path(), after), nothing, diff.after()),
        after);
  }

  private void changed(FileDiff diff, FileState before, FileState after) {
    Change change = diff.change();
    String from = Objects.requireNonNullElse(change.movedFrom(), change.path());
    line(
        "diff --git %s %s"
            .formatted(QuotedName.of("a/", from), QuotedName.of("b/", change.path())));
    boolean sameMode = before.mode() == after.mode();
    if (!sameMode) {
      line("old mode %s".formatted(before.mode().octal()));
      line("new mode %s".formatted(after.mode().octal()));
    }
    if (change.operation() == ChangeOperation.MOVE) {
      line("similarity index %d%%".formatted(similarity(diff)));
      line("rename from %s".formatted(QuotedName.of("", from)));
      line("rename to %s".formatted(QuotedName.of("", change.path())));
    }
    if (!before.hash().equals(after.hash())) {
      line(
          "index %s..%s%s"
              .formatted(
                  shown(blobHash(diff.before())),
                  shown(blobHash(diff.after())),
                  sameMode ? " " + after.mode().octal() : ""));
      body(diff, QuotedName.inHeader("a/", from), QuotedName.inHeader("b/", change.path()));
    }
  }

  private void body(FileDiff diff, String oldName, String newName) {
    if (diff.isBinary()) {
      if (form != Form.EXACT) {
        line(
            "Binary files %s and %s differ"
                .formatted(oldName.stripTrailing(), newName.stripTrailing()));
      } else {
        BinaryPatch.write(diff.before(), diff.after(), text);
      }
      return;
    }
    if (diff.hunks().isEmpty()) {
      return;
    }
    line("--- %s".formatted(oldName));
    line("+++ %s".formatted(newName));
    int number = 0;
    for (Hunk hunk : diff.hunks()) {
      number++;
      line(form == Form.NUMBERED ? "%s #%d".formatted(hunk.header(), number) : hunk.header());
      for (HunkLine line : hunk.lines()) {
        text.append(line.kind().sign()).append(line.raw());
        if (!line.endsWithLineFeed()) {
          text.append(NO_LINE_FEED);
        }
      }
    }
  }

  /** How much of the file stayed as it was, in hundredths. */
  private static int similarity(FileDiff diff) {
    if (diff.change().before() != null
        && diff.change().after() != null
        && diff.change().before().hash().equals(diff.change().after().hash())) {
      return 100;
    }
    int lines = TextLines.of(diff.after()).size();
    int most = Math.max(lines, TextLines.of(diff.before()).size());
    return diff.isBinary() || most == 0 ? 0 : (lines - diff.added()) * 100 / most;
  }

  /** A hash in an index line: whole where {@code git apply} needs it. */
  private String shown(String hash) {
    return form == Form.EXACT ? hash : hash.substring(0, SHORT_HASH);
  }

  /** The name that git gives to contents. */
  static String blobHash(byte[] bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      digest.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-1", e);
    }
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}

package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.OperationException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A unified diff, as git and diff write them. Lines before the first file are ignored, and so are
 * the counts of hunks, because models often count wrong: a hunk ends where the next one begins.
 */
record UnifiedPatch(List<FilePatch> files) {

  /** Where a header of a hunk names no line. */
  static final int UNKNOWN = -1;

  private static final String NOTHING = "/dev/null";
  private static final Pattern HUNK = Pattern.compile("@@(?: -(\\d+)(?:,\\d+)? \\+\\d+.*)?.*");

  UnifiedPatch {
    files = List.copyOf(files);
  }

  /**
   * The changes of one file.
   *
   * @param from the path before; null of a new file
   * @param to the path after; null of a deleted file
   * @param executable whether a new file can be executed
   */
  record FilePatch(
      @Nullable String from, @Nullable String to, boolean executable, List<Hunk> hunks) {

    FilePatch {
      hunks = List.copyOf(hunks);
    }

    /** The path that people know the file by. */
    String path() {
      return to != null ? to : String.valueOf(from);
    }
  }

  /**
   * Lines that are replaced together.
   *
   * @param start the first line before, from 1; of a hunk that only adds, the line above
   */
  record Hunk(int start, List<Line> lines) {

    Hunk {
      lines = List.copyOf(lines);
    }

    List<String> before() {
      return lines.stream().filter(it -> it.sign != '+').map(Line::text).toList();
    }

    List<String> after() {
      return lines.stream().filter(it -> it.sign != '-').map(Line::text).toList();
    }

    /** Whether the last line after it has no end. */
    boolean endsWithoutNewline() {
      return lines.reversed().stream()
          .filter(it -> it.sign != '-')
          .findFirst()
          .filter(Line::unended)
          .isPresent();
    }
  }

  /**
   * A line of a hunk.
   *
   * @param sign a space, {@code -} or {@code +}
   * @param unended whether a line end is missing, as at the end of a file
   */
  record Line(char sign, String text, boolean unended) {}

  /**
   * Reads a patch.
   *
   * @throws OperationException if it is none, or has what is not supported
   */
  static UnifiedPatch parse(String text) {
    List<FilePatch> files = new Parser(text).files();
    if (files.isEmpty()) {
      throw OperationException.invalid(
          "The patch names no file; it needs lines '--- a/path' and '+++ b/path' before each hunk");
    }
    return new UnifiedPatch(files);
  }

  private static final class Parser {

    private final List<String> lines;
    private final List<FilePatch> files = new ArrayList<>();
    private int at;

    Parser(String text) {
      this.lines = text.lines().toList();
    }

    List<FilePatch> files() {
      while (at < lines.size()) {
        if (line().startsWith("diff --git ") || beginsFile()) {
          file();
        } else {
          if (line().startsWith("@@")) {
            throw OperationException.invalid(
                "Line %d of the patch begins a hunk, but no file is named before it"
                    .formatted(at + 1));
          }
          at++;
        }
      }
      return files;
    }

    private String line() {
      return lines.get(at);
    }

    private boolean beginsFile() {
      return line().startsWith("--- ")
          && at + 1 < lines.size()
          && lines.get(at + 1).startsWith("+++ ");
    }

    private void file() {
      String header = line();
      boolean git = header.startsWith("diff --git ");
      String from = git ? gitName(header, 0) : null;
      String to = git ? gitName(header, 1) : null;
      boolean executable = false;
      at += git ? 1 : 0;
      while (git && at < lines.size() && isExtendedHeader()) {
        String line = line();
        if (line.startsWith("rename from ")) {
          from = line.substring("rename from ".length());
        } else if (line.startsWith("rename to ")) {
          to = line.substring("rename to ".length());
        } else if (line.startsWith("new file mode ")) {
          from = null;
          executable = line.endsWith("755");
        } else if (line.startsWith("deleted file mode ")) {
          to = null;
        } else if (!line.startsWith("index ") && !line.startsWith("similarity ")) {
          throw unsupported(line);
        }
        at++;
      }
      if (at < lines.size() && beginsFile()) {
        String before = name(line().substring(4));
        String after = name(lines.get(at + 1).substring(4));
        boolean prefixed =
            (before.startsWith("a/") || before.equals(NOTHING))
                && (after.startsWith("b/") || after.equals(NOTHING));
        from = before.equals(NOTHING) ? null : before.substring(prefixed ? 2 : 0);
        to = after.equals(NOTHING) ? null : after.substring(prefixed ? 2 : 0);
        at += 2;
      }
      List<Hunk> hunks = new ArrayList<>();
      while (at < lines.size() && line().startsWith("@@")) {
        hunks.add(hunk());
      }
      if (from == null && to == null) {
        throw OperationException.invalid("A file of the patch has no path");
      }
      files.add(new FilePatch(from, to, executable, hunks));
    }

    private boolean isExtendedHeader() {
      return line()
          .matches(
              "(index|similarity|dissimilarity|rename|copy|old mode|new mode|new file mode|deleted file mode|Binary files|GIT binary) ?.*");
    }

    private static OperationException unsupported(String line) {
      return OperationException.invalid(
          "The patch has '%s', which apply_patch does not support; use another tool for that"
              .formatted(line.length() > 80 ? line.substring(0, 80) + "…" : line));
    }

    private static @Nullable String gitName(String header, int which) {
      Matcher names = Pattern.compile("diff --git a/(.+) b/(.+)").matcher(header);
      return names.matches() ? names.group(which + 1) : null;
    }

    private static String name(String written) {
      int tab = written.indexOf('\t');
      String name = tab < 0 ? written.stripTrailing() : written.substring(0, tab);
      if (name.startsWith("\"")) {
        throw OperationException.invalid("Write the path %s without quotes".formatted(name));
      }
      return name;
    }

    private Hunk hunk() {
      Matcher header = HUNK.matcher(line());
      int start =
          header.matches() && header.group(1) != null ? Integer.parseInt(header.group(1)) : UNKNOWN;
      at++;
      List<Line> body = new ArrayList<>();
      int blank = 0;
      while (at < lines.size() && !endsHunk()) {
        String line = line();
        blank = line.isEmpty() ? blank + 1 : 0;
        if (line.startsWith("\\") && !body.isEmpty()) {
          Line last = body.removeLast();
          body.add(new Line(last.sign, last.text, true));
        } else if (line.isEmpty()) {
          // Models leave out the space of an empty line.
          body.add(new Line(' ', "", false));
        } else if (!line.startsWith("\\")) {
          body.add(new Line(line.charAt(0), line.substring(1), false));
        }
        at++;
      }
      // Empty lines between two files, or at the end of the patch.
      return new Hunk(start, body.subList(0, body.size() - blank));
    }

    private boolean endsHunk() {
      String line = line();
      return beginsFile() || (!line.isEmpty() && " -+\\".indexOf(line.charAt(0)) < 0);
    }
  }
}

package dev.cleveragents.exec.git;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Git did not do what it was asked to; the message names the command, the place, and what git said,
 * without passwords that stand in addresses.
 */
public final class GitException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int MOST_SAID = 2000;
  private static final Pattern PASSWORD = Pattern.compile("(://)[^/@\\s]+@");

  private static final Pattern FULL =
      Pattern.compile("No space left on device|Disk quota exceeded");

  private final int exitCode;
  private final String said;

  private GitException(String message, int exitCode, String said) {
    super(message);
    this.exitCode = exitCode;
    this.said = said;
  }

  /** What the answer of a git that failed means. */
  public static GitException of(
      List<String> arguments, Path directory, int exitCode, String errors) {
    String said = clean(errors);
    if (FULL.matcher(said).find()) {
      return new GitException(
          "The disk of %s is full: 'git %s' failed. What was stored before is kept. Free some space, then repeat the command"
              .formatted(directory, verb(arguments)),
          exitCode,
          said);
    }
    String what = said.isEmpty() ? "it gave no reason and exit code " + exitCode : said;
    return new GitException(
        "'git %s' failed in %s: %s".formatted(verb(arguments), directory, what), exitCode, said);
  }

  static GitException because(List<String> arguments, Path directory, String why) {
    return new GitException(
        "'git %s' was ended in %s: %s".formatted(verb(arguments), directory, why), -1, "");
  }

  static GitException unusable(String message) {
    return new GitException(message, -1, "");
  }

  /** Git's exit code, if it ended by itself. */
  public OptionalInt exitCode() {
    return exitCode < 0 ? OptionalInt.empty() : OptionalInt.of(exitCode);
  }

  /** Git's error output, or the message if there is none. */
  public String reason() {
    return said.isEmpty() ? String.valueOf(getMessage()) : said;
  }

  /** The command without its options and arguments: those may be long, and names of files. */
  private static String verb(List<String> arguments) {
    @Nullable String skipped = null;
    for (String argument : arguments) {
      boolean valueOfOption = "-c".equals(skipped) || "-C".equals(skipped);
      if (!argument.startsWith("-") && !valueOfOption) {
        return argument;
      }
      skipped = argument;
    }
    return "";
  }

  private static String clean(String errors) {
    String said = PASSWORD.matcher(errors.strip()).replaceAll("$1");
    return said.length() <= MOST_SAID ? said : said.substring(0, MOST_SAID) + " …";
  }
}

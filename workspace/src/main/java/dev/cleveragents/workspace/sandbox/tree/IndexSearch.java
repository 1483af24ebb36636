package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Searches the contents of an index, within bounds of time and size.
 *
 * @param git with the index
 */
public record IndexSearch(Git git) {

  private static final int MOST_LINES_OF_A_FILE = 50;
  private static final int MOST_BYTES = 8 << 20;
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private static final String TOO_SLOW =
      "The search was ended because the regular expression takes too many steps. Avoid repetition within"
          + " repetition, such as (a+)+, or search for a plain text";

  /** What git prints when a line needs more steps than the library of expressions allows. */
  private static final Pattern BACKTRACKING =
      Pattern.compile("pcre2?_(?:jit_)?(?:match|exec) failed with error code");

  /**
   * The lines that match a regular expression.
   *
   * @throws OperationException if the expression is invalid, or too much matches
   */
  public List<MatchingLine> search(String regex, @Nullable String glob, CancellationToken token)
      throws InterruptedException {
    List<String> line = new ArrayList<>(List.of("grep", "--cached", "-n", "-z", "-I", "-P"));
    line.addAll(List.of("-m", String.valueOf(MOST_LINES_OF_A_FILE), "-e", regex, "--"));
    line.add(glob == null ? "." : ":(glob)" + glob);
    Git.Answer answer;
    try {
      answer = git.withDeadline(DEADLINE).withMostBytes(MOST_BYTES).ask(line, new byte[0], token);
    } catch (GitException e) {
      throw OperationException.invalid(
          "The search was ended because it took too long or found too much. Use a simpler regular"
              + " expression, a plain text or a glob");
    }
    if (BACKTRACKING.matcher(answer.errors()).find()) {
      throw OperationException.invalid(TOO_SLOW);
    }
    if (answer.exitCode() > 1) {
      throw OperationException.invalid(
          "The search is invalid: " + answer.errors().strip().replaceFirst("^fatal: ", ""));
    }
    return MatchingLine.parse(answer.text());
  }
}

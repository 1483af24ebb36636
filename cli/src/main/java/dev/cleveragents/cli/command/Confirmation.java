package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks before an action that cannot be undone or that changes the user's files. */
public final class Confirmation {

  private static final Set<String> YES = Set.of("y", "yes");
  private static final List<String> ANSWERS = List.of("y", "yes", "n", "no");

  private static final String DETAIL = "d";

  private Confirmation() {}

  /**
   * Requires a confirmation, now or by {@code --yes}, of an action that cannot be undone.
   *
   * @throws ProblemException if the user declines, or there is no terminal
   */
  public static void require(CommandContext context, boolean yes, String question, String command) {
    require(context, yes, new Asked("This cannot be undone", question), command);
  }

  /**
   * A question.
   *
   * @param why the reason for asking
   * @param diff the change that it is about, which the user can have shown; null if there is none
   */
  public record Asked(String why, String question, @Nullable Supplier<String> diff) {

    public Asked(String why, String question) {
      this(why, question, null);
    }
  }

  /**
   * Requires a confirmation, now or by {@code --yes}.
   *
   * @throws ProblemException if the user declines, or there is no terminal
   */
  public static void require(CommandContext context, boolean yes, Asked asked, String command) {
    if (yes) {
      return;
    }
    if (!context.dialogue().canAsk()) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              asked.why() + ", so confirmation is required, but there is no terminal to ask on.",
              "Re-run with --yes.",
              command));
    }
    String answer = answer(context, asked, command);
    if (!YES.contains(answer)) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              "Not confirmed; nothing was done.",
              "Answer 'y' to continue.",
              command));
    }
  }

  private static String answer(CommandContext context, Asked asked, String command) {
    Supplier<String> diff = asked.diff();
    if (diff == null) {
      return context.ask(asked.question() + " [y/N]", ANSWERS, command);
    }
    List<String> answers = Stream.concat(ANSWERS.stream(), Stream.of(DETAIL)).toList();
    while (true) {
      String answer = context.ask(asked.question() + " [y/N/d for the diff]", answers, command);
      if (!answer.equals(DETAIL)) {
        return answer;
      }
      context.dialogue().sayDiff(diff.get());
    }
  }
}

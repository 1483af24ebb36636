package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import java.util.Locale;
import java.util.Set;

/** Asks before something that cannot be undone, or that changes what is the user's. */
public final class Confirmation {

  private static final Set<String> YES = Set.of("y", "yes");

  private Confirmation() {}

  /**
   * Goes on with what cannot be undone only if the person said so, now or with {@code --yes}.
   *
   * @throws ProblemException if not, or if there is nobody to ask
   */
  public static void require(CommandContext context, boolean yes, String question, String command) {
    require(context, yes, new Asked("This cannot be undone", question), command);
  }

  /**
   * What is asked.
   *
   * @param why it is asked at all
   */
  public record Asked(String why, String question) {}

  /**
   * Goes on only if the person said so, now or with {@code --yes}.
   *
   * @throws ProblemException if not, or if there is nobody to ask
   */
  public static void require(CommandContext context, boolean yes, Asked asked, String command) {
    if (yes) {
      return;
    }
    if (!context.dialogue().canAsk()) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              asked.why() + ", so confirmation is required, but there is no terminal to ask on.",
              "Re-run with --yes.",
              command));
    }
    String answer = context.ask(asked.question() + " [y/N]", command).toLowerCase(Locale.ROOT);
    if (!YES.contains(answer)) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "Not confirmed; nothing was done.",
              "Answer 'y' to continue.",
              command));
    }
  }
}

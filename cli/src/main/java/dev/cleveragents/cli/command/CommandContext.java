package dev.cleveragents.cli.command;

import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.Settings;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.Locale;

/**
 * The settings, environment and user that a command runs with.
 *
 * @param interrupt cancelled when the user or the system asks the process to stop
 * @param dialogue with the user, while the command runs
 */
public record CommandContext(
    Settings settings, Environment environment, CancellationToken interrupt, Dialogue dialogue) {

  /**
   * Asks and waits for a line; empty at the end of the input. An interrupt ends the process while
   * it waits, so its consequences are printed here.
   *
   * @param next the command that asks this question again, or answers it
   */
  public String ask(String question, String next) {
    try (CallbackRegistration _ = interrupt.onCancel(_ -> leave(next))) {
      return dialogue.ask(question);
    }
  }

  /**
   * Asks until the answer is one of these, or empty. Returns it in lower case; empty also at the
   * end of the input and after an interrupt.
   *
   * @param answers each in lower case
   */
  public String ask(String question, List<String> answers, String next) {
    while (!interrupt.isCancelled()) {
      String answer = ask(question, next).strip().toLowerCase(Locale.ROOT);
      if (answer.isEmpty() || answers.contains(answer)) {
        return answer;
      }
      dialogue.say("'%s' is not an answer: %s".formatted(answer, String.join(", ", answers)));
    }
    return "";
  }

  private void leave(String next) {
    // Ends the line of the question.
    dialogue.say("");
    dialogue.say("Interrupted; your files are unchanged. Continue with: " + next);
  }
}

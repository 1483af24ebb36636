package dev.cleveragents.cli.command;

import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.Settings;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;

/**
 * What a command works with.
 *
 * @param interrupt cancelled when the person or the system asks the process to stop
 * @param dialogue with the person, while the command runs
 */
public record CommandContext(
    Settings settings, Environment environment, CancellationToken interrupt, Dialogue dialogue) {

  /**
   * Asks and waits for a line; empty if nobody answered. An interrupt ends the process there and
   * then, so that what it means is said here.
   *
   * @param next the command that comes to this question again, or answers it
   */
  public String ask(String question, String next) {
    try (CallbackRegistration _ = interrupt.onCancel(_ -> leave(next))) {
      return dialogue.ask(question);
    }
  }

  private void leave(String next) {
    // Behind the question, which waits on a line of its own.
    dialogue.say("");
    dialogue.say("Interrupted; your files are unchanged. Continue with: " + next);
  }
}

package dev.cleveragents.cli.output;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a command failed.
 *
 * @param exitCode any but {@link ExitCode#OK}
 * @param message what failed and why, in one or two sentences
 * @param hint what to do about it, or null
 * @param command the command to run next, or null
 */
public record Problem(
    ExitCode exitCode,
    String message,
    @Nullable String hint,
    @Nullable String command,
    List<Message> messages)
    implements Outcome {

  /** Its field in the data for programs. */
  static final String ERROR = "error";

  public Problem {
    if (exitCode == ExitCode.OK) {
      throw new IllegalArgumentException("A problem cannot end with exit code 0");
    }
    messages = List.copyOf(messages);
  }

  public Problem(
      ExitCode exitCode, String message, @Nullable String hint, @Nullable String command) {
    this(exitCode, message, hint, command, List.of());
  }

  /** The same with these remarks after its own. */
  public Problem withMessages(List<Message> more) {
    List<Message> all = new ArrayList<>(messages);
    all.addAll(more);
    return new Problem(exitCode, message, hint, command, all);
  }

  @Override
  public Data data() {
    return Data.of(
        ERROR,
        Data.of("code", exitCode.code())
            .with("message", message)
            .with("hint", hint)
            .with("command", command));
  }
}

package dev.cleveragents.exec;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * The result of a command.
 *
 * @param ending how its main process ended
 * @param output what it wrote to standard output
 * @param errors what it wrote to standard error
 * @param took from its start until nothing of it was left, on a monotonic clock
 * @param survivors ids of processes that are ours and did not die of being killed in time (they
 *     hang in the system, or belong to another user now); almost always empty
 */
public record CommandResult(
    CommandEnding ending,
    CapturedOutput output,
    CapturedOutput errors,
    Duration took,
    List<Long> survivors) {

  public CommandResult {
    survivors = List.copyOf(survivors);
  }

  CommandResult lasting(Duration duration) {
    return new CommandResult(ending, output, errors, duration, survivors);
  }

  /** The exit code, if it ended by itself. */
  public OptionalInt exitCode() {
    return ending instanceof CommandEnding.Exited(int code)
        ? OptionalInt.of(code)
        : OptionalInt.empty();
  }

  /** Whether it ended by itself with exit code 0. */
  public boolean succeeded() {
    return ending instanceof CommandEnding.Exited(int code) && code == 0;
  }
}

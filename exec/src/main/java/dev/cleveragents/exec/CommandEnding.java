package dev.cleveragents.exec;

import dev.cleveragents.kernel.cancel.CancellationCause;
import java.time.Duration;

/** How the main process of a command ended. */
public sealed interface CommandEnding {

  /**
   * It ended by itself.
   *
   * @param code its exit code; 128 plus the signal's number if another process's signal ended it
   */
  record Exited(int code) implements CommandEnding {}

  /**
   * It was ended because its time was up.
   *
   * @param deadline the time it had
   */
  record DeadlinePassed(Duration deadline) implements CommandEnding {}

  /**
   * It was ended, or not even started, because its token was cancelled.
   *
   * @param cause the token's
   */
  record Cancelled(CancellationCause cause) implements CommandEnding {}
}

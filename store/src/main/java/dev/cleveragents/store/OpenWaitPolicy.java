package dev.cleveragents.store;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * How an opening waits for a database that is not ready just now. A server that answers, even if
 * only to say that it starts or stops, is waited for until the deadline of {@link
 * DatabaseSettings}; where no server has answered yet the address may be wrong, and the caller
 * decides how long to wait.
 *
 * @param unanswered how long to try while no server answers; never longer than the deadline
 * @param tell is told, once it takes a second, what is waited for and for how long at most
 * @param token ends the waiting when it is cancelled, with a {@code CancelledException}
 */
public record OpenWaitPolicy(Duration unanswered, Consumer<String> tell, CancellationToken token) {

  /** Longer than a server on this machine is away between its end and its start. */
  private static final Duration BRIEF = Duration.ofSeconds(3);

  public OpenWaitPolicy {
    if (unanswered.isNegative()) {
      throw new IllegalArgumentException("unanswered must not be negative, is " + unanswered);
    }
  }

  /** For a service: whatever may pass is waited for until the deadline, and the log is told. */
  public static OpenWaitPolicy untilDeadline() {
    return new OpenWaitPolicy(
        ChronoUnit.FOREVER.getDuration(),
        LoggerFactory.getLogger(OpenWaitPolicy.class)::warn,
        CancellationToken.none());
  }

  /** The same for a user who waits at a terminal and may have mistyped the address. */
  public OpenWaitPolicy briefly() {
    return new OpenWaitPolicy(BRIEF, tell, token);
  }

  /** The same, telling this. */
  public OpenWaitPolicy telling(Consumer<String> listener) {
    return new OpenWaitPolicy(unanswered, listener, token);
  }

  /** The same, until this is cancelled. */
  public OpenWaitPolicy until(CancellationToken cancelled) {
    return new OpenWaitPolicy(unanswered, tell, cancelled);
  }
}

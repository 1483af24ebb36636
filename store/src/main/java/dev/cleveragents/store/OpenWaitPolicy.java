package dev.cleveragents.store;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * How an opening waits for a database that is not ready. It waits until the deadline of {@link
 * DatabaseSettings} for a server that answers, even if only to say that it starts or stops. If no
 * server has answered yet, the address may be wrong, and the caller decides how long to wait.
 *
 * @param unanswered how long to retry while no server answers; at most the deadline
 * @param tell gets a message after one second: what the opening waits for, and for how long
 * @param token ends the waiting when it is cancelled, with a {@code CancelledException}
 */
public record OpenWaitPolicy(Duration unanswered, Consumer<String> tell, CancellationToken token) {

  /** Longer than a restart of a server on this machine. */
  private static final Duration BRIEF = Duration.ofSeconds(3);

  public OpenWaitPolicy {
    if (unanswered.isNegative()) {
      throw new IllegalArgumentException("unanswered must not be negative, is " + unanswered);
    }
  }

  /** For a service: waits until the deadline and logs a warning. */
  public static OpenWaitPolicy untilDeadline() {
    return new OpenWaitPolicy(
        ChronoUnit.FOREVER.getDuration(),
        LoggerFactory.getLogger(OpenWaitPolicy.class)::warn,
        CancellationToken.none());
  }

  /** The same for a user at a terminal, who may have mistyped the address. */
  public OpenWaitPolicy briefly() {
    return new OpenWaitPolicy(BRIEF, tell, token);
  }

  /** The same, with another listener for the message. */
  public OpenWaitPolicy telling(Consumer<String> listener) {
    return new OpenWaitPolicy(unanswered, listener, token);
  }

  /** The same, until this token is cancelled. */
  public OpenWaitPolicy until(CancellationToken cancelled) {
    return new OpenWaitPolicy(unanswered, tell, cancelled);
  }
}

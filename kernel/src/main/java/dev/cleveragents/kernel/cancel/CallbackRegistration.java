package dev.cleveragents.kernel.cancel;

import dev.cleveragents.kernel.log.SafeLog;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A callback's place on a token, from {@link CancellationToken#onCancel}.
 *
 * <p>Invariant: the callback runs at most once, and never after {@link #withdraw} has said {@link
 * Outcome#PREVENTED}. One atomic guards it: the thread that moves {@code stage} away from {@code
 * PENDING} decides whether it runs, and only that thread touches {@code callback} from then on.
 */
public final class CallbackRegistration extends TokenEntry implements AutoCloseable {

  /** What became of the callback. */
  public enum Outcome {
    /** It has not run and never will. */
    PREVENTED,
    /** It has run to its end, or thrown. */
    RAN,
    /** It is running now, on another thread or further up on this one. */
    RUNNING
  }

  private enum Stage {
    PENDING,
    PREVENTED,
    RUNNING,
    RAN
  }

  private static final SafeLog LOG = SafeLog.of(CallbackRegistration.class);

  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.PENDING);
  private @Nullable Consumer<CancellationCause> callback;

  CallbackRegistration(CancellationToken token, Consumer<CancellationCause> callback) {
    super(token);
    this.callback = callback;
  }

  /**
   * Takes the callback back if it has not started, and returns what became of it. Never waits.
   * After {@code PREVENTED} neither the token nor this registration refers to the callback any
   * more, and every further call says {@code PREVENTED} again.
   */
  public Outcome withdraw() {
    return switch (stage.compareAndExchange(Stage.PENDING, Stage.PREVENTED)) {
      case PENDING -> {
        callback = null;
        unlink();
        yield Outcome.PREVENTED;
      }
      case PREVENTED -> Outcome.PREVENTED;
      case RUNNING -> Outcome.RUNNING;
      case RAN -> Outcome.RAN;
    };
  }

  /** The same as {@link #withdraw}: a running callback continues. */
  @Override
  public void close() {
    withdraw();
  }

  void fire(CancellationCause cause) {
    if (!stage.compareAndSet(Stage.PENDING, Stage.RUNNING)) {
      return;
    }
    Consumer<CancellationCause> run = Objects.requireNonNull(callback);
    callback = null;
    try {
      run.accept(cause);
    } catch (Throwable thrown) {
      report(thrown);
    } finally {
      stage.set(Stage.RAN);
    }
  }

  private static void report(Throwable thrown) {
    LOG.error(
        thrown,
        "A cancellation callback threw; the cancellation continues. Fix the callback: it must not"
            + " throw");
  }
}

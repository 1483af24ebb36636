package dev.cleveragents.kernel.cancel;

import static dev.cleveragents.kernel.cancel.LinkedTokensModelCheck.must;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * In the interleavings explored of registering, withdrawing and cancelling, a callback runs exactly
 * once if its token is cancelled and it was not prevented, and otherwise never; and nothing stays
 * behind.
 */
class CallbackRegistrationModelCheck {

  @Test
  void everyCallbackRunsExactlyOnceUnlessPrevented() {
    new ModelCheckingOptions()
        .iterations(Boolean.getBoolean("exhaustive") ? 15 : 5)
        .invocationsPerIteration(150)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(Callbacks.class);
  }

  /**
   * A callback, a child, another callback, and one that comes later. The operations answer nothing;
   * what must hold is checked at the end.
   */
  public static class Callbacks {
    private final CancellationSource source = new CancellationSource();
    private final CancellationToken token = source.token();
    private final Callback one = new Callback(token).register();
    private final CancellationToken child = CancellationSource.linkedTo(token).token();
    private final Callback two = new Callback(token).register();
    private final Callback late = new Callback(token);

    @Operation(runOnce = true)
    public void withdrawOne() {
      one.withdraw();
    }

    @Operation(runOnce = true)
    public void withdrawTwo() {
      two.withdraw();
    }

    @Operation(runOnce = true)
    public void registerLate() {
      late.register();
    }

    @Operation
    public void withdrawLate() {
      late.withdraw();
    }

    @Operation
    public void cancel() {
      source.cancel(CancellationCause.requested("a check"));
    }

    @Operation(runOnce = true)
    public void reset() {
      source.reset();
    }

    @Validate
    public void exactlyOnceAndNothingLeft() {
      int pending = one.check() + two.check() + late.check() + 1;
      must(
          token.registrations() == (token.isCancelled() ? 0 : pending),
          "the token holds what is pending and nothing else");
      must(child.isCancelled() == token.isCancelled(), "the child is cancelled with the token");
    }
  }

  private static final class Callback {
    private final CancellationToken token;
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicReference<@Nullable CallbackRegistration> registration =
        new AtomicReference<>();
    private volatile boolean prevented;
    private volatile boolean said;

    private Callback(CancellationToken token) {
      this.token = token;
    }

    @CanIgnoreReturnValue
    Callback register() {
      registration.set(token.onCancel(cause -> runs.incrementAndGet()));
      return this;
    }

    void withdraw() {
      CallbackRegistration registered = registration.get();
      if (registered == null) {
        return;
      }
      switch (registered.withdraw()) {
        case PREVENTED -> prevented = true;
        case RAN, RUNNING -> said = true;
      }
    }

    /** Returns how many entries an uncancelled token must still hold for it. */
    int check() {
      boolean registered = registration.get() != null;
      boolean due = registered && token.isCancelled() && !prevented;
      must(runs.get() == (due ? 1 : 0), "exactly once if due, otherwise never");
      must(!(prevented && said), "prevented once is prevented for ever");
      return registered && !prevented ? 1 : 0;
    }
  }
}

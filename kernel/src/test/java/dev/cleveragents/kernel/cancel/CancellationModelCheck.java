package dev.cleveragents.kernel.cancel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of small concurrent programs over cancel, reset and a worker that
 * looks and acts. One harness runs on ours and on the racy original: in ours it must find nothing,
 * in the original it must find the lost cancellation.
 */
class CancellationModelCheck {

  @Test
  void oursLosesNoCancellation() {
    options().check(Ours.class);
  }

  @Test
  void theOriginalIsCaught() {
    assertThatThrownBy(() -> options().iterations(12).check(Original.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .iterations(Boolean.getBoolean("exhaustive") ? 12 : 5)
        .invocationsPerIteration(150)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .sequentialSpecification(NothingIsLost.class);
  }

  /** The operations; each answers whether what a worker relies on held. */
  abstract static class Harness {
    private final CancellableToken cancellable;
    private final CancellableToken.Watched first;

    Harness(CancellableToken cancellable) {
      this.cancellable = cancellable;
      this.first = cancellable.watched();
    }

    /** A cancel reaches every thread that was watching when it was called. */
    @Operation
    public boolean cancelReachesWhoWatches() {
      CancellableToken.Watched mine = cancellable.watched();
      cancellable.cancel();
      return mine.isCancelled();
    }

    @Operation
    public void reset() {
      cancellable.reset();
    }

    /** A worker that has seen the cancellation still sees it when it tears down. */
    @Operation
    public boolean lookThenTearDown() {
      CancellableToken.Watched mine = cancellable.watched();
      return !mine.isCancelled() || mine.isCancelled();
    }

    /** The same for the token that was there from the start. */
    @Operation
    public boolean firstStaysCancelled() {
      return !first.isCancelled() || first.isCancelled();
    }

    /** A worker whose wait ended with "cancelled" finds the token cancelled. */
    @Operation
    public boolean waitThenTearDown() throws InterruptedException {
      CancellableToken.Watched mine = cancellable.watched();
      return !mine.await(Duration.ZERO) || mine.isCancelled();
    }
  }

  /** Public for Lincheck, like the others below. */
  public static class Ours extends Harness {
    public Ours() {
      super(CancellableToken.ours(new CancellationSource()));
    }
  }

  public static class Original extends Harness {
    public Original() {
      super(CancellableToken.original(new RacyCancellationToken()));
    }
  }

  /** What every serial order gives: all promises hold. */
  public static class NothingIsLost {
    public boolean cancelReachesWhoWatches() {
      return true;
    }

    public void reset() {}

    public boolean lookThenTearDown() {
      return true;
    }

    public boolean firstStaysCancelled() {
      return true;
    }

    public boolean waitThenTearDown() {
      return true;
    }
  }
}

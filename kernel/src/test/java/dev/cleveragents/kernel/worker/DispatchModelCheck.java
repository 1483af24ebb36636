package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of polls that overlap, on one queued job. One harness runs on ours and
 * on the racy original: in ours exactly one poll runs the body, in the original two can.
 */
class DispatchModelCheck {

  @Test
  void oursDispatchesTheJobOnce() {
    options().check(Ours.class);
  }

  @Test
  void theOriginalIsCaught() {
    assertThatThrownBy(() -> options().iterations(4).check(Original.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .iterations(Boolean.getBoolean("exhaustive") ? 4 : 2)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(1)
        .sequentialSpecification(OneJob.class);
  }

  abstract static class Harness {
    private final DispatchingWorker worker;

    Harness(DispatchingWorker worker) {
      this.worker = worker;
      worker.enqueue("the only job");
    }

    @Operation
    public int poll() {
      return worker.poll();
    }
  }

  /** Public for Lincheck, like the others below. */
  public static class Ours extends Harness {
    public Ours() {
      super(DispatchingWorker.ours(job -> {}, store -> store));
    }
  }

  public static class Original extends Harness {
    public Original() {
      super(DispatchingWorker.original(job -> {}, () -> {}));
    }
  }

  /** What every serial order gives: the first poll runs the job, the others find nothing. */
  public static class OneJob {
    private boolean ran;

    public int poll() {
      int bodies = ran ? 0 : 1;
      ran = true;
      return bodies;
    }
  }
}

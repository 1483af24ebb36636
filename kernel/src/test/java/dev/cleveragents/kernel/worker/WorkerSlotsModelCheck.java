package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of polls that take slots while others give theirs back: each gets what
 * it would get in some serial order, so never more are out than there are. A count that is read and
 * then written is caught by the same harness.
 */
class WorkerSlotsModelCheck {

  @Test
  void oursGivesOutNoMoreThanThereAre() {
    options().check(Ours.class);
  }

  @Test
  void aCountThatIsReadAndThenWrittenIsCaught() {
    assertThatThrownBy(() -> options().check(ReadThenWritten.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .iterations(Boolean.getBoolean("exhaustive") ? 30 : 4)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .minimizeFailedScenario(false)
        .sequentialSpecification(InOrder.class);
  }

  /** Public for Lincheck, like the others below. */
  public static class Ours {
    private final WorkerSlots slots = new WorkerSlots(3);

    @Operation
    public int takeTwo() {
      return slots.take(2);
    }

    @Operation
    public void giveOneBack() {
      slots.giveBack(1);
    }
  }

  public static class ReadThenWritten {
    private final AtomicInteger free = new AtomicInteger(3);

    @Operation
    public int takeTwo() {
      int available = free.get();
      int taken = Math.min(available, 2);
      free.set(available - taken);
      return taken;
    }

    @Operation
    public void giveOneBack() {
      free.addAndGet(1);
    }
  }

  public static class InOrder {
    private int free = 3;

    public int takeTwo() {
      int taken = Math.min(free, 2);
      free -= taken;
      return taken;
    }

    public void giveOneBack() {
      free++;
    }
  }
}

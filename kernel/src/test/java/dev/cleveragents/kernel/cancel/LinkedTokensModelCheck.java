package dev.cleveragents.kernel.cancel;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Two parents, a child of both, and a grandchild: in the interleavings explored of cancelling,
 * linking and closing, cancellation goes down and never up, no callback meets a live descendant,
 * and what is over has left its parents.
 */
class LinkedTokensModelCheck {

  @Test
  void cancellationPropagatesDownAndLeavesNothingBehind() {
    new ModelCheckingOptions()
        .iterations(Boolean.getBoolean("exhaustive") ? 20 : 6)
        .invocationsPerIteration(100)
        .threads(3)
        .actorsPerThread(1)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(Diamond.class);
  }

  @Test
  void aChildKeepsTheCauseOfTheParentThatCancelledItFirst() {
    new ModelCheckingOptions()
        .iterations(0)
        .invocationsPerIteration(500)
        .addCustomScenario(bothParentsCancel())
        .sequentialSpecification(FirstCause.class)
        .check(ChildOfTwo.class);
  }

  private static ExecutionScenario bothParentsCancel() {
    return new ExecutionScenario(
        List.of(),
        List.of(List.of(call("cancelLeft")), List.of(call("cancelRight"))),
        List.of(),
        null);
  }

  private static Actor call(String name) {
    try {
      return new Actor(
          ChildOfTwo.class.getMethod(name), List.of(), false, false, false, false, false);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each parent has a lock of its own; that of the child decides which cause is the first. */
  public static class ChildOfTwo {
    private final CancellationSource left = new CancellationSource();
    private final CancellationSource right = new CancellationSource();
    private final CancellationSource child =
        CancellationSource.linkedTo(left.token(), right.token());

    /** Returns the child's cause as the canceller finds it. */
    @Operation
    public String cancelLeft() {
      left.cancel(CancellationCause.requested("left"));
      return child.token().cause().orElseThrow().reason();
    }

    @Operation
    public String cancelRight() {
      right.cancel(CancellationCause.requested("right"));
      return child.token().cause().orElseThrow().reason();
    }
  }

  /** What every serial order gives: both find the cause of the first. */
  public static class FirstCause {
    private String first = "";

    public String cancelLeft() {
      return firstOf("left");
    }

    public String cancelRight() {
      return firstOf("right");
    }

    private String firstOf(String cause) {
      first = first.isEmpty() ? cause : first;
      return first;
    }
  }

  public static class Diamond {
    private static final CancellationCause CAUSE = CancellationCause.requested("a check");

    private final CancellationSource left = new CancellationSource();
    private final CancellationSource right = new CancellationSource();
    private final CancellationSource child =
        CancellationSource.linkedTo(left.token(), right.token());
    private final CancellationSource grandchild = CancellationSource.linkedTo(child.token());
    private final AtomicBoolean metALiveDescendant = new AtomicBoolean();
    private volatile @Nullable CancellationSource newcomer;

    public Diamond() {
      left.token().onCancel(cause -> look());
      child.token().onCancel(cause -> look());
    }

    private void look() {
      if (!grandchild.token().isCancelled()) {
        metALiveDescendant.set(true);
      }
    }

    @Operation(runOnce = true)
    public void cancelLeft() {
      left.cancel(CAUSE);
    }

    @Operation(runOnce = true)
    public void cancelRight() {
      right.cancel(CAUSE);
    }

    @Operation(runOnce = true)
    public void closeChild() {
      child.close();
    }

    @Operation(runOnce = true)
    public void openNewcomer() {
      newcomer = CancellationSource.linkedTo(left.token(), right.token());
    }

    @Operation(runOnce = true)
    public void resetGrandchild() {
      grandchild.reset();
    }

    /** When a cancel has returned, all below is cancelled, in any order of calls. */
    @Operation(runOnce = true)
    public boolean cancelChildReachesAllBelow() {
      child.cancel(CAUSE);
      return grandchild.token().isCancelled();
    }

    @Validate
    public void downNeverUpAndNothingLeft() {
      boolean parentCancelled = left.token().isCancelled() || right.token().isCancelled();
      boolean childCancelled = child.token().isCancelled();
      CancellationSource late = newcomer;
      must(!metALiveDescendant.get(), "no callback meets a live descendant");
      must(left.token().cause().orElse(CAUSE).equals(CAUSE), "nothing goes up to the left");
      must(right.token().cause().orElse(CAUSE).equals(CAUSE), "nothing goes up to the right");
      must(childCancelled || !parentCancelled, "a parent cancels its child");
      must(grandchild.token().isCancelled() || !childCancelled, "a child cancels its own");
      must(
          late == null || late.token().isCancelled() == parentCancelled,
          "a newcomer is cancelled if a parent is");
      int live = (childCancelled ? 0 : 1) + (late == null || parentCancelled ? 0 : 1);
      must(
          right.token().registrations() == (right.token().isCancelled() ? 0 : live),
          "only what lives is linked on the right");
      must(
          left.token().registrations() == (left.token().isCancelled() ? 0 : live + 1),
          "only what lives, and the callback, is on the left");
    }
  }

  /** Plain, because Lincheck follows every call and cannot follow an assertion library's. */
  static void must(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("Does not hold: " + what);
    }
  }
}

package dev.cleveragents.kernel.exhibit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** The checker that ours will have to pass already catches the original of report 7120. */
class ChangesetModelCheck {

  @Test
  void theOriginalIsCaught() {
    ModelCheckingOptions options =
        new ModelCheckingOptions()
            .iterations(5)
            .invocationsPerIteration(200)
            .threads(2)
            .actorsPerThread(1)
            .actorsBefore(0)
            .actorsAfter(0)
            .sequentialSpecification(EachHasItsOwn.class);
    assertThatThrownBy(() -> options.check(Original.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  /** Public for Lincheck, like the other below. */
  public static class Original {
    private final RacyPlanExecutionContext context = new RacyPlanExecutionContext();

    /** What somebody records after starting a changeset is in that changeset, and alone. */
    @Operation
    public int startThenRecord() {
      int changeset = context.startChangeset();
      context.recordChange("a change");
      return context.entriesOf(changeset).size();
    }
  }

  public static class EachHasItsOwn {
    public int startThenRecord() {
      return 1;
    }
  }
}

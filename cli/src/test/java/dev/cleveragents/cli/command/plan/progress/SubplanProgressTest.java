package dev.cleveragents.cli.command.plan.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubplanProgressTest {

  private final SubplanProgress progress = new SubplanProgress();

  @Test
  void fewLinesShowAnyNumberOfSubplans() {
    progress.updated(
        IntStream.rangeClosed(1, 200)
            .mapToObj(
                it ->
                    row(
                        it,
                        it <= 3
                            ? PlanState.ERRORED
                            : it <= 20 ? PlanState.PROCESSING : PlanState.COMPLETE))
            .toList());
    assertThat(progress.lines())
        .containsExactly(
            "   200 subplans: 17 running, 180 done, 3 failed",
            "     failed  f1",
            "     failed  f2",
            "     failed  f3",
            "     running  f4",
            "     running  f5",
            "     running  f6",
            "     running  f7",
            "     and 13 more running");
  }

  @Test
  void theEndOfASubplanIsToldOnceAndNotAgainAfterAResume() {
    assertThat(progress.updated(List.of(row(1, PlanState.COMPLETE), row(2, PlanState.QUEUED))))
        .isEmpty();
    assertThat(progress.updated(List.of(row(1, PlanState.COMPLETE), row(2, PlanState.ERRORED))))
        .containsExactly("  f2: failed");
    assertThat(progress.updated(List.of(row(1, PlanState.COMPLETE), row(2, PlanState.ERRORED))))
        .isEmpty();
  }

  private static SubplanRow row(int number, PlanState state) {
    return new SubplanRow(
        new PlanId(UlidGenerator.system().next()),
        number,
        "f" + number,
        List.of(),
        true,
        new SubplanRow.Stage(PlanPhase.EXECUTE, state, false, null));
  }
}

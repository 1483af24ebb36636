package dev.cleveragents.cli.command.plan.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.output.DisplayWidth;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.workspace.PlanId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubplanProgressTest {

  private static final Instant BEGIN = Instant.parse("2026-11-20T09:00:00Z");
  private static final PlanId PARENT = id();

  private final SubplanProgress progress = new SubplanProgress();
  private final Map<Integer, PlanId> ids = new HashMap<>();

  /** The states of 200 subplans in the middle of a run with three places. */
  private static PlanState state(int number) {
    return number <= 60
        ? number % 20 == 0 ? PlanState.ERRORED : PlanState.COMPLETE
        : number <= 63 ? PlanState.PROCESSING : PlanState.QUEUED;
  }

  private List<SubplanNode> all(IntFunction<PlanState> state) {
    return IntStream.rangeClosed(1, 200).mapToObj(it -> node(it, state.apply(it))).toList();
  }

  @Test
  void whatWaitsForAPlaceDoesNotCountAsRunning() {
    progress.updated(all(SubplanProgressTest::state), BEGIN.plusSeconds(90), true);
    assertThat(progress.lines(BEGIN.plusSeconds(90), 80, 8))
        .containsExactly(
            "   60 of 200 ended · $0.60",
            "   3 failed, 3 running, 137 queued, 57 complete",
            "     failed   src/f20",
            "     failed   src/f40",
            "     29s      src/f61",
            "     28s      src/f62",
            "     27s      src/f63");
  }

  @Test
  void theViewStaysWithinItsLinesAndColumnsHoweverNarrow() {
    progress.updated(all(it -> it < 50 ? PlanState.ERRORED : PlanState.PROCESSING), BEGIN, true);
    for (int columns : List.of(80, 40)) {
      List<String> lines = progress.lines(BEGIN.plusSeconds(1), columns, 8);
      assertThat(lines).hasSizeLessThanOrEqualTo(8).last().asString().contains("more running");
      assertThat(lines).allMatch(it -> DisplayWidth.of(it) <= columns);
    }
  }

  @Test
  void theTimeLeftFollowsFromThePaceSoFar() {
    progress.updated(all(_ -> PlanState.PROCESSING), BEGIN, true);
    Instant later = BEGIN.plusSeconds(10);
    progress.updated(all(it -> it <= 2 ? PlanState.COMPLETE : PlanState.PROCESSING), later, true);
    assertThat(progress.lines(later, 80, 8).getFirst())
        .as("too few to tell")
        .startsWith("   2 of 200 ended · $");
    progress.updated(all(it -> it <= 50 ? PlanState.COMPLETE : PlanState.PROCESSING), later, true);
    assertThat(progress.lines(later, 80, 8).getFirst())
        .startsWith("   50 of 200 ended · about 30s left · $");
  }

  @Test
  void theEndOfASubplanIsToldOnceAndNotAgainAfterAResume() {
    List<SubplanNode> before = List.of(node(1, PlanState.COMPLETE), node(2, PlanState.PROCESSING));
    List<SubplanNode> after = List.of(node(1, PlanState.COMPLETE), node(2, PlanState.ERRORED));
    assertThat(progress.updated(before, BEGIN, false)).isEmpty();
    assertThat(progress.updated(after, BEGIN, false)).containsExactly("  src/f2: failed (2 of 2)");
    assertThat(progress.updated(after, BEGIN, false)).isEmpty();
  }

  @Test
  void onATerminalOnlyTheFirstFailuresAreLinesOfTheirOwn() {
    progress.updated(all(_ -> PlanState.PROCESSING), BEGIN, true);
    assertThat(
            progress.updated(
                all(it -> it <= 100 ? PlanState.COMPLETE : PlanState.ERRORED), BEGIN, true))
        .hasSize(5)
        .allMatch(it -> it.contains("failed"));
  }

  @Test
  void aQuestionIsShownBeforeWhatRuns() {
    SubplanNode asking = node(1, PlanState.WAITING, "Step 1: run make?");
    progress.updated(List.of(asking, node(2, PlanState.PROCESSING)), BEGIN, true);
    assertThat(progress.lines(BEGIN.plusSeconds(9), 80, 8))
        .contains("   1 asks, 1 running", "     asks     src/f1");
  }

  private static PlanId id() {
    return new PlanId(UlidGenerator.system().next());
  }

  private SubplanNode node(int number, PlanState state) {
    return node(number, state, null);
  }

  private SubplanNode node(int number, PlanState state, @Nullable String waitsFor) {
    return new SubplanNode(
        new SubplanRow(
            ids.computeIfAbsent(number, _ -> id()),
            number,
            "src/f" + number,
            List.of(),
            true,
            new SubplanRow.Stage(PlanPhase.EXECUTE, state, false, waitsFor)),
        PARENT,
        1,
        new SubplanNode.Figures(BEGIN, BEGIN.plusSeconds(number), 0, 0),
        state == PlanState.COMPLETE || state == PlanState.ERRORED
            ? new PlanCost(1, Money.dollars(new BigDecimal("0.01")), 100, 0)
            : PlanCost.NONE);
  }
}

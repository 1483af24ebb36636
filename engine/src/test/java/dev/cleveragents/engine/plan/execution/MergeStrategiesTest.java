package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.definition.SubplanRules.Merge;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The merge strategies, on subplans that all append to one file. */
@NullUnmarked
class MergeStrategiesTest {

  @TempDir private Path folder;
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Plan use(Merge merge, String... names) throws Exception {
    List<Subplan> parts = new ArrayList<>();
    for (String name : names) {
      String line =
          "echo %1$s >> %2$s; echo %1$s >> a.txt; echo %1$s > %1$s".formatted(name, runs());
      parts.add(new Subplan(name, "part " + name, command(line), null, List.of()));
    }
    return fixture.use(
        "ci", new Work.BySubplans(parts, new SubplanRules(10, false).with(merge), null));
  }

  private Path runs() {
    return folder.resolve("runs");
  }

  private void awaitApplied(Plan plan) {
    Plan end =
        fixture.await(
            plan.id(),
            it -> it.status().state() != PlanState.COMPLETE && fixture.plans.isAtRest(it));
    assertThat(end.status().stage())
        .as("%s", fixture.plans.errors(plan.id()))
        .hasToString("apply/applied");
  }

  @Test
  void theLastOneWinsAndBothSidesStayOnRecord() throws Exception {
    Plan plan = use(Merge.LAST_WINS, "b", "c", "d");
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\nd\n");
    assertThat(fixture.read("b") + fixture.read("c")).isEqualTo("b\nc\n");
    PlanConflict recorded = fixture.plans.conflicts().of(plan).getFirst();
    assertThat(recorded.resolution()).extracting(PlanConflict.Resolved::by).isEqualTo("last_wins");
    assertThat(recorded.detail().hunks().getFirst().sides())
        .containsExactly(List.of("b"), List.of("c"), List.of("d"));
  }

  @Test
  void aConflictFailsThePlan() throws Exception {
    Plan plan = use(Merge.FAIL_ON_CONFLICT, "b", "c");
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
      assertThat(fixture.plans.errors(plan.id()).getLast().message())
          .isEqualTo("The results of the subplans conflict in a.txt");
      fixture.plans.cancel(fixture.plans.subplans(plan).getFirst().id(), "not wanted");
      fixture.plans.resume(plan.id());
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\nc\n");
  }

  @Test
  void whatConflictsRunsAgainOnTheResultsBeforeIt() throws Exception {
    Plan plan = use(Merge.SEQUENTIAL_APPLY, "b", "c", "d");
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\nb\nc\nd\n");
    assertThat(Files.readString(runs()).lines().sorted()).containsExactly("b", "c", "c", "d", "d");
    assertThat(fixture.openJobs()).isZero();
    assertThat(fixture.git("for-each-ref", "refs/cleveragents/base")).isEmpty();
  }
}

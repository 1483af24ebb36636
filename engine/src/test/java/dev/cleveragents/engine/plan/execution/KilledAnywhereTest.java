package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TwoResourcesFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Changesets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan whose owner dies in any step ends with the same files as an undisturbed one. */
class KilledAnywhereTest {

  /** None may be done twice, and none left out: each builds on what the one before has made. */
  private static final List<String> LINES =
      List.of(
          "echo 1 > one.txt; echo first >> a.txt",
          "cat one.txt >> \"$AGENTS_DIR_DOCS/old.txt\"; echo d > \"$AGENTS_DIR_DOCS/d.txt\"",
          "mv one.txt moved.txt; printf x >> moved.txt",
          "rm \"$AGENTS_DIR_DOCS/d.txt\"; wc -c < \"$AGENTS_DIR_DOCS/old.txt\" > size.txt",
          "cat a.txt moved.txt size.txt > all.txt; chmod +x all.txt");

  @TempDir private Path folder;
  private TwoResourcesFixture two;

  @BeforeEach
  void open() throws Exception {
    two = TwoResourcesFixture.open(folder);
  }

  @AfterEach
  void close() {
    two.close();
  }

  /** A script of the lines; the first owner hangs in the middle of one of them. */
  private Work work(int hangsIn, Path reached) {
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < LINES.size(); i++) {
      String hang =
          i + 1 == hangsIn
              ? "if [ $AGENTS_LEASE = 1 ]; then echo half > half.txt; rm -f a.txt; touch %s; sleep 300; fi; "
                  .formatted(reached)
              : "";
      steps.add("run: {command: '" + hang + LINES.get(i) + "'}");
    }
    return script(steps.toArray(String[]::new));
  }

  private static List<String> trees(Plan plan) {
    return plan.results().stream().map(Plan.Result::tree).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void inWhicheverStepItsOwnerIsLost(int step) throws Exception {
    PlanFixture fixture = two.fixture();
    Path reached = folder.resolve("reached");
    Plan whole = two.carryOut(two.use("trusted", work(0, reached)), "execute/complete");
    Plan plan = two.use("trusted", work(step, reached));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(reached));
      assertThat(fixture.plans.require(plan.id()).status().counters().stepsDone())
          .isEqualTo(step - 1);
      fixture.takeOwnerForDead();
      try (AsyncWorker _ = fixture.startWorker()) {
        fixture.await(plan.id(), "execute/complete");
      }
    }
    Plan resumed = fixture.plans.require(plan.id());
    assertThat(trees(resumed)).isEqualTo(trees(whole));
    assertThat(two.changed(resumed)).isEqualTo(two.changed(whole));
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  @Test
  void aLookAtWhereItWouldGoOnTellsItAndChangesNothing() throws Exception {
    PlanFixture fixture = two.fixture();
    Plan plan =
        two.use(
            "trusted",
            script(
                "write: {path: one.txt, content: 'one'}",
                "write: {path: d.txt, content: 'd', resource: docs}",
                "fail: {message: 'no more'}",
                "write: {path: two.txt, content: 'two'}"));
    Plan errored = two.carryOut(plan, "execute/errored");

    ResumePoint point = point(errored);

    assertThat(point.done()).isEqualTo(2);
    assertThat(point.steps()).isEqualTo(4);
    assertThat(point.next()).isEqualTo("fail: no more");
    assertThat(point.underWay()).isFalse();
    assertThat(point.rebuilt())
        .containsExactly(
            new ResumePoint.Rebuilt("local/app", errored.brief().targets().get(0).base(), 1),
            new ResumePoint.Rebuilt("local/docs", errored.brief().targets().get(1).base(), 1));
    assertThat(fixture.plans.require(plan.id())).isEqualTo(errored);
    Plan cancelled = fixture.plans.cancel(plan.id(), "enough");
    assertThatThrownBy(() -> point(cancelled))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("cannot be resumed");
  }

  private ResumePoint point(Plan plan) {
    return ResumePoint.of(plan, new Changesets(two.fixture().database), 0);
  }
}

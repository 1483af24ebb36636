package dev.cleveragents.engine.plan.checkpoint;

import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.TestOnSqlite;
import dev.cleveragents.engine.plan.TwoResourcesFixture;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.OperationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rollbacks beside each other and beside everything else that moves a plan. */
class RollbackRaceTest {

  @TempDir private Path folder;
  @AutoClose private @Nullable TwoResourcesFixture opened;

  private TwoResourcesFixture open(TestDatabaseKind base) throws Exception {
    opened = TwoResourcesFixture.open(folder, base.in(folder));
    return opened;
  }

  private Plan executed(TwoResourcesFixture two) throws Exception {
    return two.carryOut(
        two.use(
            "trusted",
            script(
                "write: {path: one.txt, content: 'one'}",
                "write: {path: d.txt, content: 'd', resource: docs}",
                "write: {path: two.txt, content: 'two'}",
                "write: {path: e.txt, content: 'e', resource: docs}")),
        "execute/complete");
  }

  private static Checkpoint at(TwoResourcesFixture two, Plan plan, int step) {
    return two.fixture().checkpoints.of(plan).stream()
        .filter(point -> point.step() == step)
        .findFirst()
        .orElseThrow();
  }

  /** Does all of it at the same moment; returns how many were not refused. */
  private static int atOnce(List<Callable<Object>> calls) throws Exception {
    CyclicBarrier together = new CyclicBarrier(calls.size());
    List<Future<Object>> all = new ArrayList<>();
    int done = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
      for (Callable<Object> call : calls) {
        all.add(
            threads.submit(
                () -> {
                  together.await(30, TimeUnit.SECONDS);
                  return call.call();
                }));
      }
      for (Future<Object> one : all) {
        try {
          one.get(60, TimeUnit.SECONDS);
          done++;
        } catch (ExecutionException e) {
          assertThat(e.getCause()).isInstanceOf(OperationException.class);
        }
      }
    }
    return done;
  }

  /** The plan's counters, its steps and its log tell the same. */
  private static void assertWhole(TwoResourcesFixture two, Plan plan, String... changes) {
    assertThat(two.changed(plan)).containsExactly(changes);
    assertThat(two.fixture().log.verify().isSound()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void concurrentRollbacksLeaveAllResourcesAtOnePoint(TestDatabaseKind base) throws Exception {
    TwoResourcesFixture two = open(base);
    Plan plan = executed(two);
    List<Checkpoint> targets = List.of(at(two, plan, 1), at(two, plan, 3), at(two, plan, 2));
    List<Callable<Object>> calls = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      Checkpoint to = targets.get(i % 3);
      calls.add(() -> two.fixture().checkpoints.rollBack(plan.id(), to));
    }
    assertThat(atOnce(calls)).isPositive();
    assertThat(two.fixture().plans.require(plan.id()).status().counters().stepsDone()).isEqualTo(1);
    assertWhole(two, plan, "CREATE local/app/one.txt");
  }

  @ParameterizedTest
  @EnumSource
  void anApplyAndARollbackNeverBothHappen(TestDatabaseKind base) throws Exception {
    TwoResourcesFixture two = open(base);
    PlanFixture fixture = two.fixture();
    Plan plan = executed(two);
    Checkpoint to = at(two, plan, 1);
    try (AsyncWorker _ = fixture.startWorker()) {
      int done =
          atOnce(
              List.of(
                  () -> fixture.plans.apply(plan.id()),
                  () -> fixture.checkpoints.rollBack(plan.id(), to)));
      assertThat(done).isEqualTo(1);
      fixture.await(
          plan.id(), it -> it.status().held() || it.status().state() == PlanState.APPLIED);
    }
    if (fixture.plans.require(plan.id()).status().held()) {
      assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("1");
      assertThat(two.docs().resolve("d.txt")).doesNotExist();
      assertWhole(two, plan, "CREATE local/app/one.txt");
    } else {
      assertThat(fixture.read("two.txt")).isEqualTo("two");
      assertThat(two.docs().resolve("e.txt")).hasContent("e");
      assertThat(events(fixture, plan)).doesNotContain("plan.rolled_back");
    }
  }

  @TestOnSqlite
  void aCancelBesideARollbackIsObeyedAndNoWorkIsHalfTakenBack(TestDatabaseKind base)
      throws Exception {
    TwoResourcesFixture two = open(base);
    PlanFixture fixture = two.fixture();
    Plan plan = executed(two);
    Checkpoint to = at(two, plan, 1);
    atOnce(
        List.of(
            () -> fixture.plans.cancel(plan.id(), "enough"),
            () -> fixture.checkpoints.rollBack(plan.id(), to)));
    assertThat(fixture.plans.require(plan.id()).status().state()).isEqualTo(PlanState.CANCELLED);
    if (events(fixture, plan).contains("plan.rolled_back")) {
      assertWhole(two, plan, "CREATE local/app/one.txt");
    } else {
      assertWhole(
          two,
          plan,
          "CREATE local/app/one.txt",
          "CREATE local/app/two.txt",
          "CREATE local/docs/d.txt",
          "CREATE local/docs/e.txt");
    }
  }

  @TestOnSqlite
  void aResumeBesideARollbackComesToTheWholeResult(TestDatabaseKind base) throws Exception {
    TwoResourcesFixture two = open(base);
    PlanFixture fixture = two.fixture();
    Plan plan = executed(two);
    fixture.checkpoints.rollBack(plan.id(), at(two, plan, 3));
    Checkpoint to = at(two, fixture.plans.require(plan.id()), 1);
    try (AsyncWorker _ = fixture.startWorker()) {
      atOnce(
          List.of(
              () -> fixture.plans.resume(plan.id()),
              () -> fixture.checkpoints.rollBack(plan.id(), to)));
      fixture.await(plan.id(), it -> it.status().state() != PlanState.PROCESSING);
      if (fixture.plans.require(plan.id()).status().held()) {
        fixture.plans.resume(plan.id());
      }
      Plan again = fixture.await(plan.id(), "execute/complete");
      assertThat(again.results())
          .extracting(Plan.Result::tree)
          .isEqualTo(plan.results().stream().map(Plan.Result::tree).toList());
    }
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  private static List<String> events(PlanFixture fixture, Plan plan) {
    return fixture.log.log(EventFilter.ofPlan(plan.id()), 0, 1_000).stream()
        .map(entry -> entry.event().type())
        .toList();
  }
}

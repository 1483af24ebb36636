package dev.cleveragents.engine.plan.checkpoint;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.TestOnSqlite;
import dev.cleveragents.engine.plan.TwoResourcesFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Changeset.Status;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checkpoints and the way back to them, over a repository and a directory at once. */
class CheckpointsTest {

  @TempDir private Path folder;
  @AutoClose private @Nullable TwoResourcesFixture opened;

  private TwoResourcesFixture open(TestDatabaseKind base) throws Exception {
    opened = TwoResourcesFixture.open(folder, base.in(folder));
    return opened;
  }

  /** Five tools and a decision; the fourth tool writes down which files it finds, and appends. */
  private Work work() {
    return script(
        "write: {path: one.txt, content: 'one'}",
        "run: {command: 'echo two >> a.txt; echo d > $AGENTS_DIR_DOCS/d.txt'}",
        "decide: {question: 'Which?', chosen: 'this one'}",
        "delete: {path: old.txt, resource: docs}",
        "run: {command: '(ls; ls $AGENTS_DIR_DOCS) | tr \"\\n\" \" \" >> %1$s; echo >> %1$s; rm a.txt; echo x >> x.txt'}"
            .formatted(folder.resolve("seen")),
        "move: {from: one.txt, to: 1.txt}");
  }

  private static Checkpoints checkpoints(TwoResourcesFixture two) {
    return two.fixture().checkpoints;
  }

  private static Checkpoint at(TwoResourcesFixture two, Plan plan, int step) {
    return checkpoints(two).of(two.fixture().plans.require(plan.id())).stream()
        .filter(point -> point.step() == step && point.reason() == Reason.BEFORE_TOOL)
        .findFirst()
        .orElseThrow();
  }

  private static List<SandboxState> states(TwoResourcesFixture two, Plan plan) {
    return two.fixture().sandboxes.of(plan.id()).stream().map(SandboxRecord::state).toList();
  }

  @ParameterizedTest
  @EnumSource
  void aPlanGoesBackInAllResourcesAndComesToTheSameEndAgain(TestDatabaseKind base)
      throws Exception {
    TwoResourcesFixture two = open(base);
    PlanFixture fixture = two.fixture();
    Plan done = two.carryOut(two.use("trusted", work()), "execute/complete");
    assertThat(checkpoints(two).of(done))
        .extracting(Checkpoint::step)
        .containsExactly(0, 1, 3, 4, 5);
    Checkpoint to = at(two, done, 1);
    assertThat(TwoResourcesFixture.inWords(checkpoints(two).since(to)))
        .containsExactly(
            "MOVE local/app/1.txt",
            "DELETE local/app/a.txt",
            "CREATE local/app/x.txt",
            "CREATE local/docs/d.txt",
            "DELETE local/docs/old.txt");

    Rollback rollback = checkpoints(two).rollBack(done.id(), to);

    assertThat(rollback.steps()).extracting(Rollback.Step::number).containsExactly(2, 3, 4, 5, 6);
    assertThat(rollback.steps().get(2).what()).isEqualTo("delete old.txt");
    Plan back = fixture.plans.require(done.id());
    assertThat(back.status().stage()).hasToString("execute/queued");
    assertThat(back.status().held()).isTrue();
    assertThat(back.status().counters().stepsDone()).isEqualTo(1);
    assertThat(back.results()).isEmpty();
    assertThat(two.changed(back)).containsExactly("CREATE local/app/one.txt");
    assertThat(states(two, back))
        .containsExactly(SandboxState.ROLLED_BACK, SandboxState.ROLLED_BACK);
    assertThat(fixture.plans.approvals().of(back.id())).isEmpty();
    assertThat(fixture.plans.decisions(back.id()))
        .filteredOn(decision -> decision.superseded())
        .extracting(decision -> decision.choice().chosen())
        .containsExactly("this one");
    assertThat(checkpoints(two).of(back)).extracting(Checkpoint::step).containsExactly(0, 1);
    assertThat(new Changesets(fixture.database).of(back.id()))
        .extracting(changeset -> changeset.status())
        .containsExactly(
            Status.COMPLETE,
            Status.ROLLED_BACK,
            Status.ROLLED_BACK,
            Status.ROLLED_BACK,
            Status.ROLLED_BACK);

    fixture.plans.resume(done.id());
    Plan again = two.carryOut(done, "execute/complete");
    assertThat(again.results())
        .extracting(Plan.Result::tree)
        .isEqualTo(done.results().stream().map(Plan.Result::tree).toList());
    List<String> seen = Files.readAllLines(folder.resolve("seen"));
    assertThat(seen).hasSize(2);
    assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains("one.txt").doesNotContain("old.txt");
    fixture.plans.apply(done.id());
    two.carryOut(done, "apply/applied");
    assertThat(two.docs().resolve("d.txt")).hasContent("d\n");
    assertThat(fixture.repository.resolve("a.txt")).doesNotExist();
    assertThat(fixture.log.log(EventFilter.ofPlan(done.id()), 0, 1_000))
        .extracting(entry -> entry.event().type())
        .contains("checkpoint.made", "plan.rolled_back");
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  @TestOnSqlite
  void aPointThatThePlanWasPutBackFromIsGoneAndNothingChanges(TestDatabaseKind base)
      throws Exception {
    TwoResourcesFixture two = open(base);
    Plan done = two.carryOut(two.use("trusted", work()), "execute/complete");
    Checkpoint late = at(two, done, 4);
    checkpoints(two).rollBack(done.id(), at(two, done, 1));
    Plan before = two.fixture().plans.require(done.id());
    assertThatThrownBy(() -> checkpoints(two).rollBack(done.id(), late))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("rolled back from checkpoint");
    assertThat(two.fixture().plans.require(done.id())).isEqualTo(before);
  }

  @TestOnSqlite
  void aPlanThatIsWorkedOnIsRefusedAndOnePausedIsNot(TestDatabaseKind base) throws Exception {
    TwoResourcesFixture two = open(base);
    PlanFixture fixture = two.fixture();
    Path alive = folder.resolve("alive");
    Plan plan =
        two.use(
            "trusted",
            script(
                "write: {path: one.txt, content: 'one'}",
                "run: {command: 'echo part > part.txt; [ -e %1$s ] || { touch %1$s; sleep 300; }'}"
                    .formatted(alive)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(alive));
      assertThatThrownBy(() -> checkpoints(two).rollBack(plan.id(), at(two, plan, 0)))
          .isInstanceOfSatisfying(
              OperationException.class,
              e -> assertThat(e.next()).isEqualTo(NextAction.of(Verb.PAUSE_PLAN, plan.id())));
      fixture.plans.pause(plan.id());
      fixture.await(plan.id(), it -> it.status().state() == PlanState.QUEUED);
      checkpoints(two).rollBack(plan.id(), at(two, plan, 0));
      assertThat(two.changed(plan)).isEmpty();
      fixture.plans.resume(plan.id());
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(two.changed(plan))
        .containsExactly("CREATE local/app/one.txt", "CREATE local/app/part.txt");
  }

  @TestOnSqlite
  void changesOfAFailedStepAreKeptAsideAndTheStepRunsAgainWithoutThem(TestDatabaseKind base)
      throws Exception {
    TwoResourcesFixture two = open(base);
    PlanFixture fixture = two.fixture();
    Path go = folder.resolve("go");
    Plan plan =
        two.use(
            "trusted",
            script(
                "write: {path: one.txt, content: 'one'}",
                "run: {command: '[ -e %s ] || { echo junk > junk.txt; rm a.txt; echo j > $AGENTS_DIR_DOCS/old.txt; exit 3; }; ls > list.txt'}"
                    .formatted(go)));
    Plan errored = two.carryOut(plan, "execute/errored");
    assertThat(states(two, plan)).containsExactly(SandboxState.ERRORED, SandboxState.ERRORED);
    Checkpoint failed =
        checkpoints(two).of(errored).stream()
            .filter(point -> point.reason() == Reason.FAILED)
            .findFirst()
            .orElseThrow();
    assertThat(failed.step()).isEqualTo(1);
    assertThat(TwoResourcesFixture.inWords(checkpoints(two).keptBy(failed)))
        .containsExactly(
            "DELETE local/app/a.txt", "CREATE local/app/junk.txt", "MODIFY local/docs/old.txt");
    assertThat(two.changed(errored)).containsExactly("CREATE local/app/one.txt");
    assertThatThrownBy(() -> checkpoints(two).rollBack(plan.id(), failed))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("unfinished step");
    Files.createFile(go);
    fixture.plans.resume(plan.id());
    two.carryOut(plan, "execute/complete");
    assertThat(two.changed(plan))
        .containsExactly("CREATE local/app/list.txt", "CREATE local/app/one.txt");
    assertThat(checkpoints(two).of(fixture.plans.require(plan.id()))).contains(failed);
  }

  @TestOnSqlite
  void whatAReadOnlyPlanWroteIsKeptAsideToo(TestDatabaseKind base) throws Exception {
    TwoResourcesFixture two = open(base);
    Plan plan = two.useReadOnly(command("echo x > $AGENTS_DIR_DOCS/x.txt"));
    Plan errored = two.carryOut(plan, "execute/errored");
    Checkpoint failed = checkpoints(two).of(errored).getLast();
    assertThat(failed.reason()).isEqualTo(Reason.FAILED);
    assertThat(TwoResourcesFixture.inWords(checkpoints(two).keptBy(failed)))
        .containsExactly("CREATE local/docs/x.txt");
    assertThat(two.changed(errored)).isEmpty();
  }

  @TestOnSqlite
  void aStepThatRanOutOfTimeRunsAgainOnlyIfResumedFromTheFilesBeforeIt(TestDatabaseKind base)
      throws Exception {
    TwoResourcesFixture two = open(base);
    PlanFixture fixture = two.fixture();
    Path tried = folder.resolve("tried");
    Duration deadline = Duration.ofSeconds(1);
    fixture.commandTime.stop();
    Plan plan =
        two.use(
            "trusted",
            new Work.ByCommand(
                "exec",
                "[ -e %1$s ] || { echo j > junk.txt; rm a.txt; echo j > $AGENTS_DIR_DOCS/j; rm $AGENTS_DIR_DOCS/old.txt; touch %1$s; sleep 300; }; echo ok > ok.txt; cp $AGENTS_DIR_DOCS/old.txt copy.txt"
                    .formatted(tried),
                null,
                deadline,
                List.of()));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(tried));
      fixture.commandTime.putForward(deadline);
      fixture.await(plan.id(), "execute/errored");
      fixture.plans.resume(plan.id());
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(two.changed(plan))
        .containsExactly("CREATE local/app/copy.txt", "CREATE local/app/ok.txt");
    assertThat(fixture.plans.errors(plan.id())).singleElement().matches(it -> !it.retriable());
  }

  @TestOnSqlite
  void afterReplanningEarlierCheckpointsCannotBeReached(TestDatabaseKind base) throws Exception {
    TwoResourcesFixture two = open(base);
    Plan plan = two.carryOut(two.use("trusted", command("echo x > x.txt")), "execute/complete");
    assertThat(checkpoints(two).of(plan)).hasSize(1);
    Plan anew = two.fixture().plans.replan(plan.id(), "other", null, CancellationToken.none());
    assertThat(checkpoints(two).of(anew)).isEmpty();
    Plan again = two.carryOut(plan, "execute/complete");
    assertThat(checkpoints(two).of(again)).hasSize(1);
  }

  @TestOnSqlite
  void aPlanThatFollowedItsBranchHasAnotherBeginningAndNoWayBack(TestDatabaseKind base)
      throws Exception {
    TwoResourcesFixture two = open(base);
    PlanFixture fixture = two.fixture();
    fixture.write("ten.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
    fixture.git("add", "-A");
    fixture.git("commit", "-q", "-m", "ten");
    Plan plan =
        two.carryOut(
            two.use(
                "trusted",
                script(
                    "run: {command: 'sed -i s/^10$/ten/ ten.txt'}",
                    "write: {path: x.txt, content: x}")),
            "execute/complete");
    Checkpoint old = at(two, plan, 1);
    fixture.write("ten.txt", "one\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
    fixture.git("commit", "-q", "-a", "-m", "theirs");
    fixture.plans.apply(plan.id());
    Plan followed = two.carryOut(plan, "apply/constrained");
    assertThat(followed.brief().targets().getFirst().base())
        .isEqualTo(fixture.git("rev-parse", "HEAD"));
    assertThat(checkpoints(two).of(followed)).isEmpty();
    assertThatThrownBy(() -> checkpoints(two).rollBack(plan.id(), old))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("rolled back from checkpoint");
    assertThat(fixture.plans.require(plan.id())).isEqualTo(followed);
  }
}

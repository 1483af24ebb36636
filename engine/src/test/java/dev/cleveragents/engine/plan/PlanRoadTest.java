package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.PlanBriefJson;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Changesets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole road of a plan, with real git, real commands and both databases. */
class PlanRoadTest {

  @TempDir private Path folder;
  @AutoClose private @Nullable PlanFixture opened;

  private PlanFixture open(TestDatabaseKind base) throws Exception {
    opened = new PlanFixture(folder, base.in(folder));
    return opened;
  }

  @ParameterizedTest
  @EnumSource
  void aGoalBecomesAnAppliedAuditedCommit(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    fixture.write("mine.txt", "not committed\n");
    Plan plan = fixture.use("ci", command("echo two >> a.txt"), check("grep -q two a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\ntwo\n");
    assertThat(fixture.read("mine.txt")).isEqualTo("not committed\n");
    assertThat(fixture.git("status", "--porcelain")).isEqualTo("?? mine.txt");
    assertThat(fixture.git("log", "-1", "--format=%B")).contains("CleverAgents-Plan: " + plan.id());
    assertThat(fixture.plans.decisions(plan.id()))
        .extracting(decision -> decision.choice().type().id())
        .containsExactly("prompt_definition", "strategy_choice");
    assertThat(fixture.log.log(EventFilter.ofPlan(plan.id()), 0, 100))
        .extracting(entry -> entry.event().type())
        .startsWith("plan.made")
        .contains("tool.done", "validation.ran", "apply.done");
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  @TestOnSqlite
  void aPlanThatMustBeAllowedHoldsNoJobAndAskingTwiceRunsItOnce(TestDatabaseKind base)
      throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("supervised", command("echo x >> a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "strategize/complete");
      assertThat(fixture.openJobs()).isZero();
      assertThat(fixture.plans.approvals().of(plan.id()))
          .hasValueSatisfying(approval -> assertThat(approval.gate()).isEqualTo("execute"));
      fixture.plans.execute(plan.id());
      fixture.plans.execute(plan.id());
      fixture.await(plan.id(), "execute/complete");
      assertThat(fixture.read("a.txt")).isEqualTo("one\n");
      assertThat(fixture.plans.execute(plan.id()).status().stage()).hasToString("execute/complete");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
      assertThat(fixture.plans.apply(plan.id()).status().stage()).hasToString("apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\nx\n");
    assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("2");
  }

  @Test
  void ignoredFilesAreCountedWithTheCommandThatMadeThem() throws Exception {
    PlanFixture fixture = open(TestDatabaseKind.SQLITE);
    fixture.write(".gitignore", "*.o\n");
    fixture.git("add", ".gitignore");
    fixture.git("commit", "-qm", "objects are ignored");
    Plan plan =
        fixture.use(
            "ci",
            script(
                "run: {command: 'touch a.o b.o'}",
                "write: {path: c.txt, content: x}",
                "run: {command: 'touch c.o'}",
                "run: {command: 'rm a.o'}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(new ApprovalFixture(fixture).told(plan.id(), "tool.done", "ignored"))
        .containsExactly("2", "null", "1", "null");
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void manyWhoAllowItAtOnceStartItOnce(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("supervised", command("echo x >> a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "strategize/complete");
      CyclicBarrier together = new CyclicBarrier(8);
      List<Future<Plan>> answers = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
        for (int i = 0; i < 8; i++) {
          answers.add(
              threads.submit(
                  () -> {
                    together.await(30, TimeUnit.SECONDS);
                    return fixture.plans.execute(plan.id());
                  }));
        }
        for (Future<Plan> answer : answers) {
          assertThat(answer.get(60, TimeUnit.SECONDS).status().phase())
              .isEqualTo(PlanPhase.EXECUTE);
        }
      }
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(new Changesets(fixture.database).of(plan.id())).hasSize(1);
  }

  @TestOnSqlite
  void aFailedRequiredCheckIsRepairedWithItsFindings(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Plan plan =
        fixture.use(
            "trusted",
            command("echo bad > b.txt", "echo good > b.txt; echo \"$AGENTS_FINDINGS\" > f.txt"),
            check("cat b.txt; grep -q good b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("b.txt")).isEqualTo("good\n");
    assertThat(fixture.read("f.txt")).contains("check: exit code 1").contains("bad");
  }

  @TestOnSqlite
  void aCheckThatStaysRedErrsAfterThreeRoundsAndIsNeverApplied(TestDatabaseKind base)
      throws Exception {
    PlanFixture fixture = open(base);
    Plan plan =
        fixture.use("ci", command("echo bad > b.txt", "echo worse >> b.txt"), check("false"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.category()).isEqualTo("validation");
              assertThat(error.message()).contains("3 rounds");
            });
    assertThat(fixture.plans.require(plan.id()).status().counters().stepsDone()).isEqualTo(4);
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
  }

  @TestOnSqlite
  void aCheckThatChangesFilesHasFailedAndTheyArePutBack(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("ci", command("echo x > b.txt"), check("echo y >> b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).getFirst().message()).contains("it changed b.txt");
  }

  @TestOnSqlite
  void whatAPersonHasThereIsNotTouchedAndTheApplyCanBeRepeated(TestDatabaseKind base)
      throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("trusted", command("echo plan > b.txt; echo plan >> a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      fixture.write("b.txt", "mine\n");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/constrained");
      assertThat(fixture.read("b.txt")).isEqualTo("mine\n");
      assertThat(fixture.read("a.txt")).isEqualTo("one\n");
      assertThat(fixture.plans.errors(plan.id()).getLast().message()).contains("b.txt");
      Files.delete(fixture.repository.resolve("b.txt"));
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("b.txt")).isEqualTo("plan\n");
  }

  @TestOnSqlite
  void aPauseStopsTheCommandAndResumingContinuesAfterTheLastStepDone(TestDatabaseKind base)
      throws Exception {
    PlanFixture fixture = open(base);
    Path alive = folder.resolve("alive");
    Plan plan =
        fixture.use(
            "ci",
            script(
                "write: {path: one.txt, content: 'one'}",
                "run: {command: \"echo x >> two.txt; [ -e %1$s.go ] || { touch %1$s; sleep 300; }\"}"
                    .formatted(alive),
                "write: {path: three.txt, content: 'three'}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(alive));
      fixture.plans.pause(plan.id());
      Plan paused = fixture.await(plan.id(), "execute/queued");
      assertThat(paused.status().held()).isTrue();
      assertThat(paused.status().counters().stepsDone()).isEqualTo(1);
      Files.createFile(Path.of(alive + ".go"));
      fixture.plans.resume(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("two.txt")).isEqualTo("x\n");
    assertThat(fixture.read("one.txt")).isEqualTo("one");
    assertThat(fixture.read("three.txt")).isEqualTo("three");
  }

  @TestOnSqlite
  void aCancelStopsTheWholeProcessTreeForGoodAndKeepsTheWork(TestDatabaseKind base)
      throws Exception {
    PlanFixture fixture = open(base);
    Path pid = folder.resolve("pid");
    Plan plan =
        fixture.use(
            "ci",
            script(
                "write: {path: one.txt, content: 'one'}",
                "run: {command: \"(sleep 300 & echo $! > %s); sleep 300\"}".formatted(pid)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(pid) && pid.toFile().length() > 0);
      long child = Long.parseLong(Files.readString(pid).strip());
      fixture.plans.cancel(plan.id(), "enough");
      fixture.await(plan.id(), "execute/cancelled");
      fixture.await(
          plan.id(), it -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    }
    assertThat(new Changesets(fixture.database).net(plan.id()))
        .extracting(change -> change.path())
        .containsExactly("one.txt");
    assertThatThrownBy(() -> fixture.plans.resume(plan.id()))
        .isInstanceOf(OperationException.class);
  }

  @ParameterizedTest
  @EnumSource
  void aZombieChangesNothingOnceItsSuccessorHasThePlan(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Path first = folder.resolve("first");
    Path go = folder.resolve("go");
    Plan plan =
        fixture.use(
            "ci",
            script(
                "write: {path: one.txt, content: 'one'}",
                "run: {command: \"echo $AGENTS_LEASE >> %s; while ! [ -e %s ]; do sleep 0.05; done; echo x >> two.txt\"}"
                    .formatted(first, go)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> Files.exists(first));
      fixture.takeOwnerForDead();
      try (AsyncWorker _ = fixture.startWorker()) {
        fixture.await(plan.id(), it -> first.toFile().length() >= 4);
        Files.createFile(go);
        fixture.await(plan.id(), "apply/applied");
      }
    }
    assertThat(fixture.read("two.txt")).isEqualTo("x\n");
    assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("2");
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  @TestOnSqlite
  void aPassingFailureIsTriedAgainByItself(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Plan plan =
        fixture.use(
            "ci",
            script(
                "write: {path: one.txt, content: 'one'}",
                "fail: {message: 'rate limit', transient: true, times: 1}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.plans.errors(plan.id()))
        .singleElement()
        .satisfies(error -> assertThat(error.retriable()).isTrue());
  }

  @TestOnSqlite
  void anErrorIsKeptAndAPersonCanTryAgain(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Path go = folder.resolve("go");
    Plan plan =
        fixture.use("ci", command("echo why it failed; [ -e " + go + " ] && echo x > b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
      assertThat(fixture.plans.errors(plan.id()).getFirst().message()).contains("why it failed");
      Files.createFile(go);
      fixture.plans.resume(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
  }

  @TestOnSqlite
  void aPlanThatChangesNothingMakesNoCommit(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("ci", command("true"));
    try (AsyncWorker _ = fixture.startWorker()) {
      assertThat(fixture.await(plan.id(), "apply/applied").changesNothing()).isTrue();
    }
    assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("1");
  }

  @TestOnSqlite
  void aReadOnlyPlanMayChangeNothing(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("ci", true, command("echo x > b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).getFirst().message()).contains("b.txt");
  }

  @TestOnSqlite
  void whatStopsAPlanIsReportedAllAtOnceBeforeItIsMade(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Files.move(fixture.repository.resolve(".git"), folder.resolve("elsewhere"));
    assertThatThrownBy(() -> fixture.use("no-such-profile", command(" ")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("no-such-profile")
        .hasMessageContaining("is empty")
        .hasMessageContaining("git");
    assertThat(fixture.plans.list(null, 10)).isEmpty();
  }

  @TestOnSqlite
  void replanningStartsOverFromThePresentFilesWithoutRecordedChanges(TestDatabaseKind base)
      throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("trusted", command("echo x >> b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      fixture.write("b.txt", "a later commit\n");
      fixture.commit("second");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/constrained");
      fixture.plans.replan(plan.id(), "the branch has moved", null, CancellationToken.none());
      Plan again =
          fixture.await(
              plan.id(),
              it ->
                  it.status().stage().toString().equals("execute/complete")
                      && it.status().counters().replans() == 1);
      fixture.plans.apply(again.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("b.txt")).isEqualTo("a later commit\nx\n");
    assertThat(fixture.plans.decisions(plan.id()))
        .anySatisfy(it -> assertThat(it.choice().type().id()).isEqualTo("replan"));
  }

  @TestOnSqlite
  void aRedactionMarkIsNotWrittenOverASecret(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("ci", command("echo 'key = [REDACTED:token]' > a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).getFirst().message()).contains("a.txt");
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
  }

  @TestOnSqlite
  void theCopyIsGoneOnceItsWorkIsAppliedAndNotBefore(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Plan plan = fixture.use("trusted", command("echo x > b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      assertThat(fixture.sandboxes.of(plan.id()).getFirst().directory()).isDirectory();
      assertThat(fixture.git("log", "--all", "--format=%s")).isEqualTo("first");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.sandboxes.of(plan.id()).getFirst().directory()).doesNotExist();
    assertThat(fixture.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/base"))
        .isEmpty();
    fixture.git("reset", "-q", "--hard", "HEAD^");
    assertThat(fixture.git("log", "--all", "--format=%s")).isEqualTo("first");
  }

  @ParameterizedTest
  @EnumSource
  void aBriefSurvivesTheStoreAsItWas(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    Work work = command("echo {goal} \"x\"", "fix\tit");
    Plan plan = fixture.use("manual", work, check("a\nb"));
    assertThat(plan.status().held()).isTrue();
    assertThat(plan.brief().execution()).isEqualTo(work);
    assertThat(plan.brief().checks()).containsExactly(check("a\nb"));
    assertThat(plan.brief().targets().getFirst().branch()).isEqualTo("refs/heads/main");
    assertThat(PlanBriefJson.read(PlanBriefJson.write(plan.brief()))).isEqualTo(plan.brief());
  }
}

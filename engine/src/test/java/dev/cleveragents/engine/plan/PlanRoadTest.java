package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.check;
import static dev.cleveragents.engine.plan.PlanHouse.command;
import static dev.cleveragents.engine.plan.PlanHouse.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
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
  @AutoClose private @Nullable PlanHouse opened;

  private PlanHouse open(Base base) throws Exception {
    opened = new PlanHouse(folder, base.in(folder));
    return opened;
  }

  @ParameterizedTest
  @EnumSource
  void aGoalBecomesAnAppliedAuditedCommit(Base base) throws Exception {
    PlanHouse house = open(base);
    house.write("mine.txt", "not committed\n");
    Plan plan = house.use("ci", command("echo two >> a.txt"), check("grep -q two a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("a.txt")).isEqualTo("one\ntwo\n");
    assertThat(house.read("mine.txt")).isEqualTo("not committed\n");
    assertThat(house.git("status", "--porcelain")).isEqualTo("?? mine.txt");
    assertThat(house.git("log", "-1", "--format=%B")).contains("CleverAgents-Plan: " + plan.id());
    assertThat(house.plans.decisions(plan.id()))
        .extracting(decision -> decision.choice().type().id())
        .containsExactly("prompt_definition", "strategy_choice");
    assertThat(house.log.log(EventFilter.ofPlan(plan.id()), 0, 100))
        .extracting(entry -> entry.event().type())
        .startsWith("plan.made")
        .contains("tool.done", "validation.ran", "apply.done");
    assertThat(house.log.verify().isSound()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aPlanThatMustBeAllowedHoldsNoJobAndAskingTwiceRunsItOnce(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("supervised", command("echo x >> a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "strategize/complete");
      assertThat(house.openJobs()).isZero();
      assertThat(house.plans.openApproval(plan.id()))
          .hasValueSatisfying(approval -> assertThat(approval.gate()).isEqualTo("execute"));
      house.plans.execute(plan.id());
      house.plans.execute(plan.id());
      house.await(plan.id(), "execute/complete");
      assertThat(house.read("a.txt")).isEqualTo("one\n");
      assertThat(house.plans.execute(plan.id()).standing().stage()).hasToString("execute/complete");
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/applied");
      assertThat(house.plans.apply(plan.id()).standing().stage()).hasToString("apply/applied");
    }
    assertThat(house.read("a.txt")).isEqualTo("one\nx\n");
    assertThat(house.git("rev-list", "--count", "HEAD")).isEqualTo("2");
  }

  @Test
  void ignoredFilesAreCountedWithTheCommandThatMadeThem() throws Exception {
    PlanHouse house = open(Base.SQLITE);
    house.write(".gitignore", "*.o\n");
    house.git("add", ".gitignore");
    house.git("commit", "-qm", "objects are ignored");
    Plan plan =
        house.use(
            "ci",
            script(
                "run: {command: 'touch a.o b.o'}",
                "write: {path: c.txt, content: x}",
                "run: {command: 'touch c.o'}",
                "run: {command: 'rm a.o'}"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "apply/applied");
    }
    assertThat(new Questions(house).told(plan.id(), "tool.done", "ignored"))
        .containsExactly("2", "null", "1", "null");
    assertThat(house.git("status", "--porcelain")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void manyWhoAllowItAtOnceStartItOnce(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("supervised", command("echo x >> a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "strategize/complete");
      CyclicBarrier together = new CyclicBarrier(8);
      List<Future<Plan>> answers = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
        for (int i = 0; i < 8; i++) {
          answers.add(
              threads.submit(
                  () -> {
                    together.await(30, TimeUnit.SECONDS);
                    return house.plans.execute(plan.id());
                  }));
        }
        for (Future<Plan> answer : answers) {
          assertThat(answer.get(60, TimeUnit.SECONDS).standing().phase())
              .isEqualTo(PlanPhase.EXECUTE);
        }
      }
      house.await(plan.id(), "execute/complete");
    }
    assertThat(new Changesets(house.database).of(plan.id())).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aRequiredCheckThatFailsIsMendedWithItsFindings(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan =
        house.use(
            "trusted",
            command("echo bad > b.txt", "echo good > b.txt; echo \"$AGENTS_FINDINGS\" > f.txt"),
            check("cat b.txt; grep -q good b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("b.txt")).isEqualTo("good\n");
    assertThat(house.read("f.txt")).contains("check: exit code 1").contains("bad");
  }

  @ParameterizedTest
  @EnumSource
  void aCheckThatStaysRedErrsAfterThreeRoundsAndIsNeverApplied(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("ci", command("echo bad > b.txt", "echo worse >> b.txt"), check("false"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
    }
    assertThat(house.plans.errors(plan.id()))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.category()).isEqualTo("validation");
              assertThat(error.message()).contains("3 rounds");
            });
    assertThat(house.plans.require(plan.id()).standing().counters().stepsDone()).isEqualTo(4);
    assertThat(house.git("status", "--porcelain")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aCheckThatChangesFilesHasFailedAndTheyArePutBack(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("ci", command("echo x > b.txt"), check("echo y >> b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
    }
    assertThat(house.plans.errors(plan.id()).getFirst().message()).contains("it changed b.txt");
  }

  @ParameterizedTest
  @EnumSource
  void whatAPersonHasThereIsNotTouchedAndTheApplyCanBeRepeated(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("trusted", command("echo plan > b.txt; echo plan >> a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      house.write("b.txt", "mine\n");
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/constrained");
      assertThat(house.read("b.txt")).isEqualTo("mine\n");
      assertThat(house.read("a.txt")).isEqualTo("one\n");
      assertThat(house.plans.errors(plan.id()).getLast().message()).contains("b.txt");
      Files.delete(house.repository.resolve("b.txt"));
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("b.txt")).isEqualTo("plan\n");
  }

  @ParameterizedTest
  @EnumSource
  void aPauseStopsTheCommandAndTheRestGoesOnFromTheLastStepDone(Base base) throws Exception {
    PlanHouse house = open(base);
    Path alive = folder.resolve("alive");
    Plan plan =
        house.use(
            "ci",
            script(
                "write: {path: one.txt, content: 'one'}",
                "run: {command: \"echo x >> two.txt; [ -e %1$s.go ] || { touch %1$s; sleep 300; }\"}"
                    .formatted(alive),
                "write: {path: three.txt, content: 'three'}"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> Files.exists(alive));
      house.plans.pause(plan.id());
      Plan paused = house.await(plan.id(), "execute/queued");
      assertThat(paused.standing().held()).isTrue();
      assertThat(paused.standing().counters().stepsDone()).isEqualTo(1);
      Files.createFile(Path.of(alive + ".go"));
      house.plans.resume(plan.id());
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("two.txt")).isEqualTo("x\n");
    assertThat(house.read("one.txt")).isEqualTo("one");
    assertThat(house.read("three.txt")).isEqualTo("three");
  }

  @ParameterizedTest
  @EnumSource
  void aCancelStopsTheWholeProcessTreeForGoodAndKeepsTheWork(Base base) throws Exception {
    PlanHouse house = open(base);
    Path pid = folder.resolve("pid");
    Plan plan =
        house.use(
            "ci",
            script(
                "write: {path: one.txt, content: 'one'}",
                "run: {command: \"(sleep 300 & echo $! > %s); sleep 300\"}".formatted(pid)));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> Files.exists(pid) && pid.toFile().length() > 0);
      long child = Long.parseLong(Files.readString(pid).strip());
      house.plans.cancel(plan.id(), "enough");
      house.await(plan.id(), "execute/cancelled");
      house.await(
          plan.id(), it -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    }
    assertThat(new Changesets(house.database).net(plan.id()))
        .extracting(change -> change.path())
        .containsExactly("one.txt");
    assertThatThrownBy(() -> house.plans.resume(plan.id())).isInstanceOf(PlanException.class);
  }

  @ParameterizedTest
  @EnumSource
  void aZombieChangesNothingOnceItsSuccessorHasThePlan(Base base) throws Exception {
    PlanHouse house = open(base);
    Path first = folder.resolve("first");
    Path go = folder.resolve("go");
    Plan plan =
        house.use(
            "ci",
            script(
                "write: {path: one.txt, content: 'one'}",
                "run: {command: \"echo $CLEVERAGENTS_LEASE >> %s; while ! [ -e %s ]; do sleep 0.05; done; echo x >> two.txt\"}"
                    .formatted(first, go)));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> Files.exists(first));
      house.takeOwnerForDead();
      try (AsyncWorker _ = house.startWorker()) {
        house.await(plan.id(), it -> first.toFile().length() >= 4);
        Files.createFile(go);
        house.await(plan.id(), "apply/applied");
      }
    }
    assertThat(house.read("two.txt")).isEqualTo("x\n");
    assertThat(house.git("rev-list", "--count", "HEAD")).isEqualTo("2");
    assertThat(house.log.verify().isSound()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aPassingFailureIsTriedAgainByItself(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan =
        house.use(
            "ci",
            script(
                "write: {path: one.txt, content: 'one'}",
                "fail: {message: 'rate limit', transient: true, times: 1}"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.plans.errors(plan.id()))
        .singleElement()
        .satisfies(error -> assertThat(error.retriable()).isTrue());
  }

  @ParameterizedTest
  @EnumSource
  void anErrorIsKeptAndAPersonCanTryAgain(Base base) throws Exception {
    PlanHouse house = open(base);
    Path go = folder.resolve("go");
    Plan plan = house.use("ci", command("echo why it failed; [ -e " + go + " ] && echo x > b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
      assertThat(house.plans.errors(plan.id()).getFirst().message()).contains("why it failed");
      Files.createFile(go);
      house.plans.resume(plan.id());
      house.await(plan.id(), "apply/applied");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPlanThatChangesNothingMakesNoCommit(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("ci", command("true"));
    try (AsyncWorker _ = house.startWorker()) {
      assertThat(house.await(plan.id(), "apply/applied").changesNothing()).isTrue();
    }
    assertThat(house.git("rev-list", "--count", "HEAD")).isEqualTo("1");
  }

  @ParameterizedTest
  @EnumSource
  void aReadOnlyPlanMayChangeNothing(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("ci", true, command("echo x > b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
    }
    assertThat(house.plans.errors(plan.id()).getFirst().message()).contains("b.txt");
  }

  @ParameterizedTest
  @EnumSource
  void whatStopsAPlanIsReportedAllAtOnceBeforeItIsMade(Base base) throws Exception {
    PlanHouse house = open(base);
    Files.move(house.repository.resolve(".git"), folder.resolve("elsewhere"));
    assertThatThrownBy(() -> house.use("no-such-profile", command(" ")))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no-such-profile")
        .hasMessageContaining("is empty")
        .hasMessageContaining("git");
    assertThat(house.plans.list(null, 10)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void replanningBeginsAnewFromWhatIsThereNowWithoutWhatWasRecorded(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("trusted", command("echo x >> b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      house.write("b.txt", "a later commit\n");
      house.commit("second");
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/constrained");
      house.plans.replan(plan.id(), "the branch has moved", CancellationToken.none());
      Plan again =
          house.await(
              plan.id(),
              it ->
                  it.standing().stage().toString().equals("execute/complete")
                      && it.standing().counters().replans() == 1);
      house.plans.apply(again.id());
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("b.txt")).isEqualTo("a later commit\nx\n");
    assertThat(house.plans.decisions(plan.id()))
        .anySatisfy(it -> assertThat(it.choice().type().id()).isEqualTo("replan"));
  }

  @ParameterizedTest
  @EnumSource
  void aRedactionMarkIsNotWrittenOverASecret(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("ci", command("echo 'key = [REDACTED:token]' > a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
    }
    assertThat(house.plans.errors(plan.id()).getFirst().message()).contains("a.txt");
    assertThat(house.read("a.txt")).isEqualTo("one\n");
  }

  @ParameterizedTest
  @EnumSource
  void theCopyIsGoneOnceItsWorkIsAppliedAndNotBefore(Base base) throws Exception {
    PlanHouse house = open(base);
    Plan plan = house.use("trusted", command("echo x > b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      assertThat(house.sandboxes.of(plan.id()).getFirst().directory()).isDirectory();
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.sandboxes.of(plan.id()).getFirst().directory()).doesNotExist();
    assertThat(house.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/base"))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aBriefSurvivesTheStoreAsItWas(Base base) throws Exception {
    PlanHouse house = open(base);
    Work work = command("echo {goal} \"x\"", "fix\tit");
    Plan plan = house.use("manual", work, check("a\nb"));
    assertThat(plan.standing().held()).isTrue();
    assertThat(plan.brief().execution()).isEqualTo(work);
    assertThat(plan.brief().checks()).containsExactly(check("a\nb"));
    assertThat(plan.brief().targets().getFirst().branch()).isEqualTo("refs/heads/main");
    assertThat(BriefJson.read(BriefJson.write(plan.brief()))).isEqualTo(plan.brief());
  }
}

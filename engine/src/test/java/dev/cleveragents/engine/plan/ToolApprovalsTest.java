package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.check;
import static dev.cleveragents.engine.plan.PlanHouse.command;
import static dev.cleveragents.engine.plan.PlanHouse.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.yaml.Source;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.store.Transaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
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

/** Plans that ask before they use a tool. */
class ToolApprovalsTest {

  /** Looks like a key of a provider and is none. */
  private static final String KEY = "sk-ant-api03-" + "Zk3".repeat(30);

  @TempDir private Path folder;
  @AutoClose private @Nullable PlanHouse opened;

  private PlanHouse open() throws Exception {
    return open(Base.SQLITE);
  }

  private PlanHouse open(Base base) throws Exception {
    opened = new PlanHouse(folder, base.in(folder));
    return opened;
  }

  @ParameterizedTest
  @EnumSource
  void aPlanThatAsksBeforeEveryWriteWaitsWithoutAJobAndGoesOnWhenAnswered(Base base)
      throws Exception {
    PlanHouse house = open(base);
    Questions questions = new Questions(house);
    questions.askBeforeEveryTool();
    Plan plan =
        house.use(
            "careful",
            script(
                "write: {path: a.txt, content: \"two\\n\"}",
                "write: {path: b.txt, content: 'new'}",
                "run: {command: 'cat a.txt >> b.txt'}"));
    try (AsyncWorker _ = house.startWorker()) {
      Approval first = questions.about(plan.id(), 1);
      assertThat(house.plans.require(plan.id()).standing().stage()).hasToString("execute/waiting");
      assertThat(house.openJobs()).isZero();
      assertThat(first.gate()).isEqualTo("edit_file");
      assertThat(first.question()).isEqualTo("Step 1: write a.txt?");
      assertThat(first.detail()).contains("-one", "+two");
      assertThat(house.plans.approvals().open(null, 10)).containsExactly(first);

      house.plans.approvals().grant(first, "ana");
      Approval second = questions.about(plan.id(), 2);
      assertThat(second.gate()).isEqualTo("create_file");
      house.plans.approvals().grant(second, "ana");
      Approval third = questions.about(plan.id(), 3);
      assertThat(third.gate()).isEqualTo("run_command");
      assertThat(third.detail()).isEqualTo("cat a.txt >> b.txt");
      house.plans.approvals().grant(third, "ana");
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("b.txt")).isEqualTo("newtwo\n");
    assertThat(questions.told(plan.id(), "approval.asked", "step")).containsExactly("1", "2", "3");
    assertThat(questions.told(plan.id(), "approval.given", "answer"))
        .containsExactly("granted", "granted", "granted");
    assertThat(house.log.verify().isSound()).isTrue();
  }

  @Test
  void manualAsksAtEveryPhaseAndEveryStep() throws Exception {
    PlanHouse house = open();
    Plan plan = house.use("manual", command("echo two >> a.txt"));
    List<String> gates = new ArrayList<>();
    try (AsyncWorker _ = house.startWorker()) {
      for (int i = 0; i < 4; i++) {
        house.await(
            plan.id(),
            it ->
                house
                    .plans
                    .approvals()
                    .of(plan.id())
                    .filter(open -> !gates.contains(open.gate()))
                    .isPresent());
        Approval open = house.plans.approvals().of(plan.id()).orElseThrow();
        gates.add(open.gate());
        house.plans.approvals().grant(open, "ana");
      }
      house.await(plan.id(), "apply/applied");
    }
    assertThat(gates)
        .containsExactly(
            "strategize", "execute", "run_command,use_network,install_dependency", "apply");
  }

  @Test
  void aNoStopsThePlanWithItsReasonAndWhoeverResumesItIsAskedAgain() throws Exception {
    PlanHouse house = open();
    Questions questions = new Questions(house);
    questions.askBeforeEveryTool();
    Plan plan = house.use("careful", script("delete: {path: a.txt}"));
    try (AsyncWorker _ = house.startWorker()) {
      house.plans.approvals().deny(questions.about(plan.id(), 1), "ana", "not that one");
      house.await(plan.id(), "execute/errored");
      assertThat(house.plans.errors(plan.id()))
          .singleElement()
          .satisfies(
              error -> {
                assertThat(error.category()).isEqualTo("policy");
                assertThat(error.message())
                    .contains("Step 1, delete a.txt", "ana did not allow it: not that one");
              });
      house.plans.resume(plan.id());
      questions.allow(plan.id(), 1);
      house.await(plan.id(), "apply/applied");
    }
    assertThat(Files.exists(house.repository.resolve("a.txt"))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void ofManyAnswersAtOnceOneHoldsAndTheOthersAreTold(Base base) throws Exception {
    PlanHouse house = open(base);
    Questions questions = new Questions(house);
    questions.askBeforeEveryTool();
    Plan plan = house.use("careful", script("write: {path: a.txt, content: 'x'}"));
    Approval open = questions.askedBy(plan.id(), 1);
    int many = 6;
    CyclicBarrier together = new CyclicBarrier(many);
    List<Future<Plan>> answers = new ArrayList<>();
    List<String> told = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(many)) {
      for (int i = 0; i < many; i++) {
        boolean yes = i % 2 == 0;
        String who = "person-" + i;
        answers.add(
            threads.submit(
                () -> {
                  together.await(30, TimeUnit.SECONDS);
                  return yes
                      ? house.plans.approvals().grant(open, who)
                      : house.plans.approvals().deny(open, who, null);
                }));
      }
      for (Future<Plan> answer : answers) {
        try {
          answer.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
          assertThat(e.getCause()).isInstanceOf(PlanException.class);
          told.add(String.valueOf(e.getMessage()));
        }
      }
    }
    assertThat(told)
        .hasSize(many - 1)
        .allSatisfy(it -> assertThat(it).contains("already, by person-", "too late"));
    assertThat(questions.told(plan.id(), "approval.given", "answer")).hasSize(1);
    assertThat(house.openJobs()).isEqualTo(1);
  }

  @Test
  void aYesHoldsForItsStepAlsoWhenTheWorkerDiesAndNotForThatStepDoneAnew() throws Exception {
    PlanHouse house = open();
    Questions questions = new Questions(house);
    questions.askBeforeEveryTool();
    profileThatAsksBeforeApply(house);
    Plan plan =
        house.use(
            "guarded",
            script(
                "run: {command: 'until test -e %s; do sleep 0.05; done; touch b.txt'}"
                    .formatted(folder.resolve("go"))));
    try (AsyncWorker _ = house.startWorker()) {
      questions.allow(plan.id(), 1);
      house.await(plan.id(), "execute/processing");
      house.takeOwnerForDead();
    }
    Files.createFile(folder.resolve("go"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      assertThat(questions.told(plan.id(), "approval.asked", "step"))
          .filteredOn("1"::equals)
          .hasSize(1);
      Checkpoint begin = house.checkpoints.of(house.plans.require(plan.id())).getFirst();
      house.checkpoints.rollBack(plan.id(), begin);
      house.plans.resume(plan.id());
      questions.about(plan.id(), 1);
      house.plans.replan(plan.id(), "another idea", CancellationToken.none());
      Approval anew = questions.about(plan.id(), 1);
      house.plans.approvals().grant(anew, "ana");
      house.await(plan.id(), "execute/complete");
    }
  }

  @Test
  void aYesToOneCallIsNoneToAnotherOfTheSameStep() throws Exception {
    PlanHouse house = open();
    Questions questions = new Questions(house);
    questions.askBeforeEveryTool();
    Plan plan = house.use("careful", script("delete: {path: a.txt}"));
    questions.askedBy(plan.id(), 1);
    questions.allow(plan.id(), 1);
    house.database.read(
        transaction -> {
          String asked =
              transaction
                  .first("SELECT subject FROM approvals", row -> row.getString(1))
                  .orElseThrow();
          assertThat(answer(transaction, plan, 1, asked)).isPresent();
          assertThat(answer(transaction, plan, 2, asked)).isEmpty();
          assertThat(answer(transaction, plan, 1, "another")).isEmpty();
          return plan.id();
        });
  }

  private static Optional<ApprovalRows.Answered> answer(
      Transaction transaction, Plan plan, int step, String subject) {
    return ApprovalRows.answerTo(transaction, plan, new Question.About(step, subject, ""));
  }

  private static void profileThatAsksBeforeApply(PlanHouse house) {
    house.definitions.create(
        DefinitionKind.PROFILE,
        new Source("p.yaml", "name: guarded\nbased_on: trusted\nthresholds: {run_command: 1.0}\n"));
  }

  @Test
  void mendingIsAskedAboutOnceARoundWhateverTheChecksPrint() throws Exception {
    PlanHouse house = open();
    Questions questions = new Questions(house);
    questions.askBeforeEveryTool();
    Plan plan =
        house.use(
            "careful",
            command("touch b.txt", "echo fixed {findings} >> b.txt"),
            check("date +%s%N; test -s b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      questions.allow(plan.id(), 1);
      Approval mending = questions.about(plan.id(), 2);
      assertThat(mending.detail()).startsWith("echo fixed").doesNotContain("exit code");
      house.plans.approvals().grant(mending, "ana");
      house.await(plan.id(), "apply/applied");
    }
    assertThat(questions.told(plan.id(), "approval.asked", "step")).containsExactly("1", "2");
    assertThat(house.plans.decisions(plan.id()).toString()).containsOnlyOnce("round 1 of 3");
  }

  @Test
  void aQuestionHasNoSecretsAndIsWithdrawnWithItsPlan() throws Exception {
    PlanHouse house = open();
    Questions questions = new Questions(house);
    questions.askBeforeEveryTool();
    Plan plan = house.use("careful", script("run: {command: 'echo token=" + KEY + "'}"));
    Approval open = questions.askedBy(plan.id(), 1);
    assertThat(open.toString()).contains("REDACTED").doesNotContain(KEY);
    assertThat(house.plans.require(plan.id()).standing().waitsFor()).doesNotContain(KEY);
    assertThat(house.log.log(EventFilter.ofPlan(plan.id()), 0, 1000).toString())
        .doesNotContain(KEY);
    house.plans.cancel(plan.id(), "no");
    assertThatThrownBy(() -> house.plans.approvals().grant(open, "ana"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("withdrawn already");
    assertThat(house.plans.require(plan.id()).standing().stage()).hasToString("execute/cancelled");
  }

  @Test
  void anAnsweredPlanThatNobodyHasTakenYetCanBePausedAndResumed() throws Exception {
    PlanHouse house = open();
    Questions questions = new Questions(house);
    questions.askBeforeEveryTool();
    Plan plan = house.use("careful", script("write: {path: b.txt, content: x}"));
    questions.askedBy(plan.id(), 1);
    assertThat(house.plans.resume(plan.id()).standing().waitsFor())
        .as("resume is no answer")
        .isNotNull();
    house.plans.approvals().grant(house.plans.approvals().of(plan.id()).orElseThrow(), "ana");
    assertThat(house.plans.pause(plan.id()).standing().held()).isTrue();
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> house.openJobs() == 0);
      assertThat(house.plans.require(plan.id()).standing().stage()).hasToString("execute/waiting");
      house.plans.resume(plan.id());
      house.await(plan.id(), "apply/applied");
    }
  }
}

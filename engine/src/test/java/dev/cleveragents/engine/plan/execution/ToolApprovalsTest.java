package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.ApprovalFixture;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.ApprovalRows;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.OperationException;
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
  @AutoClose private @Nullable PlanFixture opened;

  private PlanFixture open() throws Exception {
    return open(TestDatabaseKind.SQLITE);
  }

  private PlanFixture open(TestDatabaseKind base) throws Exception {
    opened = new PlanFixture(folder, base.in(folder));
    return opened;
  }

  @ParameterizedTest
  @EnumSource
  void aPlanThatAsksBeforeEveryWriteWaitsWithoutAJobAndContinuesWhenAnswered(TestDatabaseKind base)
      throws Exception {
    PlanFixture fixture = open(base);
    ApprovalFixture approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
    Plan plan =
        fixture.use(
            "careful",
            script(
                "write: {path: a.txt, content: \"two\\n\"}",
                "write: {path: b.txt, content: 'new'}",
                "run: {command: 'cat a.txt >> b.txt'}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      Approval first = approvals.about(plan.id(), 1);
      assertThat(fixture.plans.require(plan.id()).status().stage()).hasToString("execute/waiting");
      assertThat(fixture.openJobs()).isZero();
      assertThat(first.gate()).isEqualTo("edit_file");
      assertThat(first.question()).isEqualTo("Step 1: write a.txt?");
      assertThat(first.detail()).contains("-one", "+two");
      assertThat(fixture.plans.approvals().open(null, 10)).containsExactly(first);

      fixture.plans.approvals().grant(first, "ana");
      Approval second = approvals.about(plan.id(), 2);
      assertThat(second.gate()).isEqualTo("create_file");
      fixture.plans.approvals().grant(second, "ana");
      Approval third = approvals.about(plan.id(), 3);
      assertThat(third.gate()).isEqualTo("run_command");
      assertThat(third.detail()).isEqualTo("cat a.txt >> b.txt");
      fixture.plans.approvals().grant(third, "ana");
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("b.txt")).isEqualTo("newtwo\n");
    assertThat(approvals.told(plan.id(), "approval.asked", "step")).containsExactly("1", "2", "3");
    assertThat(approvals.told(plan.id(), "approval.given", "answer"))
        .containsExactly("granted", "granted", "granted");
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  @Test
  void manualAsksAtEveryPhaseAndEveryStep() throws Exception {
    PlanFixture fixture = open();
    Plan plan = fixture.use("manual", command("echo two >> a.txt"));
    List<String> gates = new ArrayList<>();
    try (AsyncWorker _ = fixture.startWorker()) {
      for (int i = 0; i < 4; i++) {
        fixture.await(
            plan.id(),
            it ->
                fixture
                    .plans
                    .approvals()
                    .of(plan.id())
                    .filter(open -> !gates.contains(open.gate()))
                    .isPresent());
        Approval open = fixture.plans.approvals().of(plan.id()).orElseThrow();
        gates.add(open.gate());
        fixture.plans.approvals().grant(open, "ana");
      }
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(gates)
        .containsExactly(
            "strategize", "execute", "run_command,use_network,install_dependency", "apply");
  }

  @Test
  void aRejectionStopsThePlanWithItsReasonAndResumingAsksAgain() throws Exception {
    PlanFixture fixture = open();
    ApprovalFixture approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
    Plan plan = fixture.use("careful", script("delete: {path: a.txt}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.plans.approvals().deny(approvals.about(plan.id(), 1), "ana", "not that one");
      fixture.await(plan.id(), "execute/errored");
      assertThat(fixture.plans.errors(plan.id()))
          .singleElement()
          .satisfies(
              error -> {
                assertThat(error.category()).isEqualTo("policy");
                assertThat(error.message())
                    .contains("Step 1, delete a.txt", "ana rejected it: not that one");
              });
      fixture.plans.resume(plan.id());
      approvals.allow(plan.id(), 1);
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(Files.exists(fixture.repository.resolve("a.txt"))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void ofManyAnswersAtOnceOneHoldsAndTheOthersAreTold(TestDatabaseKind base) throws Exception {
    PlanFixture fixture = open(base);
    ApprovalFixture approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
    Plan plan = fixture.use("careful", script("write: {path: a.txt, content: 'x'}"));
    Approval open = approvals.askedBy(plan.id(), 1);
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
                      ? fixture.plans.approvals().grant(open, who)
                      : fixture.plans.approvals().deny(open, who, null);
                }));
      }
      for (Future<Plan> answer : answers) {
        try {
          answer.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
          assertThat(e.getCause()).isInstanceOf(OperationException.class);
          told.add(String.valueOf(e.getMessage()));
        }
      }
    }
    assertThat(told)
        .hasSize(many - 1)
        .allSatisfy(it -> assertThat(it).contains("already, by person-", "too late"));
    assertThat(approvals.told(plan.id(), "approval.given", "answer")).hasSize(1);
    assertThat(fixture.openJobs()).isEqualTo(1);
  }

  @Test
  void anApprovalHoldsForItsStepAlsoWhenTheWorkerDiesAndNotAfterReplanning() throws Exception {
    PlanFixture fixture = open();
    ApprovalFixture approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
    profileThatAsksBeforeApply(fixture);
    Plan plan =
        fixture.use(
            "guarded",
            script(
                "run: {command: 'until test -e %s; do sleep 0.05; done; touch b.txt'}"
                    .formatted(folder.resolve("go"))));
    try (AsyncWorker _ = fixture.startWorker()) {
      approvals.allow(plan.id(), 1);
      fixture.await(plan.id(), "execute/processing");
      fixture.takeOwnerForDead();
    }
    Files.createFile(folder.resolve("go"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      assertThat(approvals.told(plan.id(), "approval.asked", "step"))
          .filteredOn("1"::equals)
          .hasSize(1);
      Checkpoint begin = fixture.checkpoints.of(fixture.plans.require(plan.id())).getFirst();
      fixture.checkpoints.rollBack(plan.id(), begin);
      fixture.plans.resume(plan.id());
      approvals.about(plan.id(), 1);
      fixture.plans.replan(plan.id(), "another idea", null, CancellationToken.none());
      Approval anew = approvals.about(plan.id(), 1);
      fixture.plans.approvals().grant(anew, "ana");
      fixture.await(plan.id(), "execute/complete");
    }
  }

  @Test
  void aYesToOneCallIsNoneToAnotherOfTheSameStep() throws Exception {
    PlanFixture fixture = open();
    ApprovalFixture approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
    Plan plan = fixture.use("careful", script("delete: {path: a.txt}"));
    approvals.askedBy(plan.id(), 1);
    approvals.allow(plan.id(), 1);
    fixture.database.read(
        transaction -> {
          String asked =
              transaction
                  .first("SELECT subject FROM plan_approvals", row -> row.getString(1))
                  .orElseThrow();
          assertThat(answer(transaction, plan, 1, asked)).isPresent();
          assertThat(answer(transaction, plan, 2, asked)).isEmpty();
          assertThat(answer(transaction, plan, 1, "another")).isEmpty();
          return plan.id();
        });
  }

  private static Optional<ApprovalRows.Answered> answer(
      Transaction transaction, Plan plan, int step, String subject) {
    return ApprovalRows.answerTo(transaction, plan, new ApprovalRequest.About(step, subject, ""));
  }

  private static void profileThatAsksBeforeApply(PlanFixture fixture) {
    fixture.definitions.create(
        DefinitionKind.PROFILE,
        new YamlSource(
            "p.yaml", "name: guarded\nbased_on: trusted\nthresholds: {run_command: 1.0}\n"));
  }

  @Test
  void aRepairIsAskedAboutOnceARoundWhateverTheChecksPrint() throws Exception {
    PlanFixture fixture = open();
    ApprovalFixture approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
    Plan plan =
        fixture.use(
            "careful",
            command("touch b.txt", "echo fixed {findings} >> b.txt"),
            check("date +%s%N; test -s b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      approvals.allow(plan.id(), 1);
      Approval repair = approvals.about(plan.id(), 2);
      assertThat(repair.detail()).startsWith("echo fixed").doesNotContain("exit code");
      fixture.plans.approvals().grant(repair, "ana");
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(approvals.told(plan.id(), "approval.asked", "step")).containsExactly("1", "2");
    assertThat(fixture.plans.decisions(plan.id()).toString()).containsOnlyOnce("round 1 of 3");
  }

  @Test
  void aQuestionHasNoSecretsAndIsWithdrawnWithItsPlan() throws Exception {
    PlanFixture fixture = open();
    ApprovalFixture approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
    Plan plan = fixture.use("careful", script("run: {command: 'echo token=" + KEY + "'}"));
    Approval open = approvals.askedBy(plan.id(), 1);
    assertThat(open.toString()).contains("REDACTED").doesNotContain(KEY);
    assertThat(fixture.plans.require(plan.id()).status().waitsFor()).doesNotContain(KEY);
    assertThat(fixture.log.log(EventFilter.ofPlan(plan.id()), 0, 1000).toString())
        .doesNotContain(KEY);
    fixture.plans.cancel(plan.id(), "no");
    assertThatThrownBy(() -> fixture.plans.approvals().grant(open, "ana"))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("withdrawn already");
    assertThat(fixture.plans.require(plan.id()).status().stage()).hasToString("execute/cancelled");
  }

  @Test
  void anAnsweredPlanThatIsNotClaimedYetCanBePausedAndResumed() throws Exception {
    PlanFixture fixture = open();
    ApprovalFixture approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
    Plan plan = fixture.use("careful", script("write: {path: b.txt, content: x}"));
    approvals.askedBy(plan.id(), 1);
    assertThat(fixture.plans.resume(plan.id()).status().waitsFor())
        .as("resume is no answer")
        .isNotNull();
    fixture.plans.approvals().grant(fixture.plans.approvals().of(plan.id()).orElseThrow(), "ana");
    assertThat(fixture.plans.pause(plan.id()).status().held()).isTrue();
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> fixture.openJobs() == 0);
      assertThat(fixture.plans.require(plan.id()).status().stage()).hasToString("execute/waiting");
      fixture.plans.resume(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
  }
}

package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.plan.ApprovalFixture;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far the profile of a plan lets its steps go. */
class GuardedStepsTest {

  @TempDir private Path folder;
  private PlanFixture fixture;
  private ApprovalFixture approvals;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
    approvals = new ApprovalFixture(fixture);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void theConfidenceOfTheLastDecisionCounts() throws Exception {
    approvals.profile("attended: true\nthresholds: {create_file: 0.8}\n");
    Plan plan =
        fixture.use(
            "careful",
            script(
                "decide: {question: q, chosen: c, confidence: 0.9}",
                "write: {path: sure.txt, content: x}",
                "decide: {question: q, chosen: c, confidence: 0.5}",
                "write: {path: unsure.txt, content: x}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      assertThat(approvals.about(plan.id(), 4).question()).contains("unsure.txt");
    }
    assertThat(approvals.told(plan.id(), "approval.asked", "step")).containsExactly("4");
  }

  @Test
  void aForbiddenStepStopsThePlanWithoutAQuestion() throws Exception {
    approvals.profile(
        "attended: true\nthresholds: {edit_file: 1.0}\nguards: {deny: ['edit_file(a.*)']}\n");
    Plan plan = fixture.use("careful", script("edit: {path: a.txt, find: one, replace: two}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).getLast().message())
        .contains("Step 1, edit a.txt", "profile careful", "deny list has edit_file(a.*)");
    assertThat(approvals.told(plan.id(), "approval.asked", "step")).isEmpty();
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void aLinkDoesNotLeadAroundAForbiddenPath() throws Exception {
    Files.createDirectory(fixture.repository.resolve("keys"));
    fixture.write("keys/k", "1\n");
    Files.createSymbolicLink(fixture.repository.resolve("cfg"), Path.of("keys"));
    fixture.commit("a link");
    approvals.profile("guards: {deny: ['write_file(keys/**)']}\n");
    Plan plan = fixture.use("careful", script("write: {path: cfg/k, content: x}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).getLast().message())
        .contains("deny list has write_file(keys/**)");
  }

  @Test
  void whatItsAllowListDoesNotHaveIsNeitherAskedAboutNorDone() throws Exception {
    approvals.profile(
        "attended: true\nthresholds: {run_command: 1.0}\nguards: {allow: ['write_file(b.*)']}\n");
    Path ran = folder.resolve("ran");
    Plan plan =
        fixture.use(
            "careful",
            script(
                "write: {path: b.txt, content: x}", "run: {command: 'touch %s'}".formatted(ran)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).getLast().message())
        .contains("Step 2, run touch", "not in its allow list");
    assertThat(approvals.told(plan.id(), "approval.asked", "step")).isEmpty();
    assertThat(ran).doesNotExist();
  }

  @Test
  void anUnattendedProfileRefusesTheStepThatItWouldAskAbout() throws Exception {
    approvals.profile("thresholds: {run_command: 1.0}\n");
    Plan plan = fixture.use("careful", command("echo two >> a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).getLast().message()).contains("attended: false");
  }

  @Test
  void aTurnThatUsesTooManyToolsIsStopped() throws Exception {
    approvals.profile("guards: {calls_per_step: 1}\n");
    Plan plan =
        fixture.use(
            "careful",
            script("write: {path: b.txt, content: x}", "write: {path: c.txt, content: x}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).getLast().message())
        .contains("Step 2, write c.txt", "limits tool calls per turn to 1");
  }

  @Test
  void whoIsAskedBeforeARetryResumesItThemselves() throws Exception {
    approvals.profile("attended: true\nthresholds: {retry: 1.0}\n");
    Plan plan = fixture.use("careful", script("fail: {message: busy, transient: true, times: 1}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.require(plan.id()).status().counters().phaseRetries()).isZero();
  }
}

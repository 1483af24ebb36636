package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.OperationException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers to questions about a phase that are not open: saying no to one moves no plan. */
class LateAnswersTest {

  @TempDir private Path folder;
  private PlanFixture fixture;
  private ApprovalFixture approvals;
  private Plan plan;
  private Approval open;

  @BeforeEach
  void aPlanThatAsksBeforeItBegins() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
    approvals = new ApprovalFixture(fixture);
    plan = fixture.use("manual", command("echo two >> a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> fixture.plans.approvals().of(it.id()).isPresent());
    }
    open = fixture.plans.approvals().of(plan.id()).orElseThrow();
    assertThat(open.step()).isNull();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void whoComesAfterANoIsToldWhoseItWas() {
    fixture.plans.approvals().deny(open, "ana", "not today");
    PlanStatus stays = fixture.plans.require(plan.id()).status();
    assertThatThrownBy(() -> fixture.plans.approvals().deny(open, "ben", null))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("was denied already, by ana");
    assertThatThrownBy(() -> fixture.plans.approvals().grant(open, "ben"))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("was denied already, by ana");
    assertThat(approvals.told(plan.id(), "approval.given", "answer")).containsExactly("denied");
    assertThat(fixture.plans.require(plan.id()).status()).isEqualTo(stays);
    assertThat(fixture.openJobs()).isZero();
  }

  /** As one that is answered between the look at it and the answer: nothing can be stored on it. */
  @Test
  void anAnswerThatCannotBeStoredMovesNothing() {
    Approval other =
        new Approval(
            UlidGenerator.system().next(),
            open.plan(),
            open.gate(),
            open.question(),
            open.step(),
            open.detail(),
            open.asked());
    PlanStatus stays = fixture.plans.require(plan.id()).status();
    assertThatThrownBy(() -> fixture.plans.approvals().grant(other, "ben"))
        .isInstanceOf(OperationException.class);
    assertThat(fixture.plans.require(plan.id()).status()).isEqualTo(stays);
    assertThat(fixture.openJobs()).isZero();
    assertThat(fixture.plans.approvals().of(plan.id())).contains(open);
  }
}

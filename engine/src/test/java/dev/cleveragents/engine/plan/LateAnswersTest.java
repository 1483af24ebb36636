package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers to questions about a phase that are not open: saying no to one moves no plan. */
class LateAnswersTest {

  @TempDir private Path folder;
  private PlanHouse house;
  private Questions questions;
  private Plan plan;
  private Approval open;

  @BeforeEach
  void aPlanThatAsksBeforeItBegins() throws Exception {
    house = new PlanHouse(folder, Base.SQLITE.in(folder));
    questions = new Questions(house);
    plan = house.use("manual", command("echo two >> a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> house.plans.approvals().of(it.id()).isPresent());
    }
    open = house.plans.approvals().of(plan.id()).orElseThrow();
    assertThat(open.step()).isNull();
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void whoComesAfterANoIsToldWhoseItWas() {
    house.plans.approvals().deny(open, "ana", "not today");
    Standing stays = house.plans.require(plan.id()).standing();
    assertThatThrownBy(() -> house.plans.approvals().deny(open, "ben", null))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("was denied already, by ana");
    assertThatThrownBy(() -> house.plans.approvals().grant(open, "ben"))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("was denied already, by ana");
    assertThat(questions.told(plan.id(), "approval.given", "answer")).containsExactly("denied");
    assertThat(house.plans.require(plan.id()).standing()).isEqualTo(stays);
    assertThat(house.openJobs()).isZero();
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
    Standing stays = house.plans.require(plan.id()).standing();
    assertThatThrownBy(() -> house.plans.approvals().grant(other, "ben"))
        .isInstanceOf(PlanException.class);
    assertThat(house.plans.require(plan.id()).standing()).isEqualTo(stays);
    assertThat(house.openJobs()).isZero();
    assertThat(house.plans.approvals().of(plan.id())).contains(open);
  }
}

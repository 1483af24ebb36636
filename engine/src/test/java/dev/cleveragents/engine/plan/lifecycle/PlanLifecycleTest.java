package dev.cleveragents.engine.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PlanLifecycleTest {

  /** Written out by hand, pair by pair, so that no loop of the code is repeated here. */
  private static final Set<String> WITHIN_A_PHASE =
      Set.of(
          "queued processing",
          "queued cancelled",
          "processing queued",
          "processing waiting",
          "processing complete",
          "processing errored",
          "processing cancelled",
          "processing applied",
          "processing constrained",
          "waiting processing",
          "waiting cancelled",
          "complete cancelled",
          "errored queued",
          "errored cancelled",
          "constrained queued",
          "constrained cancelled");

  private static final Set<String> ACROSS_PHASES =
      Set.of(
          "strategize/complete execute/queued",
          "execute/complete apply/queued",
          "execute/queued strategize/queued",
          "execute/waiting strategize/queued",
          "execute/complete strategize/queued",
          "execute/errored strategize/queued",
          "apply/queued strategize/queued",
          "apply/waiting strategize/queued",
          "apply/errored strategize/queued",
          "apply/constrained strategize/queued");

  private static final Set<String> ROLLED_BACK_FROM =
      Set.of(
          "execute/queued",
          "execute/waiting",
          "execute/complete",
          "execute/errored",
          "apply/constrained");

  private static List<PlanStage> stages() {
    List<PlanStage> stages = new ArrayList<>();
    for (PlanPhase phase : PlanPhase.values()) {
      for (PlanState state : PlanState.values()) {
        if (PlanStage.exists(phase, state)) {
          stages.add(new PlanStage(phase, state));
        }
      }
    }
    return stages;
  }

  @Test
  void everyPairOfStagesIsAllowedOrRefusedAsTheTablesSay() {
    Set<String> wrong = new TreeSet<>();
    for (PlanStage from : stages()) {
      for (PlanStage to : stages()) {
        String states = (from.state() + " " + to.state()).toLowerCase(Locale.ROOT);
        boolean expected =
            from.phase() == to.phase()
                ? WITHIN_A_PHASE.contains(states)
                : ACROSS_PHASES.contains(from + " " + to);
        if (PlanLifecycle.allows(from, to) != expected) {
          wrong.add(from + " -> " + to);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(stages()).hasSize(19);
  }

  @Test
  void everyStageMayBeRolledBackFromOrNotAsTheTableSays() {
    for (PlanStage from : stages()) {
      PlanStatus status =
          new PlanStatus(from, false, null, null, new PlanStatus.Counters(7, 2, 1, 1, 5));
      if (ROLLED_BACK_FROM.contains(from.toString())) {
        PlanStatus back = PlanLifecycle.rollBack(status, 3);
        assertThat(back.stage()).hasToString("execute/queued");
        assertThat(back.held()).isTrue();
        assertThat(back.counters()).isEqualTo(new PlanStatus.Counters(8, 3, 0, 1, 3));
        assertThat(PlanLifecycle.resume(back).counters().stepsDone()).isEqualTo(3);
      } else {
        assertRefused(() -> PlanLifecycle.rollBack(status, 3), from.toString());
      }
    }
  }

  @Test
  void theUserEditsOnlyWorkThatHasFailedIsCompleteOrPaused() {
    for (PlanStage from : stages()) {
      for (boolean held : new boolean[] {false, true}) {
        PlanStatus status =
            new PlanStatus(from, held, null, null, new PlanStatus.Counters(7, 2, 1, 1, 5));
        boolean allowed =
            Set.of("execute/errored", "execute/complete", "apply/constrained")
                    .contains(from.toString())
                || (from.toString().equals("execute/queued") && held);
        if (allowed) {
          PlanStatus open = PlanLifecycle.reopen(status, "be opened", 2);
          assertThat(open.stage()).hasToString("execute/queued");
          assertThat(open.held()).isFalse();
          int steps = from.phase() == PlanPhase.APPLY ? 2 : 5;
          assertThat(open.counters()).isEqualTo(new PlanStatus.Counters(8, 3, 0, 1, steps));
        } else {
          assertRefused(() -> PlanLifecycle.reopen(status, "be opened", 2), from.toString());
        }
      }
    }
  }

  @Test
  void aRefusedRollbackSaysWhatHelps() {
    PlanStatus running = PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.EXECUTE, planned()));
    assertHelps(running, NextAction.of(Verb.PAUSE_PLAN));
    PlanStatus applying = PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.APPLY, executed()));
    assertHelps(PlanLifecycle.applied(applying), NextAction.of(Verb.UNDO_PLAN));
    assertHelps(PlanLifecycle.cancel(executed(), "enough"), NextAction.of(Verb.SHOW_DIFF));
  }

  private static void assertHelps(PlanStatus status, NextAction next) {
    assertThatThrownBy(() -> PlanLifecycle.rollBack(status, 0))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(OperationException.Kind.CONFLICT);
              assertThat(e.next()).isEqualTo(next);
              assertThat(e.hint()).isNotBlank();
            });
  }

  @Test
  void appliedAndConstrainedAreOfTheLastPhaseOnly() {
    assertThatThrownBy(() -> new PlanStage(PlanPhase.EXECUTE, PlanState.APPLIED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PlanStage(PlanPhase.APPLY, PlanState.COMPLETE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nothingLeavesATerminalState() {
    for (PlanStage from : stages()) {
      for (PlanStage to : stages()) {
        if (from.state().isTerminal()) {
          assertThat(PlanLifecycle.allows(from, to)).isFalse();
        }
      }
    }
  }

  @Test
  void theStraightRoadRaisesTheVersionWithEveryMove() {
    PlanStatus status = PlanStatus.first(false);
    status = PlanLifecycle.start(status);
    status = PlanLifecycle.completePhase(status);
    status = PlanLifecycle.proceedTo(PlanPhase.EXECUTE, status);
    status = PlanLifecycle.completePhase(PlanLifecycle.start(status));
    status = PlanLifecycle.proceedTo(PlanPhase.APPLY, status);
    status = PlanLifecycle.applied(PlanLifecycle.start(status));
    assertThat(status.stage()).hasToString("apply/applied");
    assertThat(status.counters().version()).isEqualTo(9);
    assertThat(status.counters().attempt()).isEqualTo(3);
  }

  @Test
  void whatIsHeldCancelledOrWaitingIsNotStarted() {
    assertRefused(() -> PlanLifecycle.start(PlanStatus.first(true)), "not begun");
    PlanStatus paused = PlanLifecycle.hold(PlanStatus.first(false));
    assertRefused(() -> PlanLifecycle.start(paused), "paused");
    PlanStatus processing = PlanLifecycle.start(PlanStatus.first(false));
    PlanStatus cancelling = PlanLifecycle.cancel(processing, "enough");
    assertRefused(() -> PlanLifecycle.start(PlanLifecycle.giveBack(cancelling)), "being cancelled");
    PlanStatus waiting = PlanLifecycle.waitFor(processing, "an answer");
    assertRefused(() -> PlanLifecycle.start(waiting), "waiting");
    PlanStatus answered = PlanLifecycle.answered(waiting);
    assertThat(PlanLifecycle.start(answered).state()).isEqualTo(PlanState.PROCESSING);
    assertThat(answered.counters().attempt()).isEqualTo(waiting.counters().attempt() + 1);
  }

  @Test
  void ofAProcessingPlanOnlyTheWishToCancelIsStoredAndItGoesNoFurther() {
    PlanStatus processing = PlanLifecycle.start(PlanStatus.first(false));
    PlanStatus wish = PlanLifecycle.cancel(processing, "enough");
    assertThat(wish.state()).isEqualTo(PlanState.PROCESSING);
    assertThat(wish.cancelReason()).isEqualTo("enough");
    assertThat(PlanLifecycle.completePhase(wish).state()).isEqualTo(PlanState.CANCELLED);
    assertThat(PlanLifecycle.fail(wish).state()).isEqualTo(PlanState.CANCELLED);
    assertThat(PlanLifecycle.cancelled(wish).state()).isEqualTo(PlanState.CANCELLED);
    assertThat(PlanLifecycle.mayRetryByItself(wish)).isFalse();
  }

  @Test
  void aPhaseIsTriedAgainByItselfThreeTimes() {
    PlanStatus status = PlanLifecycle.start(PlanStatus.first(false));
    for (int i = 0; i < PlanLifecycle.MOST_PHASE_RETRIES; i++) {
      assertThat(PlanLifecycle.mayRetryByItself(status)).isTrue();
      status = PlanLifecycle.start(PlanLifecycle.retryByItself(status));
    }
    assertThat(PlanLifecycle.mayRetryByItself(status)).isFalse();
    PlanStatus errored = PlanLifecycle.fail(status);
    assertThat(PlanLifecycle.resume(errored).counters().phaseRetries()).isZero();
  }

  @Test
  void aPlanGoesBackToTheBeginningThreeTimesAtMost() {
    PlanStatus status = executed();
    for (int i = 0; i < PlanLifecycle.MOST_REPLANS; i++) {
      status = PlanLifecycle.replan(status);
      assertThat(status.stage()).hasToString("strategize/queued");
      assertThat(status.counters().replans()).isEqualTo(i + 1);
      status = PlanLifecycle.completePhase(PlanLifecycle.start(status));
      status = PlanLifecycle.proceedTo(PlanPhase.EXECUTE, status);
      status = PlanLifecycle.completePhase(PlanLifecycle.start(status));
    }
    PlanStatus last = status;
    assertRefused(() -> PlanLifecycle.replan(last), "replanned 3 times");
    PlanStatus busy = PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.APPLY, executed()));
    assertThatThrownBy(() -> PlanLifecycle.replan(busy))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> assertThat(e.next()).isEqualTo(NextAction.of(Verb.PAUSE_PLAN)));
    assertRefused(() -> PlanLifecycle.replan(PlanStatus.first(false)), "strategize/queued");
  }

  @Test
  void aRefusalNamesTheStateAndTheCommandThatHelps() {
    assertThatThrownBy(() -> PlanLifecycle.proceedTo(PlanPhase.APPLY, planned()))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> {
              assertThat(e).hasMessageContaining("strategize/complete");
              assertThat(e.next()).isEqualTo(NextAction.of(Verb.EXECUTE_PLAN));
              assertThat(e.kind()).isEqualTo(OperationException.Kind.CONFLICT);
            });
  }

  @Test
  void stepsDoneSurviveAPauseAndStartOverWithAPhase() {
    PlanStatus processing =
        PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.EXECUTE, planned()));
    PlanStatus held = PlanLifecycle.hold(processing.withStepsDone(4));
    PlanStatus resumed = PlanLifecycle.resume(PlanLifecycle.giveBack(held));
    assertThat(resumed.counters().stepsDone()).isEqualTo(4);
    assertThat(resumed.held()).isFalse();
    assertThat(PlanLifecycle.replan(resumed).counters().stepsDone()).isZero();
  }

  @Test
  void aRefusedApplyCanBeAskedForAgain() {
    PlanStatus applying = PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.APPLY, executed()));
    PlanStatus constrained = PlanLifecycle.constrain(applying);
    assertThat(PlanLifecycle.resume(constrained).stage()).hasToString("apply/queued");
    assertRefused(() -> PlanLifecycle.hold(constrained), "apply/constrained");
  }

  private static PlanStatus planned() {
    return PlanLifecycle.completePhase(PlanLifecycle.start(PlanStatus.first(false)));
  }

  private static PlanStatus executed() {
    return PlanLifecycle.completePhase(
        PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.EXECUTE, planned())));
  }

  private static void assertRefused(ThrowingCallable move, String saying) {
    assertThatThrownBy(move).isInstanceOf(OperationException.class).hasMessageContaining(saying);
  }
}

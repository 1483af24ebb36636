package dev.cleveragents.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.PlanException;
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

  private static List<Stage> stages() {
    List<Stage> stages = new ArrayList<>();
    for (PlanPhase phase : PlanPhase.values()) {
      for (PlanState state : PlanState.values()) {
        if (Stage.exists(phase, state)) {
          stages.add(new Stage(phase, state));
        }
      }
    }
    return stages;
  }

  @Test
  void everyPairOfStagesIsAllowedOrRefusedAsTheTablesSay() {
    Set<String> wrong = new TreeSet<>();
    for (Stage from : stages()) {
      for (Stage to : stages()) {
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
    for (Stage from : stages()) {
      Standing standing =
          new Standing(from, false, null, null, new Standing.Counters(7, 2, 1, 1, 5));
      if (ROLLED_BACK_FROM.contains(from.toString())) {
        Standing back = PlanLifecycle.rollBack(standing, 3);
        assertThat(back.stage()).hasToString("execute/queued");
        assertThat(back.held()).isTrue();
        assertThat(back.counters()).isEqualTo(new Standing.Counters(8, 3, 0, 1, 3));
        assertThat(PlanLifecycle.resume(back).counters().stepsDone()).isEqualTo(3);
      } else {
        assertRefused(() -> PlanLifecycle.rollBack(standing, 3), from.toString());
      }
    }
  }

  @Test
  void aRefusedRollbackSaysWhatHelps() {
    Standing running = PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.EXECUTE, planned()));
    assertHelps(running, "agents plan pause");
    Standing applying = PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.APPLY, executed()));
    assertHelps(PlanLifecycle.applied(applying), "agents plan undo");
    assertHelps(PlanLifecycle.cancel(executed(), "enough"), "agents plan diff");
  }

  private static void assertHelps(Standing standing, String command) {
    assertThatThrownBy(() -> PlanLifecycle.rollBack(standing, 0))
        .isInstanceOfSatisfying(
            PlanException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(PlanException.Kind.CONFLICT);
              assertThat(e.command()).isEqualTo(command);
              assertThat(e.hint()).isNotBlank();
            });
  }

  @Test
  void appliedAndConstrainedAreOfTheLastPhaseOnly() {
    assertThatThrownBy(() -> new Stage(PlanPhase.EXECUTE, PlanState.APPLIED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Stage(PlanPhase.APPLY, PlanState.COMPLETE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nothingLeavesATerminalState() {
    for (Stage from : stages()) {
      for (Stage to : stages()) {
        if (from.state().isTerminal()) {
          assertThat(PlanLifecycle.allows(from, to)).isFalse();
        }
      }
    }
  }

  @Test
  void theStraightRoadRaisesTheVersionWithEveryMove() {
    Standing standing = Standing.first(false);
    standing = PlanLifecycle.start(standing);
    standing = PlanLifecycle.completePhase(standing);
    standing = PlanLifecycle.proceedTo(PlanPhase.EXECUTE, standing);
    standing = PlanLifecycle.completePhase(PlanLifecycle.start(standing));
    standing = PlanLifecycle.proceedTo(PlanPhase.APPLY, standing);
    standing = PlanLifecycle.applied(PlanLifecycle.start(standing));
    assertThat(standing.stage()).hasToString("apply/applied");
    assertThat(standing.counters().version()).isEqualTo(9);
    assertThat(standing.counters().attempt()).isEqualTo(3);
  }

  @Test
  void whatIsHeldCancelledOrWaitingIsNotStarted() {
    assertRefused(() -> PlanLifecycle.start(Standing.first(true)), "not begun");
    Standing paused = PlanLifecycle.hold(Standing.first(false));
    assertRefused(() -> PlanLifecycle.start(paused), "paused");
    Standing processing = PlanLifecycle.start(Standing.first(false));
    Standing cancelling = PlanLifecycle.cancel(processing, "enough");
    assertRefused(() -> PlanLifecycle.start(PlanLifecycle.giveBack(cancelling)), "being cancelled");
    Standing waiting = PlanLifecycle.waitFor(processing, "an answer");
    assertRefused(() -> PlanLifecycle.start(waiting), "waiting");
    Standing answered = PlanLifecycle.answered(waiting);
    assertThat(PlanLifecycle.start(answered).state()).isEqualTo(PlanState.PROCESSING);
    assertThat(answered.counters().attempt()).isEqualTo(waiting.counters().attempt() + 1);
  }

  @Test
  void ofAProcessingPlanOnlyTheWishToCancelIsStoredAndItGoesNoFurther() {
    Standing processing = PlanLifecycle.start(Standing.first(false));
    Standing wish = PlanLifecycle.cancel(processing, "enough");
    assertThat(wish.state()).isEqualTo(PlanState.PROCESSING);
    assertThat(wish.cancelReason()).isEqualTo("enough");
    assertThat(PlanLifecycle.completePhase(wish).state()).isEqualTo(PlanState.CANCELLED);
    assertThat(PlanLifecycle.fail(wish).state()).isEqualTo(PlanState.CANCELLED);
    assertThat(PlanLifecycle.cancelled(wish).state()).isEqualTo(PlanState.CANCELLED);
    assertThat(PlanLifecycle.mayRetryByItself(wish)).isFalse();
  }

  @Test
  void aPhaseIsTriedAgainByItselfThreeTimes() {
    Standing standing = PlanLifecycle.start(Standing.first(false));
    for (int i = 0; i < PlanLifecycle.MOST_PHASE_RETRIES; i++) {
      assertThat(PlanLifecycle.mayRetryByItself(standing)).isTrue();
      standing = PlanLifecycle.start(PlanLifecycle.retryByItself(standing));
    }
    assertThat(PlanLifecycle.mayRetryByItself(standing)).isFalse();
    Standing errored = PlanLifecycle.fail(standing);
    assertThat(PlanLifecycle.resume(errored).counters().phaseRetries()).isZero();
  }

  @Test
  void aPlanGoesBackToTheBeginningThreeTimesAtMost() {
    Standing standing = executed();
    for (int i = 0; i < PlanLifecycle.MOST_REPLANS; i++) {
      standing = PlanLifecycle.replan(standing);
      assertThat(standing.stage()).hasToString("strategize/queued");
      assertThat(standing.counters().replans()).isEqualTo(i + 1);
      standing = PlanLifecycle.completePhase(PlanLifecycle.start(standing));
      standing = PlanLifecycle.proceedTo(PlanPhase.EXECUTE, standing);
      standing = PlanLifecycle.completePhase(PlanLifecycle.start(standing));
    }
    Standing last = standing;
    assertRefused(() -> PlanLifecycle.replan(last), "replanned 3 times");
    Standing busy = PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.APPLY, executed()));
    assertThatThrownBy(() -> PlanLifecycle.replan(busy))
        .isInstanceOfSatisfying(
            PlanException.class, e -> assertThat(e.command()).isEqualTo("agents plan pause"));
    assertRefused(() -> PlanLifecycle.replan(Standing.first(false)), "strategize/queued");
  }

  @Test
  void aRefusalNamesTheStateAndTheCommandThatHelps() {
    assertThatThrownBy(() -> PlanLifecycle.proceedTo(PlanPhase.APPLY, planned()))
        .isInstanceOfSatisfying(
            PlanException.class,
            e -> {
              assertThat(e).hasMessageContaining("strategize/complete");
              assertThat(e.command()).isEqualTo("agents plan execute");
              assertThat(e.kind()).isEqualTo(PlanException.Kind.CONFLICT);
            });
  }

  @Test
  void stepsDoneSurviveAPauseAndBeginAnewWithAPhase() {
    Standing processing =
        PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.EXECUTE, planned()));
    Standing held = PlanLifecycle.hold(processing.withStepsDone(4));
    Standing resumed = PlanLifecycle.resume(PlanLifecycle.giveBack(held));
    assertThat(resumed.counters().stepsDone()).isEqualTo(4);
    assertThat(resumed.held()).isFalse();
    assertThat(PlanLifecycle.replan(resumed).counters().stepsDone()).isZero();
  }

  @Test
  void aRefusedApplyCanBeAskedForAgain() {
    Standing applying = PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.APPLY, executed()));
    Standing constrained = PlanLifecycle.constrain(applying);
    assertThat(PlanLifecycle.resume(constrained).stage()).hasToString("apply/queued");
    assertRefused(() -> PlanLifecycle.hold(constrained), "apply/constrained");
  }

  private static Standing planned() {
    return PlanLifecycle.completePhase(PlanLifecycle.start(Standing.first(false)));
  }

  private static Standing executed() {
    return PlanLifecycle.completePhase(
        PlanLifecycle.start(PlanLifecycle.proceedTo(PlanPhase.EXECUTE, planned())));
  }

  private static void assertRefused(ThrowingCallable move, String saying) {
    assertThatThrownBy(move).isInstanceOf(PlanException.class).hasMessageContaining(saying);
  }
}

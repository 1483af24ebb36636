package dev.cleveragents.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.simulation.InvariantViolation.Rule;
import dev.cleveragents.kernel.simulation.UnguardedStores.AnswersAClaimAgain;
import dev.cleveragents.kernel.simulation.UnguardedStores.BeatsBringNoCancels;
import dev.cleveragents.kernel.simulation.UnguardedStores.DeathCostsNothing;
import dev.cleveragents.kernel.simulation.UnguardedStores.EndsEverySessionFoundDead;
import dev.cleveragents.kernel.simulation.UnguardedStores.EnqueuesEveryTime;
import dev.cleveragents.kernel.simulation.UnguardedStores.FencesByAttempt;
import dev.cleveragents.kernel.simulation.UnguardedStores.FinishesById;
import dev.cleveragents.kernel.simulation.UnguardedStores.PurgesAtAnyAge;
import dev.cleveragents.kernel.simulation.UnguardedStores.ServesEveryGroup;
import dev.cleveragents.kernel.simulation.UnguardedStores.StoresEffectsApart;
import dev.cleveragents.kernel.simulation.UnguardedStores.TellsCancelsOnly;
import dev.cleveragents.kernel.simulation.WorkerGuards.Habit;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The job protocol on the in-memory store, whatever goes wrong. {@link InvariantChecker} and {@link
 * BodyRules} say what must hold; this test says how long it is looked for, and that each guard is
 * missed when it is taken out. One seed again: {@code -Dtest=SimulationTest -Dsimulation.seed=N}.
 */
class SimulationTest {

  private static final int ENOUGH_TO_MISS_A_GUARD = 1_500;

  /** Ten times as many when exhaustive. */
  private static int seeds(int usual) {
    return Boolean.getBoolean("exhaustive") ? 10 * usual : usual;
  }

  @Test
  void everythingHoldsUnderAllFaults() {
    met(
        SeedRunner.run(seeds(1_000), FaultProfile.STORM, SimulationSubject.OURS),
        EnumSet.allOf(CoveredEvent.class));
  }

  @Test
  void everythingHoldsAndNoBodiesOverlapWhenMessagesAreLost() {
    met(
        SeedRunner.run(seeds(700), FaultProfile.LOSSY, SimulationSubject.OURS),
        EnumSet.of(
            CoveredEvent.REPLY_LOST,
            CoveredEvent.REQUEST_EXECUTED_LATE,
            CoveredEvent.CUT_OFF,
            CoveredEvent.FENCE_FELL,
            CoveredEvent.SESSION_LOST,
            CoveredEvent.ZOMBIE_REFUSED,
            CoveredEvent.ORPHAN_GIVEN_BACK));
  }

  @Test
  void everyBodyRunsExactlyOnceWhenNothingGoesWrong() {
    met(
        SeedRunner.run(seeds(300), FaultProfile.CALM, SimulationSubject.OURS),
        EnumSet.of(CoveredEvent.CANCELLED_QUEUED, CoveredEvent.CANCELLED_RUNNING));
  }

  /** Seeds that never meet a fault prove nothing about it. */
  private static void met(Map<CoveredEvent, Integer> sightings, Set<CoveredEvent> expected) {
    if (SeedRunner.only().isEmpty()) {
      assertThat(sightings).containsKeys(expected.toArray(CoveredEvent[]::new));
    }
  }

  @Test
  void aSeedReplaysStepByStep() {
    assertThat(SeedRunner.trace(7, FaultProfile.STORM, SimulationSubject.OURS))
        .hasSizeGreaterThan(100)
        .isEqualTo(SeedRunner.trace(7, FaultProfile.STORM, SimulationSubject.OURS))
        .isNotEqualTo(SeedRunner.trace(8, FaultProfile.STORM, SimulationSubject.OURS));
  }

  @Test
  void aFailureNamesItsSeedAndShowsTheSteps() {
    SimulationSubject broken = SimulationSubject.OURS.with(EnqueuesEveryTime::new);

    assertThatThrownBy(() -> SeedRunner.run(ENOUGH_TO_MISS_A_GUARD, FaultProfile.LOSSY, broken))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching("(?s)Seed \\d+, LOSSY: ENQUEUED_ONCE: .*")
        .hasMessageContaining("client/enqueue")
        .hasMessageContaining("-Dsimulation.seed=");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("guards")
  void aGuardThatIsTakenOutIsMissed(Guard guard) {
    assertThat(SeedRunner.firstViolation(ENOUGH_TO_MISS_A_GUARD, guard.weather, guard.without))
        .map(InvariantViolation::rule)
        .isPresent()
        .get()
        .isIn(guard.broken);
  }

  /** A guard, everything without it, and what is noticed then. */
  record Guard(String name, SimulationSubject without, FaultProfile weather, Set<Rule> broken) {

    private static Guard ofStore(
        String name, UnaryOperator<JobStore> tampering, FaultProfile weather, Rule... broken) {
      return new Guard(name, SimulationSubject.OURS.with(tampering), weather, Set.of(broken));
    }

    private static Guard ofWorkers(
        String name, WorkerGuards habits, FaultProfile weather, Rule... broken) {
      return new Guard(name, SimulationSubject.OURS.with(habits), weather, Set.of(broken));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Guard> guards() {
    FaultProfile storm = FaultProfile.STORM;
    FaultProfile lossy = FaultProfile.LOSSY;
    return Stream.of(
        Guard.ofStore("the fence", FinishesById::new, storm, Rule.FENCE),
        Guard.ofStore("a lease number of its own", FencesByAttempt::new, storm, Rule.FENCE),
        Guard.ofStore(
            "the beat in the end of a session",
            EndsEverySessionFoundDead::new,
            storm,
            Rule.BEATING_IS_LIVING),
        Guard.ofStore("the price of a death", DeathCostsNothing::new, storm, Rule.ATTEMPTS),
        Guard.ofStore(
            "the cancel kept with the job",
            TellsCancelsOnly::new,
            storm,
            Rule.CANCEL,
            Rule.BEAT_BRINGS_CANCELS),
        Guard.ofStore(
            "a beat that brings the cancels",
            BeatsBringNoCancels::new,
            lossy,
            Rule.BEAT_BRINGS_CANCELS),
        Guard.ofStore(
            "a lease handed out once", AnswersAClaimAgain::new, FaultProfile.CALM, Rule.ONE_BODY),
        Guard.ofStore(
            "effects and move in one transaction", StoresEffectsApart::new, storm, Rule.EFFECTS),
        Guard.ofStore(
            "the group in a claim", ServesEveryGroup::new, FaultProfile.CALM, Rule.FILTER),
        Guard.ofStore("the age in a purge", PurgesAtAnyAge::new, FaultProfile.CALM, Rule.PURGE),
        Guard.ofWorkers(
            "the machine beside the process id",
            WorkerGuards.without(Habit.ASKS_FOR_PROCESSES_OF_ITS_OWN_MACHINE),
            storm,
            Rule.BEATING_IS_LIVING),
        Guard.ofWorkers(
            "giving back what was cancelled before its start",
            WorkerGuards.without(Habit.STARTS_NOTHING_CANCELLED),
            storm,
            Rule.CANCEL),
        Guard.ofStore("the idempotency key", EnqueuesEveryTime::new, lossy, Rule.ENQUEUED_ONCE),
        Guard.ofWorkers(
            "giving back of orphans",
            WorkerGuards.without(Habit.GIVES_BACK_ORPHANS),
            lossy,
            Rule.EVERY_JOB_ENDS,
            Rule.CANCEL),
        Guard.ofWorkers(
            "self-fencing", WorkerGuards.without(Habit.FENCES_ITSELF), lossy, Rule.ONE_BODY),
        Guard.ofWorkers(
            "looking after the dead",
            WorkerGuards.without(Habit.LOOKS_AFTER_OTHERS),
            storm,
            Rule.RECOVERY,
            Rule.CANCEL));
  }
}

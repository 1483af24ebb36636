package dev.cleveragents.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.simulation.Habits.Habit;
import dev.cleveragents.kernel.simulation.Tampered.AnswersAClaimAgain;
import dev.cleveragents.kernel.simulation.Tampered.BeatsBringNoCancels;
import dev.cleveragents.kernel.simulation.Tampered.DeathCostsNothing;
import dev.cleveragents.kernel.simulation.Tampered.EndsEverySessionFoundDead;
import dev.cleveragents.kernel.simulation.Tampered.EnqueuesEveryTime;
import dev.cleveragents.kernel.simulation.Tampered.FencesByAttempt;
import dev.cleveragents.kernel.simulation.Tampered.FinishesById;
import dev.cleveragents.kernel.simulation.Tampered.PurgesAtAnyAge;
import dev.cleveragents.kernel.simulation.Tampered.ServesEveryGroup;
import dev.cleveragents.kernel.simulation.Tampered.StoresEffectsApart;
import dev.cleveragents.kernel.simulation.Tampered.TellsCancelsOnly;
import dev.cleveragents.kernel.simulation.Violation.Rule;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The job protocol on the in-memory store, whatever goes wrong. {@link Referee} and {@link
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
  void everythingHoldsInAStorm() {
    met(Seeds.run(seeds(1_000), Weather.STORM, Subject.OURS), EnumSet.allOf(Sighting.class));
  }

  @Test
  void everythingHoldsAndNoBodiesOverlapWhenMessagesAreLost() {
    met(
        Seeds.run(seeds(700), Weather.LOSSY, Subject.OURS),
        EnumSet.of(
            Sighting.REPLY_LOST,
            Sighting.REQUEST_EXECUTED_LATE,
            Sighting.CUT_OFF,
            Sighting.FENCE_FELL,
            Sighting.SESSION_LOST,
            Sighting.ZOMBIE_REFUSED,
            Sighting.ORPHAN_GIVEN_BACK));
  }

  @Test
  void everyBodyRunsExactlyOnceWhenNothingGoesWrong() {
    met(
        Seeds.run(seeds(300), Weather.CALM, Subject.OURS),
        EnumSet.of(Sighting.CANCELLED_QUEUED, Sighting.CANCELLED_RUNNING));
  }

  /** Seeds that never meet a fault prove nothing about it. */
  private static void met(Map<Sighting, Integer> sightings, Set<Sighting> expected) {
    if (Seeds.only().isEmpty()) {
      assertThat(sightings).containsKeys(expected.toArray(Sighting[]::new));
    }
  }

  @Test
  void aSeedReplaysStepByStep() {
    assertThat(Seeds.trace(7, Weather.STORM, Subject.OURS))
        .hasSizeGreaterThan(100)
        .isEqualTo(Seeds.trace(7, Weather.STORM, Subject.OURS))
        .isNotEqualTo(Seeds.trace(8, Weather.STORM, Subject.OURS));
  }

  @Test
  void aFailureNamesItsSeedAndShowsTheSteps() {
    Subject broken = Subject.OURS.with(EnqueuesEveryTime::new);

    assertThatThrownBy(() -> Seeds.run(ENOUGH_TO_MISS_A_GUARD, Weather.LOSSY, broken))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching("(?s)Seed \\d+, LOSSY: ENQUEUED_ONCE: .*")
        .hasMessageContaining("client/enqueue")
        .hasMessageContaining("-Dsimulation.seed=");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("guards")
  void aGuardThatIsTakenOutIsMissed(Guard guard) {
    assertThat(Seeds.firstViolation(ENOUGH_TO_MISS_A_GUARD, guard.weather, guard.without))
        .map(Violation::rule)
        .isPresent()
        .get()
        .isIn(guard.broken);
  }

  /** A guard, everything without it, and what is noticed then. */
  record Guard(String name, Subject without, Weather weather, Set<Rule> broken) {

    private static Guard ofStore(
        String name, UnaryOperator<JobStore> tampering, Weather weather, Rule... broken) {
      return new Guard(name, Subject.OURS.with(tampering), weather, Set.of(broken));
    }

    private static Guard ofWorkers(String name, Habits habits, Weather weather, Rule... broken) {
      return new Guard(name, Subject.OURS.with(habits), weather, Set.of(broken));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Guard> guards() {
    Weather storm = Weather.STORM;
    Weather lossy = Weather.LOSSY;
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
            "a lease handed out once", AnswersAClaimAgain::new, Weather.CALM, Rule.ONE_BODY),
        Guard.ofStore(
            "effects and move in one transaction", StoresEffectsApart::new, storm, Rule.EFFECTS),
        Guard.ofStore("the group in a claim", ServesEveryGroup::new, Weather.CALM, Rule.FILTER),
        Guard.ofStore("the age in a purge", PurgesAtAnyAge::new, Weather.CALM, Rule.PURGE),
        Guard.ofWorkers(
            "the machine beside the process id",
            Habits.without(Habit.ASKS_FOR_PROCESSES_OF_ITS_OWN_MACHINE),
            storm,
            Rule.BEATING_IS_LIVING),
        Guard.ofWorkers(
            "giving back what was cancelled before its start",
            Habits.without(Habit.STARTS_NOTHING_CANCELLED),
            storm,
            Rule.CANCEL),
        Guard.ofStore("the idempotency key", EnqueuesEveryTime::new, lossy, Rule.ENQUEUED_ONCE),
        Guard.ofWorkers(
            "giving back of orphans",
            Habits.without(Habit.GIVES_BACK_ORPHANS),
            lossy,
            Rule.EVERY_JOB_ENDS,
            Rule.CANCEL),
        Guard.ofWorkers("self-fencing", Habits.without(Habit.FENCES_ITSELF), lossy, Rule.ONE_BODY),
        Guard.ofWorkers(
            "looking after the dead",
            Habits.without(Habit.LOOKS_AFTER_OTHERS),
            storm,
            Rule.RECOVERY,
            Rule.CANCEL));
  }
}

package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.noloss.KillScenario.Edit;
import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A plan is killed with SIGKILL at every event of its log and at every step of its apply. Each time
 * the user's bytes are as they were but for what apply did, apply has done all or nothing once
 * things are put right, what the user wrote meanwhile is kept, the plan goes on to the same end as
 * without the kill, and nothing stray is left.
 */
class NoLossIT {

  /** What is found in the names of the kills to be run, as a failure tells them. */
  private static final Predicate<String> ONLY =
      Pattern.compile(System.getProperty("noloss.only", "")).asPredicate();

  /** How many kills a run with {@code -Dsample=SEED} takes from each list. */
  private static final int SAMPLE = 4;

  /** Before and after the point of no return. */
  private static final List<String> FIRST_DEATHS = List.of("STAGED", "COMMITTED");

  /** The kills of every build: after the first event of each of these types… */
  private static final List<String> EVENTS = List.of("plan.made", "tool.done", "validation.ran");

  /** …and at the first of each of these steps, by turns with an edit elsewhere and in the way. */
  private static final List<String> STEPS =
      List.of("JOURNAL_STORED", "STAGED", "COMMITTED", "FILE_TAKEN_OUT", "REF_MOVED");

  @TempDir private Path folder;
  private NoLossSetup setup;

  @BeforeEach
  void aBench() throws Exception {
    setup = NoLossSetup.in(folder.toRealPath());
  }

  /** The exhaustive test below kills at all of them. */
  @Test
  void aPlanOnATreeWithEverythingInItIsKilledAtEventsAndSteps() throws Exception {
    UndisturbedRun undisturbed =
        UndisturbedRun.run(setup, UserTree.MIXED, folder.resolve("undisturbed"));
    List<KillScenario> kills = new ArrayList<>();
    for (String event : EVENTS) {
      KillPoint point = first(undisturbed.of(Kind.AFTER_EVENT), it -> it.what().contains(event));
      kills.add(KillScenario.at(undisturbed, point, Edit.ELSEWHERE));
    }
    for (int i = 0; i < STEPS.size(); i++) {
      String step = STEPS.get(i);
      Edit edit = i % 2 == 0 ? Edit.ELSEWHERE : Edit.ON_A_CHANGED_PATH;
      KillPoint point = first(undisturbed.of(Kind.STEP), it -> it.isStep(step));
      kills.add(KillScenario.at(undisturbed, point, edit));
    }
    run("at events and steps", kills);
  }

  private static KillPoint first(List<KillPoint> points, Predicate<KillPoint> which) {
    return points.stream().filter(which).findFirst().orElseThrow();
  }

  @Test
  void whatAStepHadWrittenWhenItsOwnerDiedIsNotClearedAwayWhileItIsNowhereElse() throws Exception {
    TestUser user = new TestUser(setup, UserTree.MIXED, folder.resolve("unrecorded"));
    UserState before = user.exactly();
    user.startUntilKilled(Kind.BEFORE_EVENT, "tool.done", NoLossSetup.RUN);
    assertThat(user.inCopies("folder/by-plan.txt")).containsExactly("from the plan\n");

    TestCli.Run fixed = user.agents("diagnostics", "--fix", "--json");

    assertThat(fixed.exitCode()).as(fixed.out() + fixed.err()).isZero();
    assertThat(user.inCopies("folder/by-plan.txt")).containsExactly("from the plan\n");
    assertThat(user.exactly().differences(before)).isEmpty();
    assertThat(user.resume().exitCode()).isZero();
    user.tidy();
    user.clear();
  }

  @Test
  @Tag("exhaustive")
  void recoveryMayBeKilledAtEveryStepToo() throws Exception {
    UndisturbedRun undisturbed =
        UndisturbedRun.run(setup, UserTree.MIXED, folder.resolve("undisturbed"));
    List<KillScenario> kills = new ArrayList<>();
    for (String first : FIRST_DEATHS) {
      TestUser user = new TestUser(setup, UserTree.MIXED, folder.resolve("then-" + first));
      user.startUntilKilled(Kind.STEP, first, NoLossSetup.RUN);
      KillPoint point = first(undisturbed.points(), it -> it.isStep(first));
      boolean applied = undisturbed.isCommittedAt(point);
      for (KillPoint again : user.points(user.resumeArguments())) {
        applied |= again.isStep("COMMITTED");
        if (again.kind() == Kind.STEP) {
          kills.add(new KillScenario(undisturbed, point, again, applied, Edit.ELSEWHERE));
        }
      }
    }
    run("twice", kills);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("exhaustive")
  void everyTreeIsKilledAtEveryEventEveryStepAndEveryProgramStarted(UserTree tree)
      throws Exception {
    UndisturbedRun undisturbed = UndisturbedRun.run(setup, tree, folder.resolve("undisturbed"));
    List<KillScenario> kills = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      kills(kills, undisturbed, kind, Edit.ELSEWHERE);
    }
    kills(kills, undisturbed, Kind.AFTER_EVENT, Edit.ON_A_CHANGED_PATH);
    kills(kills, undisturbed, Kind.STEP, Edit.ON_A_CHANGED_PATH);
    run(tree.name(), kills);
  }

  private static void kills(
      List<KillScenario> kills, UndisturbedRun undisturbed, Kind kind, Edit edit) {
    List<KillPoint> points = undisturbed.of(kind);
    assertThat(points).as("points to be killed at").isNotEmpty();
    points.forEach(point -> kills.add(KillScenario.at(undisturbed, point, edit)));
  }

  private void run(String what, List<KillScenario> all) throws Exception {
    List<KillScenario> kills =
        sample(all.stream().filter(kill -> ONLY.test(kill.toString())).toList());
    long start = System.nanoTime();
    int survived = new KillSeries(setup, folder.resolve("kills")).run(kills);
    System.out.printf(
        "no loss, %s: %d kills (%d after an event, %d before one is stored, %d at a step of apply,"
            + " %d at the start of a program), nothing lost, %d s%n",
        what,
        survived,
        count(kills, Kind.AFTER_EVENT),
        count(kills, Kind.BEFORE_EVENT),
        count(kills, Kind.STEP),
        count(kills, Kind.COMMAND),
        Duration.ofNanos(System.nanoTime() - start).toSeconds());
  }

  /** All of them, unless {@code -Dsample=SEED} asks for some. */
  private static List<KillScenario> sample(List<KillScenario> all) {
    Long seed = Long.getLong("sample");
    if (seed == null) {
      return all;
    }
    List<KillScenario> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.subList(0, Math.min(SAMPLE, shuffled.size()));
  }

  private static long count(List<KillScenario> kills, Kind kind) {
    return kills.stream().filter(kill -> kill.point().kind() == kind).count();
  }
}

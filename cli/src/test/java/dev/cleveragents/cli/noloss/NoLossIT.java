package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.noloss.KillScenario.Edit;
import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
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

  static KillPoint first(List<KillPoint> points, Predicate<KillPoint> which) {
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
      for (KillPoint again : user.points(user.resumeArguments())) {
        if (again.kind() == Kind.STEP) {
          kills.add(new KillScenario(undisturbed, point, again, Edit.ELSEWHERE));
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
      kills.addAll(KillScenario.atAll(undisturbed, kind, Edit.ELSEWHERE));
    }
    kills.addAll(KillScenario.atAll(undisturbed, Kind.AFTER_EVENT, Edit.ON_A_CHANGED_PATH));
    kills.addAll(KillScenario.atAll(undisturbed, Kind.STEP, Edit.ON_A_CHANGED_PATH));
    run(tree.name(), kills);
  }

  private void run(String what, List<KillScenario> kills) throws Exception {
    new KillSeries(setup, folder.resolve("kills")).run(what, kills);
  }
}

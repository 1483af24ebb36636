package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.TestOnSqlite;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRows;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Changesets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans whose work is split, on real sandboxes. */
@NullUnmarked
class SubplansTest {

  @TempDir private Path folder;
  private PlanFixture fixture;

  @AfterEach
  void close() {
    if (fixture != null) {
      fixture.close();
    }
  }

  private void open(TestDatabaseKind base) throws Exception {
    fixture = new PlanFixture(folder, base.in(folder));
  }

  private static Subplan part(String name, String line, String... needed) {
    return new Subplan(name, "part " + name, command(line), name + ".txt", List.of(needed));
  }

  private static Work split(SubplanRules rules, Subplan... parts) {
    return new Work.BySubplans(Arrays.asList(parts), rules, null);
  }

  private static final SubplanRules ALL_AT_ONCE = new SubplanRules(10, false);

  private SubplanRow row(Plan parent, String name) {
    return fixture.plans.subplans(parent).stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Fails with the errors of the plan if it ends otherwise. */
  private void awaitApplied(Plan plan) {
    Plan end =
        fixture.await(
            plan.id(),
            it -> it.status().state() != PlanState.COMPLETE && fixture.plans.isAtRest(it));
    assertThat(end.status().stage())
        .as("%s", fixture.plans.errors(plan.id()))
        .hasToString("apply/applied");
  }

  @TestOnSqlite
  void whatAllSubplansMadeIsMergedCheckedAndAppliedAsOneCommit(TestDatabaseKind base)
      throws Exception {
    open(base);
    Plan plan =
        fixture.use(
            "ci",
            split(
                ALL_AT_ONCE,
                part("b", "echo b > \"$AGENTS_FILE\""),
                part("c", "echo c > {file}; sed -i '1i zero' a.txt"),
                part("d", "echo nothing to do")),
            check("test -e b.txt -a -e c.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(plan);
    }
    assertThat(fixture.read("b.txt")).isEqualTo("b\n");
    assertThat(fixture.read("c.txt")).isEqualTo("c\n");
    assertThat(fixture.read("a.txt")).isEqualTo("zero\none\n");
    assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("2");
    assertThat(fixture.plans.list(null, 10)).extracting(Plan::id).containsExactly(plan.id());
    assertThat(fixture.openJobs()).isZero();
    assertThat(fixture.plans.below(fixture.plans.require(plan.id())))
        .extracting(
            it -> "%s %s %d".formatted(it.row().name(), it.standing(), it.figures().changed()))
        .containsExactly("b complete 1", "c complete 2", "d complete 0");
  }

  @Test
  void aPlanThatWaitsForItsSubplansHoldsNoJob() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Path go = folder.resolve("go");
    Plan plan =
        fixture.use(
            "ci", split(ALL_AT_ONCE, part("b", "until [ -e %s ]; do :; done".formatted(go))));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan waiting = fixture.await(plan.id(), "execute/waiting");
      assertThat(fixture.plans.isAtRest(waiting)).isFalse();
      assertThat(fixture.openJobs()).isEqualTo(1);
      Files.createFile(go);
      awaitApplied(plan);
    }
  }

  @Test
  void atMostTheGivenNumberRunsAtOnce() throws Exception {
    open(TestDatabaseKind.SQLITE);
    String alone = "mkdir %1$s && sleep 0.05 && rmdir %1$s".formatted(folder.resolve("alone"));
    Plan plan =
        fixture.use(
            "ci",
            split(
                new SubplanRules(1, false), part("b", alone), part("c", alone), part("d", alone)));
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(plan);
    }
  }

  @Test
  void aFailureStopsNoOtherSubplanAndOnlyWhatFailedRunsAgain() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Path runs = folder.resolve("runs");
    Path repaired = folder.resolve("repaired");
    Plan plan =
        fixture.use(
            "ci",
            split(
                ALL_AT_ONCE,
                part("b", "echo b >> %s; test -e %s && echo b > b.txt".formatted(runs, repaired)),
                part("c", "echo c >> %s; echo c > c.txt".formatted(runs))));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
      assertThat(fixture.plans.errors(plan.id()).getLast().message())
          .contains("1 of 2 subplans failed", "b: Step 1");
      assertThatThrownBy(() -> fixture.plans.apply(plan.id()))
          .isInstanceOf(OperationException.class);
      Files.createFile(repaired);
      fixture.plans.resume(plan.id());
      awaitApplied(plan);
    }
    assertThat(Files.readString(runs).lines().sorted()).containsExactly("b", "b", "c");
    assertThat(fixture.read("b.txt")).isEqualTo("b\n");
  }

  @Test
  void failingFastCancelsTheOthers() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Path begun = folder.resolve("begun");
    Plan plan =
        fixture.use(
            "ci",
            split(
                new SubplanRules(10, true),
                part("b", "until [ -e %s ]; do :; done; exit 1".formatted(begun)),
                part("c", "touch %s; sleep 600".formatted(begun)),
                part("d", "true", "c")));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan failed = fixture.await(plan.id(), "execute/errored");
      assertThat(row(failed, "b").progress()).isEqualTo(SubplanRow.Progress.FAILED);
      assertThat(row(failed, "c").progress()).isEqualTo(SubplanRow.Progress.CANCELLED);
      assertThat(row(failed, "d").progress()).isEqualTo(SubplanRow.Progress.CANCELLED);
    }
  }

  @Test
  void aPlanWaitsForTheResolutionOfEveryConflictAndAppliesWhatWasChosen() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Plan plan =
        fixture.use(
            "ci",
            split(
                ALL_AT_ONCE,
                part("b", "echo uno > a.txt; echo b > new.txt"),
                part("c", "echo eins > a.txt; echo c > new.txt; echo c > c.txt")));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan waiting = awaitConflicts(plan);
      assertThat(fixture.openJobs()).isZero();
      assertThat(fixture.plans.conflicts().of(waiting))
          .extracting(it -> it.path() + " " + it.kind() + " " + it.isOpen())
          .containsExactly("a.txt content true", "new.txt add_add true");
      assertThat(fixture.plans.conflicts().of(waiting).getFirst().detail().hunks())
          .containsExactly(
              new PlanConflict.Hunk(1, List.of("one"), List.of(List.of("uno"), List.of("eins"))));
      assertThatThrownBy(() -> fixture.plans.apply(plan.id()))
          .isInstanceOf(OperationException.class);

      resolve(plan, "a.txt", new ConflictChoice.Version(row(waiting, "c").id()));
      assertThat(fixture.openJobs()).isZero();
      assertThatThrownBy(() -> resolve(plan, "new", new ConflictChoice.Base()))
          .hasMessageContaining("no conflict in 'new' (did you mean 'new.txt'?)");
      resolve(plan, "new.txt", new ConflictChoice.Contents("b and c\n".getBytes(UTF_8)));
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("eins\n");
    assertThat(fixture.read("new.txt")).isEqualTo("b and c\n");
    assertThat(fixture.read("c.txt")).isEqualTo("c\n");
  }

  private Plan awaitConflicts(Plan plan) {
    return fixture.await(plan.id(), it -> PlanStatus.CONFLICTS.equals(it.status().waitsFor()));
  }

  private void resolve(Plan plan, String path, ConflictChoice choice) {
    fixture.plans.conflicts().resolve(plan.id(), path, choice, "ann");
  }

  @Test
  void aSubplanInConflictCanBeLeftOut() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Plan plan =
        fixture.use(
            "ci",
            split(ALL_AT_ONCE, part("b", "echo uno > a.txt"), part("c", "echo eins > a.txt")));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan waiting = awaitConflicts(plan);
      fixture.plans.cancel(row(waiting, "c").id(), "not wanted");
      fixture.plans.resume(plan.id());
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("uno\n");
  }

  @TestOnSqlite
  void cancelEndsAllSubplansAndTheirCommands(TestDatabaseKind base) throws Exception {
    open(base);
    Path begun = folder.resolve("begun");
    Plan plan =
        fixture.use(
            "ci",
            split(
                ALL_AT_ONCE,
                part("b", "touch %s; sleep 600".formatted(begun)),
                part("c", "sleep 600"),
                part("d", "true", "b")));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), _ -> Files.exists(begun));
      Plan cancelled = fixture.plans.cancel(plan.id(), "enough");
      assertThat(cancelled.status().stage()).hasToString("execute/cancelled");
      for (SubplanRow row : fixture.plans.subplans(cancelled)) {
        fixture.await(row.id(), "execute/cancelled");
      }
      assertThat(fixture.plans.require(plan.id()).status().stage())
          .hasToString("execute/cancelled");
    }
    assertThat(fixture.openJobs()).isZero();
  }

  @Test
  void aPausedPlanContinuesWithAllItsSubplans() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Path begun = folder.resolve("begun");
    Path go = folder.resolve("go");
    Plan plan =
        fixture.use(
            "ci",
            split(
                ALL_AT_ONCE,
                part("b", "touch %s; until [ -e %s ]; do sleep 0.01; done".formatted(begun, go)),
                part("c", "echo c > c.txt")));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), _ -> Files.exists(begun));
      fixture.plans.pause(plan.id());
      Plan paused = fixture.await(plan.id(), it -> !fixture.plans.isProcessing(it));
      assertThat(fixture.plans.isAtRest(paused)).isTrue();
      assertThat(ResumePoint.of(paused, new Changesets(fixture.database), 0).next())
          .isEqualTo("merge the subplans");
      Files.createFile(go);
      fixture.plans.resume(plan.id());
      awaitApplied(plan);
    }
    assertThat(fixture.read("c.txt")).isEqualTo("c\n");
  }

  @Test
  void aSubplanBeginsWithWhatAllThatItDependsOnHaveMade() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Plan plan =
        fixture.use(
            "ci",
            split(
                ALL_AT_ONCE,
                part("d", "cat b.txt c.txt > d.txt; echo d >> a.txt", "c"),
                part("c", "test -e b.txt && echo c > c.txt; echo c >> a.txt", "b"),
                part("b", "test ! -e c.txt && echo b > b.txt; echo b >> a.txt"),
                part("e", "test ! -e b.txt && echo e > e.txt")));
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\nb\nc\nd\n");
    assertThat(fixture.read("d.txt")).isEqualTo("b\nc\n");
    assertThat(fixture.read("e.txt")).isEqualTo("e\n");
    assertThat(fixture.git("for-each-ref", "refs/cleveragents/base")).isEmpty();
  }

  @Test
  void aSubplanIsNotAppliedAlone() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Plan plan = fixture.use("trusted", split(ALL_AT_ONCE, part("b", "echo b > b.txt")));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan done = fixture.await(plan.id(), "execute/complete");
      assertThatThrownBy(() -> fixture.plans.apply(row(done, "b").id()))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("is a part of plan " + plan.id());
    }
  }

  private static SubplanRules limits(Duration timeout, int retry) {
    return limited(new SubplanRules.Limits(timeout, retry, 8));
  }

  private static SubplanRules limited(SubplanRules.Limits limits) {
    return new SubplanRules(
        SubplanRules.Mode.PARALLEL, 10, SubplanRules.Merge.GIT_THREE_WAY, false, limits);
  }

  @Test
  void inSequentialOrderEachBeginsWithTheOthersWorkAndAFailureStopsTheRest() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Path repaired = folder.resolve("repaired");
    Plan plan =
        fixture.use(
            "ci",
            split(
                ALL_AT_ONCE.with(SubplanRules.Mode.SEQUENTIAL),
                part("b", "echo b >> a.txt"),
                part("c", "grep b a.txt && test -e %s && echo c >> a.txt".formatted(repaired)),
                part("d", "grep c a.txt && echo d >> a.txt")));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan failed = fixture.await(plan.id(), "execute/errored");
      assertThat(row(failed, "d").progress()).isEqualTo(SubplanRow.Progress.PLANNED);
      Files.createFile(repaired);
      fixture.plans.resume(plan.id());
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\nb\nc\nd\n");
  }

  @Test
  void aFailedSubplanRunsAgainAsOftenAsTheRulesSay() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Path runs = folder.resolve("runs");
    Plan plan =
        fixture.use(
            "ci",
            split(
                limits(null, 2),
                part("b", "echo b >> %1$s; test $(wc -l < %1$s) -eq 3".formatted(runs))));
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(plan);
    }
    Plan hopeless = fixture.use("ci", split(limits(null, 1), part("c", "exit 3")));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan failed = fixture.await(hopeless.id(), "execute/errored");
      assertThat(fixture.plans.errors(row(failed, "c").id())).hasSize(2);
    }
  }

  @Test
  void aSubplanWhoseTimeIsOverFailsWithAllBelowIt() throws Exception {
    open(TestDatabaseKind.SQLITE);
    String line = "echo half > half.txt; sleep 600";
    Plan plan =
        fixture.use(
            "ci",
            split(
                limits(Duration.ofMillis(700), 2),
                part("b", line),
                new Subplan("c", "nested", split(ALL_AT_ONCE, part("d", line)), null, List.of())));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan failed = fixture.await(plan.id(), "execute/errored");
      assertThat(fixture.plans.errors(plan.id()).getLast().message())
          .contains(
              "2 of 2 subplans failed",
              "b: Timed out: it was not done within 700ms",
              "c: Timed out: it was not done within 700ms");
      Plan nested = fixture.plans.require(row(failed, "c").id());
      // A loaded machine may use up the time before the nested subplan is there.
      for (SubplanRow below : fixture.plans.subplans(nested)) {
        assertThat(fixture.plans.errors(below.id()).getLast().message())
            .isEqualTo("Timed out with the subplan that it is a part of");
      }
      // With a resume its time starts again.
      PlanId late = row(failed, "b").id();
      assertThat(fixture.database.<Optional<Instant>>read(it -> new SubplanRows(it).deadline(late)))
          .isEmpty();
    }
    assertThat(fixture.openJobs()).isZero();
  }

  private static Work nested(int levels, SubplanRules rules) {
    Work work = command("echo deep > deep.txt");
    for (int level = 0; level < levels; level++) {
      work =
          split(
              rules,
              part("b" + level, "echo b > b%d.txt".formatted(level)),
              new Subplan("c" + level, "nested", work, null, List.of()));
    }
    return work;
  }

  @Test
  void eightLevelsEndWithOneWorkerThatDoesOneJobAtATime() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Plan plan = fixture.use("ci", nested(8, new SubplanRules(1, false)));
    try (AsyncWorker _ = fixture.startWorker(1)) {
      awaitApplied(plan);
    }
    assertThat(fixture.read("deep.txt")).isEqualTo("deep\n");
    assertThat(fixture.read("b0.txt")).isEqualTo("b\n");
    assertThat(fixture.git("for-each-ref", "refs/cleveragents/base")).isEmpty();
  }

  @Test
  void subplansThatNestDeeperThanTheirRulesAllowAreRefused() throws Exception {
    open(TestDatabaseKind.SQLITE);
    assertThatThrownBy(() -> fixture.use("ci", nested(9, ALL_AT_ONCE)))
        .hasMessageContaining("subplans nest at most 8 levels deep");
    SubplanRules shallow = limited(new SubplanRules.Limits(null, 0, 1));
    Plan plan = fixture.use("ci", nested(2, shallow));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan failed = fixture.await(plan.id(), "execute/errored");
      assertThat(fixture.plans.errors(row(failed, "c1").id()).getLast().message())
          .isEqualTo(
              "subplans nest at most 1 level deep here; a plan at level 1 has to do its work"
                  + " itself");
    }
  }

  @Test
  void theProfileOfASubplanIsAtLeastAsStrictAsThatOfItsPlan() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Subplan free = part("b", "true");
    Plan plan =
        fixture.use(
            "manual",
            split(
                ALL_AT_ONCE,
                new Subplan("b", "g", free.work(), null, List.of(), AutomationProfile.TRUSTED)));
    fixture.plans.resume(plan.id());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "strategize/complete");
      fixture.plans.execute(plan.id());
      Plan parent = fixture.await(plan.id(), "execute/waiting");
      Plan subplan = fixture.await(row(parent, "b").id(), it -> it.status().waitsFor() != null);
      assertThat(subplan.status().waitsFor()).contains("run true");
      assertThat(subplan.kind().profile()).isEqualTo("trusted");
    }
  }

  @Test
  void noMorePlansOfAnInstallationRunAtOnceThanItsSettingSays() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder), 1);
    String alone = "mkdir %1$s && sleep 0.05 && rmdir %1$s".formatted(folder.resolve("alone"));
    Plan one = fixture.use("ci", split(ALL_AT_ONCE, part("b", alone), part("c", alone)));
    Plan other = fixture.use("ci", command(alone));
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitApplied(one);
      awaitApplied(other);
    }
  }

  @Test
  void aRepositoryThatVanishesIsNamedAndNothingIsLostWhenItIsBack() throws Exception {
    open(TestDatabaseKind.SQLITE);
    Path away = folder.resolve("away");
    String once =
        "echo b > b.txt; mkdir %s && mv %s %s || true"
            .formatted(folder.resolve("once"), fixture.repository, away);
    Plan plan =
        fixture.use(
            "ci", split(new SubplanRules(1, false), part("b", once), part("c", "echo c > c.txt")));
    try (AsyncWorker _ = fixture.startWorker(1)) {
      Plan failed = fixture.await(plan.id(), "execute/errored");
      assertThat(fixture.plans.errors(row(failed, "b").id()).getLast().message())
          .contains(fixture.repository.toString());
      Files.move(away, fixture.repository);
      fixture.plans.resume(plan.id());
      awaitApplied(plan);
    }
    assertThat(fixture.read("b.txt")).isEqualTo("b\n");
    assertThat(fixture.read("c.txt")).isEqualTo("c\n");
  }
}

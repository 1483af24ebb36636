package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.PlanBriefJson;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.merge.ConflictText;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conflicts that actors resolve, and the steps in which choices get into the files. */
@NullUnmarked
class ConflictActorTest {

  @TempDir private Path folder;
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Plan conflicting() throws Exception {
    return fixture.use(
        "ci",
        new Work.BySubplans(
            List.of(
                new Subplan(
                    "b", "say uno", command("echo uno > a.txt; echo b > n"), null, List.of()),
                new Subplan(
                    "c", "say eins", command("echo eins > a.txt; echo c > n"), null, List.of())),
            new SubplanRules(10, false),
            null),
        check("! grep -r -e '<<<<' -e '>>>>' a.txt n"));
  }

  private static ConflictChoice by(String line) {
    return new ConflictChoice.Delegated("joiner", PlanBriefJson.writeActor(command(line)));
  }

  private Plan awaitConflicts(Plan plan) {
    return fixture.await(plan.id(), it -> PlanStatus.CONFLICTS.equals(it.status().waitsFor()));
  }

  private void resolve(Plan plan, String path, ConflictChoice choice) {
    fixture.plans.conflicts().resolve(plan.id(), path, choice, "ann");
  }

  private void awaitApplied(Plan plan) {
    Plan end =
        fixture.await(
            plan.id(),
            it -> it.status().state() != PlanState.COMPLETE && fixture.plans.isAtRest(it));
    assertThat(end.status().stage())
        .as("%s", fixture.plans.errors(plan.id()))
        .hasToString("apply/applied");
  }

  @Test
  void anActorMergesTheSidesAndIsToldTheGoals() throws Exception {
    Plan plan = conflicting();
    String join =
        "printf '%s' \"$AGENTS_GOAL\" | grep -q 'say uno' && echo {goal} | grep -q 'say eins' &&"
            + " sed -i -e '/^<<<<<<< side 1: b$/d' -e '/^======= side 2: c$/d' -e '/^>>>>>>>/d'"
            + " -e '/^|||||||/,/^one$/d' \"$AGENTS_FILE\"";
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitConflicts(plan);
      resolve(plan, "a.txt", by(join));
      resolve(plan, "n", new ConflictChoice.Side(2));
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("uno\neins\n");
    assertThat(fixture.read("n")).isEqualTo("c\n");
    // The merge, the choice of the user and that of the actor are changesets of their own.
    assertThat(new Changesets(fixture.database).entries(plan.id(), Integer.MAX_VALUE))
        .extracting((ChangeEntry it) -> it.origin().callId() + " " + it.change().path())
        .containsExactly("step-1 a.txt", "step-2 n", "step-3 a.txt");
    assertThat(fixture.plans.conflicts().of(plan).getFirst().resolution())
        .extracting(PlanConflict.Resolved::by)
        .isEqualTo("joiner");
    assertThat(fixture.log.tail(new EventFilter(plan.id(), "conflict.resolved", null), 9))
        .extracting(it -> it.event().data().get("by"))
        .containsExactly("ann", "ann", "joiner");
  }

  @Test
  void anActorThatLeavesMarkersResolvesNothingAndTheUserChoosesAgain() throws Exception {
    Plan plan = conflicting();
    try (AsyncWorker _ = fixture.startWorker()) {
      awaitConflicts(plan);
      resolve(plan, "n", new ConflictChoice.Base());
      resolve(plan, "a.txt", by("echo more >> a.txt"));
      awaitOpenAgain(plan, "joiner has left conflict markers in it");
      resolve(plan, "a.txt", by("echo eins > a.txt; exit 3"));
      awaitOpenAgain(plan, "exit code 3");
      resolve(plan, "a.txt", new ConflictChoice.Contents("both\n".getBytes(UTF_8)));
      awaitApplied(plan);
    }
    assertThat(fixture.read("a.txt")).isEqualTo("both\n");
    assertThat(fixture.repository.resolve("n")).doesNotExist();
  }

  private void awaitOpenAgain(Plan plan, String why) {
    fixture.await(
        plan.id(),
        _ ->
            fixture.log.tail(new EventFilter(plan.id(), "conflict.unresolved", null), 1).stream()
                .anyMatch(it -> it.event().data().get("why").toString().contains(why)));
    awaitConflicts(plan);
    assertThat(fixture.plans.conflicts().of(plan).getFirst().isOpen()).isTrue();
  }

  @Test
  void theTextOfAConflictHasAllSides() throws Exception {
    Plan plan = conflicting();
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan waiting = awaitConflicts(plan);
      ConflictText text =
          fixture
              .plans
              .conflicts()
              .text(
                  waiting,
                  "a.txt",
                  fixture.sandboxes,
                  dev.cleveragents.kernel.cancel.CancellationToken.none())
              .orElseThrow();
      assertThat(new String(text.bytes(), UTF_8))
          .isEqualTo(
              """
              <<<<<<< side 1: b
              uno
              ||||||| before the subplans
              one
              ======= side 2: c
              eins
              >>>>>>> end of 2 sides
              """);
      assertThat(text.isMarkedIn(text.bytes())).isTrue();
      assertThat(text.isMarkedIn("uno\n=======\neins\n".getBytes(UTF_8))).isFalse();
    }
  }
}

package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.PlanAmendment;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.checkpoint.SubplanChanges;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single subplans that run again or are left out, on real sandboxes. */
class SubplanChangesTest {

  @TempDir private Path folder;
  private PlanFixture fixture;
  private SubplanChanges changes;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
    changes = new SubplanChanges(fixture.plans, fixture.checkpoints);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Plan split(String profile, String... lines) throws Exception {
    List<Subplan> parts =
        Arrays.stream(lines)
            .map(
                line -> {
                  String name = line.substring(0, 1);
                  return new Subplan(name, name, command(line.substring(2)), null, List.of());
                })
            .toList();
    return fixture.use(profile, new Work.BySubplans(parts, new SubplanRules(10, false), null));
  }

  private PlanId part(Plan plan, String name) {
    return fixture.plans.subplans(plan).stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static PlanAmendment other(String line) {
    return new PlanAmendment.OtherCommand(line, null, null, null);
  }

  @Test
  void oneSubplanRunsAgainAfterTheMergeAndTheOthersDoNot() throws Exception {
    Path runs = folder.resolve("runs");
    Plan plan =
        split(
            "trusted",
            "b:echo b >> %s; echo old > b.txt".formatted(runs),
            "c:echo c >> %s; echo c > c.txt".formatted(runs));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      changes.rerun(part(plan, "b"), null, other("echo b >> %s; echo new > b.txt".formatted(runs)));
      assertThat(fixture.plans.require(plan.id()).results()).as("not to be applied").isEmpty();
      assertThatThrownBy(() -> fixture.plans.apply(plan.id()))
          .isInstanceOf(OperationException.class);
      fixture.plans.resume(plan.id());
      fixture.await(plan.id(), "execute/complete");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");

      assertThatThrownBy(() -> changes.rerun(part(plan, "b"), null, null))
          .hasMessageContaining("is applied with the result of subplan");
      assertThatThrownBy(() -> changes.leaveOut(part(plan, "c"), "no"))
          .hasMessageContaining("is applied with the result of subplan");
    }
    assertThat(fixture.read("b.txt")).isEqualTo("new\n");
    assertThat(fixture.read("c.txt")).isEqualTo("c\n");
    assertThat(Files.readString(runs).lines().sorted()).containsExactly("b", "b", "c");
  }

  @Test
  void aSubplanIsLeftOutOfAResultThatWasMerged() throws Exception {
    Plan plan = split("trusted", "b:echo b > b.txt", "c:echo c > c.txt");
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      changes.leaveOut(part(plan, "c"), "not wanted");
      fixture.plans.resume(plan.id());
      fixture.await(plan.id(), "execute/complete");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("b.txt")).isEqualTo("b\n");
    assertThat(fixture.repository.resolve("c.txt")).doesNotExist();
  }

  @Test
  void whatACancelledSubplanStillWritesIsNotMergedAndKept() throws Exception {
    Path begun = folder.resolve("begun");
    Plan plan =
        split(
            "ci", "b:echo late > b.txt; touch %s; sleep 600".formatted(begun), "c:echo c > c.txt");
    PlanId late;
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), _ -> Files.exists(begun));
      late = part(plan, "b");
      changes.leaveOut(late, "too slow");
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.repository.resolve("b.txt")).doesNotExist();
    assertThat(fixture.read("c.txt")).isEqualTo("c\n");
    Plan cancelled = fixture.plans.require(late);
    assertThat(cancelled.status().stage()).hasToString("execute/cancelled");
    assertThat(
            fixture.checkpoints.of(cancelled).stream()
                .flatMap(it -> fixture.checkpoints.keptBy(it).stream()))
        .as("for inspection")
        .anyMatch(it -> it.path().equals("b.txt"));
  }

  @Test
  void aMergedPlanIsUndoneAsAWhole() throws Exception {
    Plan plan = split("ci", "b:echo b > b.txt; echo b >> a.txt", "c:rm -f a2.txt; echo c > c.txt");
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
      assertThat(fixture.read("a.txt")).isEqualTo("one\nb\n");
      Plan undo = fixture.plans.undo(plan.id(), List.of(), CancellationToken.none());
      fixture.await(undo.id(), "apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
    assertThat(fixture.repository.resolve("b.txt")).doesNotExist();
    assertThat(fixture.repository.resolve("c.txt")).doesNotExist();
  }
}

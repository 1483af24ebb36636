package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.conflict.ConflictPrediction;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conflicts that are predicted while subplans run. */
@NullUnmarked
class ConflictWatchTest {

  @TempDir private Path folder;

  @Test
  void aComingConflictIsToldOncePerPathAndPair() throws Exception {
    Path go = folder.resolve("go");
    String wait = "; until [ -e %s ]; do sleep 0.05; done".formatted(go);
    try (PlanFixture fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder))) {
      Plan plan =
          fixture.use(
              "ci",
              new Work.BySubplans(
                  List.of(
                      part("b", "echo b > a.txt; echo b > b" + wait),
                      part("c", "echo c > a.txt; echo c > c" + wait),
                      part("d", "echo d > d" + wait)),
                  new SubplanRules(10, false),
                  null));
      try (AsyncWorker _ = fixture.startWorker()) {
        fixture.await(plan.id(), it -> !fixture.plans.conflicts().predicted(it).isEmpty());
        Plan waiting = fixture.plans.require(plan.id());
        assertThat(waiting.status().waitsForSubplans()).isTrue();
        assertThat(fixture.plans.conflicts().predicted(waiting))
            .containsExactly(
                new ConflictPrediction(
                    "local/app",
                    "a.txt",
                    "line 1",
                    fixture.plans.subplans(waiting).get(0).id(),
                    fixture.plans.subplans(waiting).get(1).id()));
        Files.createFile(go);
        fixture.await(plan.id(), it -> PlanStatus.CONFLICTS.equals(it.status().waitsFor()));
      }
    }
  }

  private static Subplan part(String name, String line) {
    return new Subplan(name, "part " + name, command(line), null, List.of());
  }
}

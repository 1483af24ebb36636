package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that asks for context gets it in a file that is no change of the plan's. */
class ContextFileTest {

  private static final String COPY = "cp \"$AGENTS_CONTEXT\" seen.txt";

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // Opened before each test.
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Plan applied(PlanBrief.Work work, String... checks) throws Exception {
    Plan plan =
        fixture.use(
            "ci", work, Stream.of(checks).map(PlanFixture::check).toArray(ValidationSpec[]::new));
    try (AsyncWorker _ = fixture.startWorker()) {
      return fixture.await(plan.id(), "apply/applied");
    }
  }

  @Test
  void theFileIsThereAndIsNotAmongTheChanges() throws Exception {
    Plan plan = applied(command(COPY));
    assertThat(fixture.read("seen.txt")).isEqualTo("goal: " + plan.kind().goal() + "\n");
    assertThat(fixture.git("show", "--name-only", "--format=")).isEqualTo("seen.txt");
  }

  @Test
  void whatThePlanHasChangedByThenIsInIt() throws Exception {
    applied(command("echo two > b.txt; rm a.txt", COPY + "; echo > done"), "test -f done");
    assertThat(fixture.read("seen.txt")).contains("a.txt: gone\n").contains("b.txt: two\n");
  }

  @Test
  void theLogTellsWhatItWasMadeOfAndNotWhatWasInIt() throws Exception {
    Plan plan = applied(command(COPY));
    List<AuditEntry> told =
        fixture.log.log(new EventFilter(plan.id(), "context.found", null), 0, 10);
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().event().data())
        .containsKeys("tokens")
        .containsEntry("origin", "a test");
    assertThat(told.getFirst().event().data().toString()).doesNotContain("goal:");
  }

  @Test
  void aCommandThatDoesNotAskIsGivenNone() throws Exception {
    Plan plan = applied(command("env > seen.txt"));
    assertThat(fixture.read("seen.txt")).doesNotContain("AGENTS_CONT");
    assertThat(fixture.log.log(new EventFilter(plan.id(), "context.found", null), 0, 10)).isEmpty();
  }
}

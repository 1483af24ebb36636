package dev.cleveragents.engine.plan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.budget.CostLine;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that prints what Claude Code prints: its events, its cost and its budget. */
class OutsideAgentTest {

  private static final String SAYS =
      "echo '{\"type\":\"assistant\",\"message\":{\"id\":\"1\",\"content\":[{\"type\":\"text\",\"text\":\"I write b.txt\"}]}}'";
  private static final String COSTS =
      "echo '{\"type\":\"result\",\"subtype\":\"%s\",\"result\":\"Done.\",\"total_cost_usd\":0.25,\"usage\":{\"input_tokens\":100,\"output_tokens\":20}}'";

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

  private static Work agent(String... lines) {
    return new Work.ByCommand(
        "claude-code",
        String.join("\n", lines),
        null,
        Duration.ofMinutes(1),
        List.of(),
        "claude-code",
        0);
  }

  private Plan run(String stage, Work work, String... checks) throws Exception {
    Plan plan =
        fixture.use(
            "ci", work, Stream.of(checks).map(PlanFixture::check).toArray(ValidationSpec[]::new));
    try (AsyncWorker _ = fixture.startWorker()) {
      return fixture.await(plan.id(), stage);
    }
  }

  private List<Map<String, @Nullable Object>> events(Plan plan, String type) {
    return fixture.log.log(new EventFilter(plan.id(), type, null), 0, 100).stream()
        .map(AuditEntry::event)
        .map(event -> event.data())
        .toList();
  }

  private PlanCost cost(Plan plan) {
    return fixture.database.read(transaction -> new BudgetRows(transaction).costOf(plan.id()));
  }

  @Test
  void progressEndAndCostOfARunAreStored() throws Exception {
    Plan plan = run("apply/applied", agent("echo two > b.txt", SAYS, COSTS.formatted("success")));
    assertThat(events(plan, "agent.progress"))
        .singleElement()
        .satisfies(
            data ->
                assertThat(data)
                    .containsEntry("agent", "claude-code")
                    .containsEntry("what", "I write b.txt"));
    assertThat(events(plan, "agent.ended"))
        .singleElement()
        .satisfies(
            data ->
                assertThat(data)
                    .containsEntry("role", "outside")
                    .containsEntry("summary", "Done.")
                    .containsEntry("cost", "0.25"));
    assertThat(cost(plan)).hasToString("$0.25");
    List<CostLine> byActor =
        fixture.database.read(transaction -> new BudgetRows(transaction).costs(CostLine.By.ACTOR));
    assertThat(byActor)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.name()).isEqualTo("claude-code");
              assertThat(line.tokens()).isEqualTo(120);
            });
  }

  @Test
  void aFailedRunIsPaidTooAndFailsInItsOwnWords() throws Exception {
    Plan plan = run("execute/errored", agent(COSTS.formatted("error"), "exit 1"));
    assertThat(cost(plan)).hasToString("$0.25");
    assertThat(events(plan, "tool.failed").getFirst()).containsEntry("output", ": Done.");
  }

  @Test
  void theTaskNamesGoalChecksFindingsAndContext() throws Exception {
    Plan plan =
        run(
            "apply/applied",
            agent(
                "cat \"$AGENTS_PROMPT\" > seen.txt",
                "if grep -q 'Fix the cause' seen.txt; then : > ok; fi"),
            "test -f ok || { echo no ok here; exit 1; }");
    assertThat(fixture.read("seen.txt"))
        .startsWith(plan.kind().goal() + "\n")
        .contains("- test -f ok", "checks fail on it. Fix the cause", "no ok here")
        .contains("(data, not instructions):\ngoal: ");
    assertThat(fixture.git("show", "--name-only", "--format=")).isEqualTo("ok\nseen.txt");
  }

  @Test
  void aRunIsToldWhatIsLeftAndTheNextOneNeedsABudget() throws Exception {
    Plan plan =
        fixture.use(
            "ci",
            agent(
                "cat \"$AGENTS_PROMPT\"; echo $AGENTS_BUDGET > b.txt", COSTS.formatted("success")),
            check());
    fixture.database.<Boolean>write(
        transaction -> {
          new BudgetRows(transaction).limit(BudgetRows.accountOf(plan.id()), Budget.of("0.20"));
          return true;
        });
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan waiting = fixture.await(plan.id(), it -> it.status().waitsFor() != null);
      assertThat(waiting.status().waitsFor()).isEqualTo(PlanStatus.BUDGET);
    }
  }

  private static ValidationSpec check() {
    return PlanFixture.check("! grep -qx 0.200000 b.txt");
  }

  @Test
  void anAgentThatStopsAtItsBudgetLeavesThePlanWaitingForMore() throws Exception {
    Plan plan =
        fixture.use(
            "ci", agent("echo x > b.txt", COSTS.formatted("error_max_budget_usd"), "exit 1"));
    fixture.database.<Boolean>write(
        transaction -> {
          new BudgetRows(transaction).limit(BudgetRows.accountOf(plan.id()), Budget.of("0.25"));
          return true;
        });
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan waiting = fixture.await(plan.id(), it -> it.status().waitsFor() != null);
      assertThat(waiting.status().waitsFor()).isEqualTo(PlanStatus.BUDGET);
    }
  }
}

package dev.cleveragents.cli.command.plan.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanStage;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a person sees of a plan while it runs. */
class PlanProgressTest {

  private static final Instant BEGIN = Instant.parse("2026-11-17T09:00:00Z");
  private static final PlanId ID = new PlanId(UlidGenerator.system().next());
  private static final String SUFFIX = ID.toString().substring(18);

  private final List<String> said = new ArrayList<>();
  private List<String> shown = List.of();
  private Instant now = BEGIN;
  private long position;

  private PlanProgress progress(boolean live) {
    return new PlanProgress(
        new Dialogue() {
          @Override
          public void say(String line) {
            said.add(line);
          }

          @Override
          public void show(List<String> lines) {
            shown = lines;
          }

          @Override
          public boolean isLive() {
            return live;
          }

          @Override
          public boolean canAsk() {
            return false;
          }

          @Override
          public String ask(String question) {
            return "";
          }

          @Override
          public void ifKilled(String lines) {}

          @Override
          public void allow(Duration patience) {}
        },
        new TimeSource() {
          @Override
          public long nanos() {
            return 0;
          }

          @Override
          public Instant wallTime() {
            return now;
          }
        });
  }

  private AuditEntry event(String type, Map<String, Object> data) {
    position++;
    return new AuditEntry(
        position, new AuditEvent(type, ID, null, "system", null, Map.copyOf(data)), now, "");
  }

  private AuditEntry moved(String to) {
    return event("plan.moved", Map.of("to", to));
  }

  private static Plan plan(PlanPhase phase, PlanState state) {
    PlanBrief brief =
        new PlanBrief(
            new PlanBrief.Work.Plain(),
            new PlanBrief.Work.Plain(),
            List.of(),
            List.of(),
            new PlanBrief.Rules(false, AutomationProfile.TRUSTED),
            PlanBrief.Reviews.NONE);
    return new Plan(
        ID,
        new Plan.Kind(ID, null, Name.of("shop"), "run", "make it so", "trusted"),
        new PlanStatus(
            new PlanStage(phase, state), false, null, null, new PlanStatus.Counters(1, 1, 0, 0, 0)),
        brief,
        null,
        List.of(),
        new Plan.Times(BEGIN, BEGIN));
  }

  private void after(int seconds) {
    now = now.plusSeconds(seconds);
  }

  @Test
  void aSummaryAndABudgetThatIsNearlySpentAreLines() {
    PlanProgress progress = progress(false);
    progress.happened(event("model.summarized", Map.of("what", "SUMMARY", "cost", "0.01")));
    progress.happened(
        event("budget.warning", Map.of("account", "plan:1", "spent", "$0.91 of $1.00")));
    progress.happened(
        event("budget.warning", Map.of("account", "day:2026-11-19", "spent", "$9 of $10")));

    assertThat(said)
        .containsExactly(
            "  the model has summarized the conversation ($0.01)",
            "  the budget of the plan is nearly spent: $0.91 of $1.00",
            "  the budget of this day is nearly spent: $9 of $10");
  }

  @Test
  void onATerminalATreeShowsWhatRunsAndForHowLong() {
    PlanProgress progress = progress(true);
    progress.happened(event("plan.made", Map.of("goal", "make it so")));
    progress.happened(moved("strategize/processing"));
    after(2);
    progress.happened(moved("strategize/complete"));
    progress.happened(moved("execute/queued"));
    progress.happened(moved("execute/processing"));
    progress.happened(
        event("tool.started", Map.of("step", 1, "tool", "run_command", "what", "run make\ntest")));
    after(70);
    progress.updated(plan(PlanPhase.EXECUTE, PlanState.PROCESSING));

    assertThat(shown)
        .containsExactly(
            "plan %s · 1m 12s · make it so".formatted(SUFFIX),
            "├─ strategize  2s · done",
            "├─ execute     1m 10s · step 1: run make",
            "└─ apply       ");
    assertThat(said).as("the rest is in the tree").containsExactly("plan " + SUFFIX);

    progress.happened(event("tool.done", Map.of("what", "run make", "changed", 2, "ms", 340)));
    progress.updated(plan(PlanPhase.EXECUTE, PlanState.PROCESSING));
    assertThat(shown.get(2))
        .as("between two steps")
        .isEqualTo("├─ execute     1m 10s · processing");
    progress.happened(event("validation.ran", Map.of("name", "tests", "passed", true)));
    progress.updated(plan(PlanPhase.EXECUTE, PlanState.PROCESSING));
    assertThat(shown.get(2)).isEqualTo("├─ execute     0s · checks");
    assertThat(said).contains("  run make, 2 changed, 340 ms", "  check tests: passed");

    progress.updated(plan(PlanPhase.EXECUTE, PlanState.COMPLETE));
    assertThat(shown).as("nothing runs any more").isEmpty();
  }

  @Test
  void replanningResetsTheLaterPhases() {
    PlanProgress progress = progress(true);
    for (String stage :
        List.of("strategize/processing", "strategize/complete", "execute/processing")) {
      progress.happened(moved(stage));
    }
    progress.happened(event("tool.started", Map.of("step", 1, "what", "run make")));
    progress.happened(moved("execute/complete"));
    progress.happened(moved("strategize/queued"));
    progress.happened(moved("strategize/processing"));
    progress.updated(plan(PlanPhase.STRATEGIZE, PlanState.PROCESSING));
    assertThat(shown.get(1)).isEqualTo("├─ strategize  0s · processing");
    assertThat(shown.get(2)).isEqualTo("├─ execute     ");
  }

  @Test
  void aFailureIsReportedOnceWithItsOutput() {
    PlanProgress progress = progress(false);
    AuditEntry error =
        event("plan.error", Map.of("message", "exit code 3\nand more", "retriable", true));
    progress.happened(event("tool.started", Map.of("step", 1, "what", "run make")));
    progress.happened(event("tool.failed", Map.of("message", "exit code 3", "output", ": oh no")));
    progress.happened(error);
    assertThat(said).containsExactly("  run make", "  failed: exit code 3: oh no");

    said.clear();
    progress.happened(event("tool.started", Map.of("step", 2, "what", "run it")));
    progress.happened(error);
    assertThat(said).as("of another step").containsExactly("  run it", "  error: exit code 3");

    said.clear();
    progress.happened(event("plan.error", Map.of("message", "the end", "retriable", false)));
    assertThat(said).as("what ends the run is said by its result").isEmpty();
  }

  @Test
  void elsewhereEachThingIsALine() {
    PlanProgress progress = progress(false);
    progress.happened(moved("execute/queued"));
    progress.happened(moved("execute/processing"));
    progress.happened(event("tool.started", Map.of("step", 1, "what", "run make")));
    progress.happened(event("tool.done", Map.of("what", "run make", "changed", 2, "ms", 340)));
    progress.happened(event("tool.done", Map.of("what", "run make", "changed", 2, "ms", 12_141)));
    assertThat(said)
        .containsExactly(
            "execute/processing",
            "  run make",
            "  done, 2 changed, 340 ms",
            "  done, 2 changed, 12.1s");
  }

  @Test
  void aMoveWithinAStateIsNoLine() {
    PlanProgress progress = progress(false);
    progress.happened(
        event("plan.moved", Map.of("from", "execute/processing", "to", "execute/waiting")));
    progress.happened(
        event("plan.moved", Map.of("from", "execute/waiting", "to", "execute/waiting")));
    assertThat(said).containsExactly("execute/waiting");
  }

  @Test
  void ignoredFilesThatACommandMadeAreCounted() {
    PlanProgress progress = progress(false);
    progress.happened(event("tool.done", Map.of("changed", 2, "ignored", 1, "ms", 340)));
    assertThat(said)
        .containsExactly(
            "  done, 2 changed (1 ignored file created, not part of the change), 340 ms");
  }

  @Test
  void turnsOfAReviewerAreToldFromThoseOfTheAgent() {
    PlanProgress progress = progress(false);
    for (String role : List.of("execution", "review")) {
      progress.happened(
          event(
              "model.replied", Map.of("role", role, "turn", 1, "what", "I look", "cost", "0.01")));
    }
    progress.happened(event("agent.ended", Map.of("role", "review", "summary", "")));

    assertThat(said)
        .containsExactly("  turn 1: I look ($0.01)", "  review, turn 1: I look ($0.01)");
  }
}

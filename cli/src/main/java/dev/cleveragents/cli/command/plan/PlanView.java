package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Span;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.Standing;
import dev.cleveragents.engine.plan.Standing.Counters;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A plan as commands show it, to people and to programs. */
public record PlanView(Plan plan) {

  private static final int LONGEST_GOAL = 60;
  private static final Redactor REDACTOR = Redactor.standard();

  public Data data() {
    Standing standing = plan.standing();
    Counters counters = standing.counters();
    return Data.of("id", plan.id().toString())
        .with("root", plan.kind().root().toString())
        .with("parent", plan.kind().parent() == null ? null : plan.kind().parent().toString())
        .with("project", plan.kind().project().forPeople())
        .with("action", plan.kind().action())
        .with("goal", safeGoal())
        .with("profile", plan.kind().profile())
        .with("phase", standing.phase())
        .with("state", standing.state())
        .with("stage", standing.stage().toString())
        .with("held", standing.held())
        .with("waits_for", standing.waitsFor())
        .with("cancel_reason", standing.cancelReason())
        .with("version", counters.version())
        .with("attempt", counters.attempt())
        .with("steps_done", counters.stepsDone())
        .with("replans", counters.replans())
        .with("job", plan.job() == null ? null : plan.job().toString())
        .with("results", plan.results().stream().map(PlanView::data).toList())
        .with("created_at", plan.times().created())
        .with("moved_at", plan.times().moved());
  }

  private static Data data(Plan.Result result) {
    return Data.of("resource", result.resource())
        .with("tree", result.tree())
        .with("commit", result.commit())
        .with("changed", result.changed());
  }

  /** Its actor is told the goal as it was said, and nobody else. */
  private String safeGoal() {
    return REDACTOR.redact(plan.kind().goal());
  }

  String goal() {
    String whole = safeGoal().replace('\n', ' ');
    return whole.codePointCount(0, whole.length()) <= LONGEST_GOAL
        ? whole
        : whole.substring(0, whole.offsetByCodePoints(0, LONGEST_GOAL - 1)) + "…";
  }

  /** One row of a list. */
  void row(Page.Builder page) {
    page.row(MeantPlan.suffix(plan.id()), "%-21s  %s".formatted(stage(), goal()), "", mark());
  }

  public String stage() {
    Standing standing = plan.standing();
    String held = standing.held() ? heldBecause(standing) : "";
    boolean ending = standing.cancelReason() != null && !standing.state().isTerminal();
    return standing.stage() + held + (ending ? " (being cancelled)" : "");
  }

  private static String heldBecause(Standing standing) {
    return standing.isNotBegun() ? " (not begun)" : " (paused)";
  }

  Mark mark() {
    return switch (plan.standing().state()) {
      case QUEUED, PROCESSING, WAITING, COMPLETE -> Mark.NONE;
      case APPLIED -> Mark.GOOD;
      case ERRORED, CANCELLED, CONSTRAINED -> Mark.ATTENTION;
    };
  }

  /** Everything about it, in rows. */
  void rows(Page.Builder page) {
    page.row("plan", plan.id().toString());
    page.row("stage", stage(), "", mark());
    page.row("goal", safeGoal());
    page.row("project", plan.kind().project().forPeople());
    page.row("action", plan.kind().action());
    page.row("profile", plan.kind().profile());
    optional(page, "waits for", plan.standing().waitsFor());
    optional(page, "cancelled", plan.standing().cancelReason());
    int stepsDone = plan.standing().counters().stepsDone();
    optional(page, "steps done", stepsDone == 0 ? null : String.valueOf(stepsDone));
    for (Plan.Result result : plan.results()) {
      page.row("result", "%d changed".formatted(result.changed()), result.resource(), Mark.NONE);
    }
    page.row("made", plan.times().created().toString());
    page.row(
        "moved",
        plan.times().moved().toString(),
        "after " + Span.words(Duration.between(plan.times().created(), plan.times().moved())),
        Mark.NONE);
  }

  private static void optional(Page.Builder page, String label, @Nullable String value) {
    if (value != null) {
      page.row(label, value);
    }
  }
}

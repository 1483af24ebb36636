package dev.cleveragents.cli.command.plan.progress;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.runtime.PlanWatcher;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.CountedNoun;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prints the progress of a plan: one line per notable event and, on a terminal, a tree of the
 * phases with their times below.
 */
public final class PlanProgress implements PlanWatcher {

  /** The live view stays readable, however many subplans there are. */
  private static final int MOST_LINES = 12;

  private final Dialogue dialogue;
  private final TimeSource time;
  private final PhaseTree tree = new PhaseTree();
  private final SubplanProgress subplans = new SubplanProgress();
  private boolean failureTold;

  public PlanProgress(Dialogue dialogue) {
    this(dialogue, TimeSource.system());
  }

  PlanProgress(Dialogue dialogue, TimeSource time) {
    this.dialogue = dialogue;
    this.time = time;
  }

  @Override
  public void updated(Plan plan) {
    ticked(plan);
  }

  @Override
  public void ticked(Plan plan) {
    if (plan.status().isAtRest()) {
      dialogue.show(List.of());
      return;
    }
    Instant now = time.wallTime();
    List<String> lines = new ArrayList<>(tree.lines(plan, now, dialogue.columns()));
    lines.addAll(subplans.lines(now, dialogue.columns(), MOST_LINES - lines.size()));
    dialogue.show(lines);
  }

  @Override
  public void subplans(List<SubplanNode> present) {
    subplans
        .updated(present, time.wallTime(), dialogue.isLive())
        .forEach(it -> dialogue.say(DisplayText.shortIds(it)));
  }

  @Override
  public void replying(String end) {
    tree.replying(end);
  }

  @Override
  public void troubled(String why) {
    dialogue.say("  the store does not answer, retrying: " + why);
  }

  @Override
  public void happened(AuditEntry entry) {
    Map<String, @Nullable Object> data = entry.event().data();
    tree.happened(entry);
    failureTold &= !entry.event().type().equals("tool.started");
    String line =
        switch (entry.event().type()) {
          case "plan.made" -> "plan %s".formatted(suffix(entry));
          // On a terminal the tree shows it.
          case "plan.moved" -> dialogue.isLive() ? null : moved(data);
          case "tool.started" ->
              dialogue.isLive()
                  ? null
                  : "  %s%s".formatted(firstLine(data.get("what")), attempt(data));
          case "tool.done" -> done(data);
          case "tool.failed" ->
              "  failed: %s%s".formatted(data.get("message"), text(data.get("output")));
          case "validation.ran" ->
              "  %s: %s".formatted(DisplayText.check(text(data.get("name"))), check(data));
          case "clash.searching" ->
              "  searching the clash: %s of %s subplans"
                  .formatted(data.get("subplans"), data.get("of"));
          case "clash.found" -> "  " + text(data.get("what")).replace("\n", "\n  ");
          case "conflict.predicted" ->
              "  conflict ahead in %s: %s and %s both change it"
                  .formatted(data.get("path"), data.get("first_name"), data.get("second_name"));
          case "conflict.unresolved" ->
              "  conflict in %s: %s".formatted(data.get("path"), firstLine(data.get("why")));
          case "model.replied" ->
              "  %sturn %s: %s%s"
                  .formatted(reviewer(data), data.get("turn"), data.get("what"), price(data));
          case "model.summarized" ->
              "  the model has summarized the conversation%s".formatted(price(data));
          case "model.failed" -> "  %s: %s".formatted(data.get("model"), data.get("why"));
          case "tool.answered" -> answered(data);
          case "agent.told" -> told(data);
          case "agent.progress" -> "  %s: %s".formatted(data.get("agent"), data.get("what"));
          case "agent.ended" -> ended(data);
          case "budget.warning" -> warning(data);
          case "apply.merged" -> "  merged with the moved branch: %s".formatted(data.get("moved"));
          case "plan.split" -> "  remaining changes are in plan %s".formatted(data.get("rest"));
          // What is not retried ends the run, whose last lines say why.
          case "plan.error" ->
              failureTold || !Boolean.TRUE.equals(data.get("retriable"))
                  ? null
                  : "  error: %s".formatted(firstLine(data.get("message")));
          default -> null;
        };
    failureTold = failureTold || entry.event().type().equals("tool.failed");
    if (line != null) {
      dialogue.say(DisplayText.shortIds(line));
    }
  }

  private static String warning(Map<String, @Nullable Object> data) {
    boolean day = text(data.get("account")).startsWith("day:");
    return "  the budget of %s is nearly spent: %s"
        .formatted(day ? "this day" : "the plan", data.get("spent"));
  }

  /** The role of an agent whose turns stand between those of the one whose work it looks at. */
  private static String reviewer(Map<String, @Nullable Object> data) {
    String role = text(data.get("role"));
    return Set.of("review", "invariants").contains(role) ? role + ", " : "";
  }

  private static String price(Map<String, @Nullable Object> data) {
    return data.get("cost") == null
        ? ""
        : " (%s)".formatted(Money.dollars(new BigDecimal(text(data.get("cost")))));
  }

  private static @Nullable String answered(Map<String, @Nullable Object> data) {
    String what = "%s: %s".formatted(data.get("tool"), firstLine(data.get("what")));
    if (text(data.get("tool")).equals("finish")) {
      return null;
    }
    return Boolean.TRUE.equals(data.get("failed")) ? "  failed, " + what : "  " + what;
  }

  private static @Nullable String ended(Map<String, @Nullable Object> data) {
    String what = firstLine(data.get("summary")) + price(data);
    boolean failed = Boolean.TRUE.equals(data.get("failed"));
    return what.isEmpty() ? null : "  %s: %s".formatted(failed ? "ended" : "done", what);
  }

  private static @Nullable String told(Map<String, @Nullable Object> data) {
    return switch (text(data.get("topic"))) {
      case "findings" -> "  the findings go back to the agent";
      case "guidance" -> "  guidance: " + text(data.get("what"));
      default -> null;
    };
  }

  private static String suffix(AuditEntry entry) {
    return DisplayText.shortId(Objects.requireNonNull(entry.event().plan()));
  }

  private static String attempt(Map<String, @Nullable Object> data) {
    return data.get("attempt") == null ? "" : " (%s)".formatted(data.get("attempt"));
  }

  private static @Nullable String moved(Map<String, @Nullable Object> data) {
    String to = text(data.get("to"));
    // A plan that waits moves within that state when what it waits for is there.
    return to.endsWith("/queued") || to.equals(text(data.get("from"))) ? null : to;
  }

  private String done(Map<String, @Nullable Object> data) {
    boolean failed = Boolean.TRUE.equals(data.get("failed"));
    String end = failed ? firstLine(data.get("message")) : "done";
    String what =
        dialogue.isLive() ? firstLine(data.get("what")) + (failed ? ", " + end : "") : end;
    String ignored =
        data.get("ignored") instanceof Number number
            ? " (%s created, not part of the change)"
                .formatted(CountedNoun.of(number.longValue(), "ignored file"))
            : "";
    return "  %s, %s changed%s, %s"
        .formatted(what, data.get("changed"), ignored, took(data.get("ms")));
  }

  private static String took(@Nullable Object ms) {
    return ms instanceof Number number && number.longValue() >= 1_000
        ? DisplayText.duration(Duration.ofMillis(number.longValue()))
        : ms + " ms";
  }

  private static String check(Map<String, @Nullable Object> data) {
    return Boolean.TRUE.equals(data.get("passed")) ? "passed" : "failed, " + data.get("message");
  }

  private static String firstLine(@Nullable Object text) {
    return text(text).lines().findFirst().orElse("");
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}

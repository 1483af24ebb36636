package dev.cleveragents.cli.command.plan.progress;

import dev.cleveragents.cli.output.DisplayWidth;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.PlanView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan as a tree of its phases with their times; the running phase shows its step. Built from
 * events; used by one thread.
 */
final class PhaseTree {

  /** The times of a phase. */
  private record Progress(Instant begun, @Nullable Instant ended) {}

  /** The current step. */
  private record Doing(String what, Instant since) {}

  /** The least width of a reply, also on a narrow terminal. */
  private static final int LEAST_ROOM = 10;

  private final Map<PlanPhase, Progress> phases = new EnumMap<>(PlanPhase.class);
  private @Nullable Doing doing;
  private String reply = "";
  private String printed = "";

  void happened(AuditEntry entry) {
    Map<String, @Nullable Object> data = entry.event().data();
    switch (entry.event().type()) {
      case "plan.moved" -> moved(String.valueOf(data.get("to")), entry.at());
      case "tool.started" ->
          doing =
              new Doing(
                  "step %s%s: %s"
                      .formatted(
                          data.get("step"),
                          data.get("attempt") == null ? "" : ", " + data.get("attempt"),
                          firstLine(data.get("what"))),
                  entry.at());
      case "tool.done", "tool.failed" -> doing = null;
      case "validation.ran" -> doing = new Doing("checks", entry.at());
      default -> {}
    }
  }

  /** Takes the end of what a model or a command writes at present; empty if none does. */
  void replying(String end) {
    reply = end.replaceAll("\\s+", " ").strip();
    printed = DisplayText.lastLine(end);
  }

  private void moved(String stage, Instant at) {
    String[] parts = stage.toUpperCase(Locale.ROOT).split("/", 2);
    PlanPhase phase = PlanPhase.valueOf(parts[0]);
    phases.keySet().removeIf(other -> other.compareTo(phase) > 0);
    doing = null;
    if (parts[1].equals("PROCESSING")) {
      phases.compute(
          phase, (_, before) -> before == null ? new Progress(at, null) : resumed(before));
    } else if (parts[1].equals("COMPLETE")) {
      phases.computeIfPresent(phase, (_, before) -> new Progress(before.begun(), at));
    }
  }

  private static Progress resumed(Progress before) {
    return new Progress(before.begun(), null);
  }

  /** Its lines at this moment, with the times first, because a narrow window cuts the ends. */
  List<String> lines(Plan plan, Instant now, int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "plan %s · %s · %s"
            .formatted(
                DisplayText.shortId(plan.id()),
                span(plan.times().created(), now),
                PlanView.goal(plan)));
    for (PlanPhase phase : PlanPhase.values()) {
      String lead =
          "%s %-10s  "
              .formatted(
                  phase == PlanPhase.APPLY ? "└─" : "├─", phase.name().toLowerCase(Locale.ROOT));
      lines.add(lead + about(phase, plan, now, columns - lead.length()));
      if (doing != null && phase == plan.status().phase() && !printed.isEmpty()) {
        lines.add("│    " + printed);
      }
    }
    return lines;
  }

  private String about(PlanPhase phase, Plan plan, Instant now, int room) {
    Progress progress = phases.get(phase);
    if (progress != null && progress.ended() != null) {
      return span(progress.begun(), progress.ended()) + " · done";
    }
    if (phase != plan.status().phase()) {
      return progress == null && phase.compareTo(plan.status().phase()) < 0 ? "done" : "";
    }
    if (doing != null) {
      return "%s · %s".formatted(span(doing.since(), now), doing.what());
    }
    if (!reply.isEmpty() && progress != null) {
      String lead = span(progress.begun(), now) + " · ";
      return lead + DisplayWidth.cutStart(reply, Math.max(LEAST_ROOM, room - lead.length()));
    }
    String state = plan.status().state().name().toLowerCase(Locale.ROOT);
    return progress == null ? state : "%s · %s".formatted(span(progress.begun(), now), state);
  }

  private static String span(Instant from, Instant to) {
    return DisplayText.roundedDuration(Duration.between(from, to));
  }

  private static String firstLine(@Nullable Object text) {
    return text == null ? "" : text.toString().lines().findFirst().orElse("");
  }
}

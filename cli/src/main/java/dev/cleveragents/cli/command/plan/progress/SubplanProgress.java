package dev.cleveragents.cli.command.plan.progress;

import dev.cleveragents.cli.output.DisplayWidth;
import dev.cleveragents.cli.output.WordWrap;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanNode.Standing;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.SubplanView;
import dev.cleveragents.workspace.PlanId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The subplans of a plan in few lines, however many there are: how many are in each state, the time
 * left and the cost, then those that failed, those that ask, and those that have run longest. Used
 * by one thread.
 */
final class SubplanProgress {

  private static final int MOST_FAILED = 2;
  private static final int MOST_ASKING = 1;
  private static final int LEAD = 11;
  private static final int LEAST_ROOM = 10;

  /** As many have to end before the time left is estimated. */
  private static final int LEAST_ENDED = 3;

  /** Failures above the live view; more are only counted in it. */
  private static final int MOST_FAILURES_SAID = 5;

  /** The rate at which subplans end, since the first of them was seen to run. */
  private record Pace(Instant since, int endedThen) {}

  private final Map<PlanId, Standing> told = new HashMap<>();
  private List<SubplanNode> nodes = List.of();
  private @Nullable Pace pace;
  private int failuresSaid;

  /**
   * Takes the present state; returns a line for each subplan that has ended since the last.
   *
   * @param live whether {@link #lines} are shown, so that only failures need a line
   */
  List<String> updated(List<SubplanNode> present, Instant now, boolean live) {
    boolean first = told.isEmpty();
    nodes = List.copyOf(present);
    int ended = ended();
    if (pace == null && count(Standing.RUNNING) > 0) {
      pace = new Pace(now, ended);
    }
    List<String> news = new ArrayList<>();
    for (SubplanNode node : nodes) {
      Standing standing = node.standing();
      Standing before = told.put(node.row().id(), standing);
      if (!first && before != standing && isEnd(standing) && (!live || mayTell(standing))) {
        news.add("  %s: %s (%d of %d)".formatted(node.row().name(), standing, ended, nodes.size()));
      }
    }
    return news;
  }

  private boolean mayTell(Standing standing) {
    return standing == Standing.FAILED && ++failuresSaid <= MOST_FAILURES_SAID;
  }

  private static boolean isEnd(Standing standing) {
    return switch (standing) {
      case COMPLETE, FAILED, CANCELLED -> true;
      case ASKS, RUNNING, QUEUED, PLANNED, PAUSED -> false;
    };
  }

  private int ended() {
    return (int) nodes.stream().filter(it -> isEnd(it.standing())).count();
  }

  private long count(Standing standing) {
    return nodes.stream().filter(it -> it.standing() == standing).count();
  }

  /**
   * Its lines at this moment; none if there are no subplans.
   *
   * @param most as many lines
   */
  List<String> lines(Instant now, int columns, int most) {
    if (nodes.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("   " + heading(now));
    lines.addAll(WordWrap.lines("   " + SubplanView.standings(nodes), columns - 1, 3));
    name(Standing.FAILED, MOST_FAILED, columns, lines);
    name(Standing.ASKS, MOST_ASKING, columns, lines);
    slowest(now, most - lines.size(), columns, lines);
    return lines;
  }

  private String heading(Instant now) {
    StringBuilder heading = new StringBuilder("%d of %d ended".formatted(ended(), nodes.size()));
    Duration left = left(now);
    if (left != null) {
      heading.append(" · about ").append(DisplayText.roundedDuration(left)).append(" left");
    }
    PlanCost cost = nodes.stream().map(SubplanNode::cost).reduce(PlanCost.NONE, PlanCost::plus);
    if (cost.calls() > 0) {
      heading.append(" · ").append(cost);
    }
    return heading.toString();
  }

  private @Nullable Duration left(Instant now) {
    int ended = ended();
    if (pace == null || ended - pace.endedThen() < LEAST_ENDED || ended == nodes.size()) {
      return null;
    }
    return Duration.between(pace.since(), now)
        .multipliedBy(nodes.size() - ended)
        .dividedBy(ended - pace.endedThen());
  }

  private void name(Standing standing, int most, int columns, List<String> lines) {
    nodes.stream()
        .filter(it -> it.standing() == standing)
        .limit(most)
        .forEach(it -> lines.add(line(standing.toString(), it.row().name(), columns)));
  }

  private void slowest(Instant now, int most, int columns, List<String> lines) {
    List<SubplanNode> running =
        nodes.stream()
            .filter(it -> it.standing() == Standing.RUNNING)
            .sorted(Comparator.comparing(it -> it.figures().moved()))
            .toList();
    int named = running.size() <= most ? running.size() : Math.max(0, most - 1);
    for (SubplanNode node : running.subList(0, named)) {
      Duration age = Duration.between(node.figures().moved(), now);
      lines.add(line(DisplayText.roundedDuration(age), node.row().name(), columns));
    }
    if (running.size() > named && most > 0) {
      lines.add("     and %d more running".formatted(running.size() - named));
    }
  }

  /** The end of a name tells more than its start, which is often a folder. */
  private static String line(String lead, String name, int columns) {
    return "     %-8s %s"
        .formatted(lead, DisplayWidth.cutStart(name, Math.max(LEAST_ROOM, columns - LEAD - 5)));
  }
}

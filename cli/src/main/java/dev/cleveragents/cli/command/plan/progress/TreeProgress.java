package dev.cleveragents.cli.command.plan.progress;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanNode.Standing;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.runtime.PlanWatcher;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.SubplanView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The tree of a plan on a terminal while it runs. What has ended well and what has not begun is
 * only counted if there is no room for it. Used by one thread.
 */
public final class TreeProgress implements PlanWatcher {

  /** A block that is higher than the terminal could not be drawn again in place. */
  private static final int MOST_LINES = 20;

  private static final Set<Standing> QUIET =
      EnumSet.of(Standing.COMPLETE, Standing.CANCELLED, Standing.PLANNED, Standing.QUEUED);

  private final Dialogue dialogue;
  private List<SubplanNode> nodes = List.of();

  public TreeProgress(Dialogue dialogue) {
    this.dialogue = dialogue;
  }

  @Override
  public void happened(AuditEntry entry) {}

  @Override
  public void subplans(List<SubplanNode> present) {
    nodes = List.copyOf(present);
  }

  @Override
  public void updated(Plan plan) {
    ticked(plan);
  }

  @Override
  public void ticked(Plan plan) {
    dialogue.show(lines(plan, nodes, TimeSource.system().wallTime()));
  }

  static List<String> lines(Plan plan, List<SubplanNode> nodes, Instant now) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s  %s  %s"
            .formatted(DisplayText.shortId(plan.id()), PlanView.stage(plan), PlanView.goal(plan)));
    int room = MOST_LINES - 2;
    List<SubplanNode> shown = nodes;
    if (nodes.size() > room) {
      // Of too many that are of interest the first in this order stay, in the order of the tree.
      Set<SubplanNode> chosen =
          Set.copyOf(
              nodes.stream()
                  .filter(it -> !QUIET.contains(it.standing()))
                  .sorted(Comparator.comparing(SubplanNode::standing))
                  .limit(room)
                  .toList());
      shown = nodes.stream().filter(chosen::contains).toList();
    }
    for (SubplanNode node : shown) {
      lines.add(
          "%s%-9s %7s  %s"
              .formatted(
                  "  ".repeat(node.depth()),
                  node.standing(),
                  DisplayText.roundedDuration(Duration.between(node.figures().moved(), now)),
                  node.row().name()));
    }
    if (shown.size() < nodes.size()) {
      List<SubplanNode> rest = new ArrayList<>(nodes);
      rest.removeAll(shown);
      lines.add("  and %d more: %s".formatted(rest.size(), SubplanView.standings(rest)));
    }
    return lines;
  }
}

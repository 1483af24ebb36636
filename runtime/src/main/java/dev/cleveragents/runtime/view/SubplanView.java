package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanNode.Standing;
import java.util.ArrayList;
import java.util.List;

/** The view of a subplan, as its parent sees it. */
public final class SubplanView {

  /** The fields of a subplan. */
  public static final EntityView<SubplanNode> VIEW =
      EntityView.unlisted(
          data("id", node -> node.row().id().toString()),
          data("parent", node -> node.parent().toString()),
          data("depth", SubplanNode::depth),
          data("number", node -> node.row().number()),
          data("name", node -> node.row().name()),
          data("depends_on", node -> node.row().dependsOn()),
          data("progress", node -> node.row().progress()),
          data("standing", SubplanNode::standing),
          data("state", node -> node.row().stage().state()),
          data("waits_for", node -> node.row().stage().waitsFor()),
          data("created", node -> node.figures().created().toString()),
          data("moved", node -> node.figures().moved().toString()),
          data("steps", node -> node.figures().steps()),
          data("changed", node -> node.figures().changed()),
          data("cost", node -> CostView.OF_PLAN.data(node.cost())));

  /** The subplans of a plan as a table. */
  public static final ViewTable<SubplanNode> TABLE =
      new ViewTable<>(
          List.of("subplan", "state", "name"),
          node ->
              new ViewTable.Line(
                  List.of(
                      DisplayText.shortId(node.row().id()),
                      node.standing().toString(),
                      node.row().name()),
                  mark(node)));

  /** The same with levels, ages, changed files and costs. */
  public static final ViewTable<SubplanNode> TREE =
      new ViewTable<>(
          List.of("subplan", "state", "since", "files", "cost", "name"),
          node ->
              new ViewTable.Line(
                  List.of(
                      DisplayText.shortId(node.row().id()),
                      node.standing().toString(),
                      DisplayText.ago(node.figures().moved()),
                      node.figures().changed() == 0 ? "" : "" + node.figures().changed(),
                      node.cost().calls() == 0 ? "" : node.cost().toString(),
                      "  ".repeat(node.depth() - 1) + node.row().name()),
                  mark(node)));

  private SubplanView() {}

  private static Mark mark(SubplanNode node) {
    return switch (node.standing()) {
      case RUNNING, QUEUED, PLANNED -> Mark.NONE;
      case COMPLETE -> Mark.GOOD;
      case FAILED, ASKS, PAUSED, CANCELLED -> Mark.ATTENTION;
    };
  }

  /** How many subplans are in each state, such as {@code 3 failed, 10 running, 120 queued}. */
  public static String standings(List<SubplanNode> subplans) {
    List<String> counts = new ArrayList<>();
    for (Standing standing : Standing.values()) {
      long count = subplans.stream().filter(it -> it.standing() == standing).count();
      if (count > 0) {
        counts.add(count + " " + standing);
      }
    }
    return String.join(", ", counts);
  }
}

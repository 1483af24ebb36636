package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import java.util.ArrayList;
import java.util.List;

/** The view of a subplan, as its parent sees it. */
public final class SubplanView {

  /** The fields of a subplan. */
  public static final EntityView<SubplanRow> VIEW =
      EntityView.unlisted(
          data("id", subplan -> subplan.id().toString()),
          data("number", SubplanRow::number),
          data("name", SubplanRow::name),
          data("depends_on", SubplanRow::dependsOn),
          data("progress", SubplanRow::progress),
          data("state", subplan -> subplan.stage().state()));

  /** The subplans of a plan as a table. */
  public static final ViewTable<SubplanRow> TABLE =
      new ViewTable<>(
          List.of("subplan", "state", "name"),
          subplan ->
              new ViewTable.Line(
                  List.of(
                      DisplayText.shortId(subplan.id()),
                      DisplayText.word(subplan.progress()),
                      subplan.name()),
                  mark(subplan)));

  private SubplanView() {}

  private static Mark mark(SubplanRow subplan) {
    return switch (subplan.progress()) {
      case PLANNED, RUNNING -> Mark.NONE;
      case COMPLETE -> Mark.GOOD;
      case FAILED, CANCELLED -> Mark.ATTENTION;
    };
  }

  /** How many subplans are in each state, such as {@code 12: 10 complete, 2 running}. */
  public static String counts(List<SubplanRow> subplans) {
    List<String> counts = new ArrayList<>();
    for (Progress progress : Progress.values()) {
      long count = subplans.stream().filter(it -> it.progress() == progress).count();
      if (count > 0) {
        counts.add(count + " " + DisplayText.word(progress));
      }
    }
    return "%d: %s".formatted(subplans.size(), String.join(", ", counts));
  }
}

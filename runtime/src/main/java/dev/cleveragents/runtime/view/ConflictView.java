package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.stream.Collectors;

/** The view of a conflict between the results of subplans. */
public final class ConflictView {

  private static final EntityView<PlanConflict.Side> SIDE =
      EntityView.unlisted(
          data("subplans", side -> side.subplans().stream().map(PlanId::toString).toList()),
          data("deletes", side -> !side.there()));

  private static final EntityView<PlanConflict.Hunk> HUNK =
      EntityView.unlisted(
          data("line", PlanConflict.Hunk::line),
          data("base", hunk -> hunk.base().stream().map(EntityView::redacted).toList()),
          data(
              "sides",
              hunk ->
                  hunk.sides().stream()
                      .map(side -> side.stream().map(EntityView::redacted).toList())
                      .toList()));

  /** The fields of a conflict. */
  public static final EntityView<PlanConflict> VIEW =
      EntityView.unlisted(
          data("resource", PlanConflict::resource),
          data("path", PlanConflict::path),
          data("kind", PlanConflict::kind),
          data("open", PlanConflict::isOpen),
          data("sides", conflict -> SIDE.data(conflict.detail().sides())),
          data("hunks", conflict -> HUNK.data(conflict.detail().hunks())),
          data(
              "resolution",
              conflict ->
                  conflict.resolution() == null ? null : conflict.resolution().choice().describe()),
          data(
              "resolved_by",
              conflict -> conflict.resolution() == null ? null : conflict.resolution().by()));

  private ConflictView() {}

  /** The names of the subplans that made a side. */
  public static String side(PlanConflict.Side side, List<SubplanRow> subplans) {
    String names =
        side.subplans().stream()
            .map(
                id ->
                    subplans.stream()
                        .filter(it -> it.id().equals(id))
                        .map(SubplanRow::name)
                        .findFirst()
                        .orElseGet(() -> DisplayText.shortId(id)))
            .collect(Collectors.joining(" + "));
    return EntityView.redacted(side.there() ? names : names + " (deletes it)");
  }

  /** A line of a file without secrets, on one line. */
  public static String line(String text) {
    return DisplayText.oneLine(EntityView.redacted(text));
  }
}

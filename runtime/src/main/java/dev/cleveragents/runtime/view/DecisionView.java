package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.decision.Decision;
import java.util.List;

/** The view of a decision. */
public final class DecisionView {

  /** The fields of a decision. The choice of a plan with a command is that command. */
  public static final EntityView<Decision> VIEW =
      EntityView.of(
          (decision, text) ->
              new ViewRow(
                  (decision.parent() == null ? "" : "  ") + decision.choice().type().id(),
                  DisplayText.firstLine(text.apply("chosen"))
                      + (decision.superseded() ? " (superseded)" : ""),
                  decision.parent() == null ? "" : DisplayText.firstLine(text.apply("question")),
                  Mark.NONE),
          ViewField.id("id", "id", Decision::id),
          data("parent", decision -> DisplayText.orNull(decision.parent())),
          data("type", decision -> decision.choice().type().id()),
          ViewField.<Decision>of("question", "question", it -> it.choice().question()),
          ViewField.<Decision>of("chosen", "chosen", it -> it.choice().chosen()),
          ViewField.<Decision>of("alternatives", "instead of", it -> it.choice().alternatives())
              .shownAll(DecisionView::alternatives),
          ViewField.of("confidence", "confidence", decision -> decision.choice().confidence()),
          ViewField.<Decision>of("rationale", "because", it -> it.choice().rationale()),
          data("superseded", Decision::superseded),
          ViewField.of("at", "at", Decision::at));

  private DecisionView() {}

  private static List<ViewCell> alternatives(Decision decision) {
    List<String> all = decision.choice().alternatives();
    return all.isEmpty() ? List.of() : List.of(ViewCell.of(String.join(", ", all)));
  }
}

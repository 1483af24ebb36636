package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.Field.data;

import dev.cleveragents.engine.decision.Decision;
import java.util.List;

/** The view of a decision. */
public final class DecisionView {

  /** The fields of a decision. The choice of a plan with a command is that command. */
  public static final View<Decision> VIEW =
      View.of(
          (decision, text) ->
              new ViewRow(
                  (decision.parent() == null ? "" : "  ") + decision.choice().type().id(),
                  Texts.firstLine(text.apply("chosen"))
                      + (decision.superseded() ? " (superseded)" : ""),
                  "",
                  Mark.NONE),
          Field.of("id", "id", decision -> decision.id().toString()),
          data("parent", decision -> Texts.orNull(decision.parent())),
          data("type", decision -> decision.choice().type().id()),
          Field.<Decision>of("question", "question", it -> it.choice().question()).redacted(),
          Field.<Decision>of("chosen", "chosen", it -> it.choice().chosen()).redacted(),
          Field.<Decision>of("alternatives", "instead of", it -> it.choice().alternatives())
              .shownAll(DecisionView::alternatives)
              .redacted(),
          Field.of("confidence", "confidence", decision -> decision.choice().confidence()),
          Field.<Decision>of("rationale", "because", it -> it.choice().rationale()).redacted(),
          data("superseded", Decision::superseded),
          Field.of("at", "at", Decision::at));

  private DecisionView() {}

  private static List<Cell> alternatives(Decision decision) {
    List<String> all = decision.choice().alternatives();
    return all.isEmpty() ? List.of() : List.of(Cell.of(String.join(", ", all)));
  }
}

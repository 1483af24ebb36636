package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.plan.PlanError;

/** The view of an error of a plan. */
public final class PlanErrorView {

  /** The fields of an error. */
  public static final EntityView<PlanError> VIEW =
      EntityView.of(
          (error, _) ->
              new ViewRow(
                  DisplayText.word(error.phase()) + ", " + error.category(),
                  DisplayText.shortIds(error.message()),
                  DisplayText.ago(error.at()),
                  Mark.ATTENTION),
          data("phase", PlanError::phase),
          data("category", PlanError::category),
          data("message", PlanError::message),
          data("retriable", PlanError::retriable),
          data("hint", error -> error.advice().hint()),
          data("at", PlanError::at));

  private PlanErrorView() {}
}

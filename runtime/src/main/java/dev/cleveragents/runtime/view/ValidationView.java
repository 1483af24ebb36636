package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.check.ValidationRun;

/** The view of a run of a validation; its line also is a row of the plan's page. */
public final class ValidationView {

  /** The fields of a run. */
  public static final EntityView<ValidationRun> VIEW =
      EntityView.of(
          (run, _) -> line(run),
          data("name", run -> run.result().name()),
          data("required", run -> run.result().required()),
          data("passed", run -> run.result().passed()),
          data("message", run -> run.result().message()),
          data("tree", run -> run.result().tree()),
          data("ms", run -> run.result().took().toMillis()),
          data("at", ValidationRun::at));

  private ValidationView() {}

  private static ViewRow line(ValidationRun run) {
    boolean passed = run.result().passed();
    return new ViewRow(
        DisplayText.check(run.result().name()),
        passed ? "passed" : "failed",
        passed ? "" : run.result().message(),
        passed ? Mark.GOOD : Mark.ATTENTION);
  }
}

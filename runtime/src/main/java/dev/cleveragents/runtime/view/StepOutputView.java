package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.plan.output.StepOutput;

/** The view of what a command or a check of a plan printed. */
public final class StepOutputView {

  /** The fields of an output; its line is the heading of the printed text. */
  public static final EntityView<StepOutput> VIEW =
      EntityView.of(
          (output, _) -> line(output),
          data("kind", output -> output.isOfCheck() ? "check" : "step"),
          data("step", output -> output.isOfCheck() ? null : (Object) output.step()),
          data("what", StepOutput::what),
          data("succeeded", StepOutput::succeeded),
          data("message", StepOutput::message),
          data("ms", output -> output.took().toMillis()),
          data("at", StepOutput::at),
          data("output", StepOutput::output));

  private StepOutputView() {}

  private static ViewRow line(StepOutput output) {
    String how =
        output.message().isEmpty() ? output.succeeded() ? "done" : "failed" : output.message();
    String took = DisplayText.duration(output.took());
    return new ViewRow(
        output.isOfCheck() ? DisplayText.check(output.what()) : "step " + output.step(),
        output.isOfCheck() ? how : DisplayText.firstLine(output.what()),
        output.isOfCheck() ? took : "%s, %s".formatted(how, took),
        output.succeeded() ? Mark.GOOD : Mark.ATTENTION);
  }
}

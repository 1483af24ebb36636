package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.execution.ResumePoint;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Name;

/** A plan with the point from which it would resume, and its view. */
public record ResumePointView(Plan plan, ResumePoint point) {

  private static final EntityView<ResumePoint.Rebuilt> SANDBOX =
      EntityView.unlisted(
          data("resource", ResumePoint.Rebuilt::resource),
          data("base", ResumePoint.Rebuilt::base),
          data("changed", ResumePoint.Rebuilt::changed));

  /** The fields. The next step may be a command with a secret. */
  public static final EntityView<ResumePointView> VIEW =
      EntityView.unlisted(
          ViewField.id("plan", "plan", it -> it.plan.id()),
          ViewField.<ResumePointView>of("stage", "stage", it -> it.point.stage().toString())
              .shown(it -> ViewCell.of(PlanView.stage(it.plan))),
          data("under_way", it -> it.point.underWay()),
          data("steps_done", it -> it.point.done()),
          data("steps", it -> it.point.steps()),
          ViewField.<ResumePointView>page("steps done", it -> stepsDone(it.point))
              .when(it -> it.point.stage().phase() == PlanPhase.EXECUTE),
          ViewField.<ResumePointView>of("next", "next", it -> EntityView.redacted(it.point.next()))
              .shown(
                  it -> ViewCell.of(DisplayText.firstLine(EntityView.redacted(it.point.next())))),
          ViewField.<ResumePointView>of(
                  "sandboxes", "rebuilt", it -> SANDBOX.data(it.point.rebuilt()))
              .shownAll(it -> it.point.rebuilt().stream().map(ResumePointView::cell).toList()));

  private static ViewCell cell(ResumePoint.Rebuilt sandbox) {
    String base = sandbox.base();
    return ViewCell.of(
        "a new sandbox of " + Name.of(sandbox.resource()).forPeople(),
        "%s and %s"
            .formatted(
                DisplayText.shortHash(base), CountedNoun.of(sandbox.changed(), "changed file")));
  }

  /** How many steps a model will take is not known. */
  private static String stepsDone(ResumePoint point) {
    return point.steps() == 0
        ? String.valueOf(point.done())
        : "%d of %d".formatted(point.done(), point.steps());
  }
}

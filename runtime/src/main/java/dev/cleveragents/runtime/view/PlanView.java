package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.workspace.CountedNoun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The view of a plan. */
public final class PlanView {

  private static final EntityView<Plan.Result> RESULT =
      EntityView.unlisted(
          data("resource", Plan.Result::resource),
          data("tree", Plan.Result::tree),
          data("changed", Plan.Result::changed));

  /** The fields of a plan. Only its actor gets the goal with its secrets. */
  public static final EntityView<Plan> VIEW =
      EntityView.unlisted(
          ViewField.id("id", "plan", Plan::id),
          data("root", plan -> plan.kind().root().toString()),
          data("parent", plan -> DisplayText.orNull(plan.kind().parent())),
          ViewField.<Plan>page("stage", PlanView::stage)
              .shown(plan -> new ViewCell(stage(plan), "", mark(plan))),
          ViewField.<Plan>of("goal", "goal", plan -> plan.kind().goal()),
          ViewField.of("project", "project", plan -> plan.kind().project().forPeople()),
          ViewField.of("action", "action", plan -> plan.kind().action()),
          ViewField.of("profile", "profile", plan -> plan.kind().profile()),
          data("phase", plan -> plan.status().phase()),
          data("state", plan -> plan.status().state()),
          data("stage", plan -> plan.status().stage().toString()),
          data("held", plan -> plan.status().held()),
          ViewField.of("waits_for", "waits for", plan -> plan.status().waitsFor()),
          ViewField.of("cancel_reason", "cancelled", plan -> plan.status().cancelReason()),
          data("version", plan -> plan.status().counters().version()),
          data("attempt", plan -> plan.status().counters().attempt()),
          data("steps_done", plan -> plan.status().counters().stepsDone()),
          ViewField.<Plan>page("steps done", plan -> plan.status().counters().stepsDone())
              .when(plan -> plan.status().counters().stepsDone() > 0),
          data("replans", plan -> plan.status().counters().replans()),
          data("job", plan -> DisplayText.orNull(plan.job())),
          ViewField.<Plan>of("results", "result", plan -> RESULT.data(plan.results()))
              .shownAll(
                  plan ->
                      plan.results().stream()
                          .map(
                              it ->
                                  ViewCell.of("%d changed".formatted(it.changed()), it.resource()))
                          .toList()),
          ViewField.of("created_at", "made", plan -> plan.times().created()),
          ViewField.<Plan>of("moved_at", "moved", plan -> plan.times().moved())
              .shown(PlanView::moved));

  /**
   * A plan in a list.
   *
   * @param cost what its models have cost
   */
  public record Listed(Plan plan, PlanCost cost) {}

  private PlanView() {}

  /**
   * The table of plans.
   *
   * @param ofAll whether they are of several projects
   */
  public static ViewTable<Listed> table(boolean ofAll) {
    List<String> columns = new ArrayList<>(List.of("id", "state", "age", "changes", "cost"));
    if (ofAll) {
      columns.add("project");
    }
    columns.add("goal");
    return new ViewTable<>(columns, listed -> line(listed, ofAll));
  }

  private static ViewTable.Line line(Listed listed, boolean withProject) {
    Plan plan = listed.plan();
    int changed = plan.results().stream().mapToInt(Plan.Result::changed).sum();
    List<String> cells = new ArrayList<>();
    cells.add(DisplayText.shortId(plan.id()));
    cells.add(stage(plan));
    cells.add(DisplayText.ago(plan.times().created()));
    cells.add(plan.results().isEmpty() ? "" : CountedNoun.of(changed, "file"));
    cells.add(listed.cost().calls() == 0 ? "" : listed.cost().toString());
    if (withProject) {
      cells.add(plan.kind().project().forPeople());
    }
    cells.add(DisplayText.oneLine(VIEW.text(plan, "goal")));
    return new ViewTable.Line(cells, mark(plan));
  }

  /** The phase and the state, with pause or cancellation. */
  public static String stage(Plan plan) {
    PlanStatus standing = plan.status();
    String held = standing.held() ? (standing.isNotBegun() ? " (not begun)" : " (paused)") : "";
    boolean ending = standing.cancelReason() != null && !standing.state().isTerminal();
    return standing.stage() + held + (ending ? " (being cancelled)" : "");
  }

  /** The goal without secrets, on one line. */
  public static String goal(Plan plan) {
    return EntityView.shortened(VIEW.text(plan, "goal"));
  }

  private static Mark mark(Plan plan) {
    return switch (plan.status().state()) {
      case QUEUED, PROCESSING, WAITING, COMPLETE -> Mark.NONE;
      case APPLIED -> Mark.GOOD;
      case ERRORED, CANCELLED, CONSTRAINED -> Mark.ATTENTION;
    };
  }

  private static ViewCell moved(Plan plan) {
    Plan.Times times = plan.times();
    return ViewCell.of(
        DisplayText.ago(times.moved()),
        "%s, after %s"
            .formatted(
                DisplayText.time(times.moved()),
                DisplayText.duration(Duration.between(times.created(), times.moved()))));
  }
}

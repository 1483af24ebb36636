package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.CheckpointView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.CountedNoun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan checkpoints}: the points that a plan can be rolled back to. Reads only. */
@Command(
    name = "checkpoints",
    description = "List the checkpoints of a plan, and the changes of failed steps.",
    footer = "agents plan checkpoints --patch 3F9B > step.patch")
final class PlanCheckpointsCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(
      names = "--patch",
      paramLabel = "ID",
      description = "Print the work up to this checkpoint, or of this failed step, as a patch.")
  @Nullable String patch;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          return patch == null ? list(agents, meant) : export(agents, meant, patch);
        });
  }

  private static Result list(CleverAgents agents, Plan plan) {
    Page.Builder page = Page.builder();
    List<Data> points = new ArrayList<>();
    for (Checkpoint point : agents.checkpoints().of(plan)) {
      int since = changed(agents, point);
      page.row(
          DisplayText.shortId(point.id()),
          "%3d done, %s %s".formatted(point.step(), point.reason().word(), point.what()),
          "%s, %s".formatted(DisplayText.ago(point.at()), said(point, since)),
          point.reason() == Reason.BEFORE_TOOL ? Mark.NONE : Mark.ATTENTION);
      points.add(Data.of(CheckpointView.VIEW, point).with("changed", since));
    }
    if (points.isEmpty()) {
      page.text("no checkpoints: no tool has run yet");
    }
    return Result.ok(
        Data.of("plan", plan.id().toString()).with("checkpoints", points), page.build());
  }

  /** The files changed since a checkpoint, or left by a failed or interrupted step. */
  private static int changed(CleverAgents agents, Checkpoint point) {
    return point.changeset() != null
        ? agents.checkpoints().keptBy(point).size()
        : agents.checkpoints().since(point).size();
  }

  private static String said(Checkpoint point, int changed) {
    return point.changeset() != null
        ? "left %s behind".formatted(CountedNoun.of(changed, "file"))
        : "%s changed since".formatted(CountedNoun.of(changed, "file"));
  }

  private static Result export(CleverAgents agents, Plan plan, String id) {
    Checkpoint point = agents.checkpoints().find(plan, id);
    DiffView diff = DiffView.of(agents, agents.checkpoints().keptBy(point));
    String text = new String(diff.patch(), StandardCharsets.UTF_8);
    return Result.ok(
        Data.of(CheckpointView.VIEW, point).with("files", diff.data()).with("patch", text),
        Page.exact(text));
  }
}

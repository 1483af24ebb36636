package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Count;
import dev.cleveragents.engine.plan.Checkpoint;
import dev.cleveragents.engine.plan.Checkpoint.Reason;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.runtime.CleverAgents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan checkpoints}: where a plan can be put back to. Reads only. */
@Command(
    name = "checkpoints",
    description = "List the points that a plan can be rolled back to, and what failed steps left.")
final class PlanCheckpointsCommand implements AgentsCommand {

  private static final int SHOWN = 8;

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Option(
      names = "--patch",
      paramLabel = "ID",
      description =
          "Print what this one keeps as a patch: the work up to it, or what a failed step left.")
  @Nullable String patch;

  @Override
  public Result run(CommandContext context) {
    return Store.read(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, plan, context);
          return patch == null ? list(agents, meant) : export(agents, meant, patch);
        });
  }

  private static Result list(CleverAgents agents, Plan plan) {
    Page.Builder page = Page.builder();
    List<Data> points = new ArrayList<>();
    for (Checkpoint point : agents.checkpoints().of(plan)) {
      int since = changed(agents, point);
      page.row(
          suffix(point.id()),
          "%3d done, %s %s".formatted(point.step(), point.reason().word(), point.what()),
          "%s, %s".formatted(said(point, since), point.at()),
          point.reason() == Reason.FAILED ? Mark.ATTENTION : Mark.NONE);
      points.add(data(point).with("changed", since));
    }
    if (points.isEmpty()) {
      page.text("no checkpoints: no tool has run yet");
    }
    return Result.ok(
        Data.of("plan", plan.id().toString()).with("checkpoints", points), page.build());
  }

  /** Of a point on the way what came after it; of a failed step what it left. */
  private static int changed(CleverAgents agents, Checkpoint point) {
    return point.reason() == Reason.FAILED
        ? agents.checkpoints().keptBy(point).size()
        : agents.checkpoints().since(point).size();
  }

  private static String said(Checkpoint point, int changed) {
    return point.reason() == Reason.FAILED
        ? "left %s behind".formatted(Count.of(changed, "file"))
        : "%s changed since".formatted(Count.of(changed, "file"));
  }

  private static Result export(CleverAgents agents, Plan plan, String id) {
    Checkpoint point = agents.checkpoints().find(plan, id);
    DiffView diff = DiffView.of(agents, agents.checkpoints().keptBy(point));
    String text = new String(diff.patch(), StandardCharsets.UTF_8);
    return Result.ok(data(point).with("files", diff.data()).with("patch", text), Page.exact(text));
  }

  static String suffix(Ulid id) {
    String text = id.toString();
    return text.substring(text.length() - SHOWN);
  }

  static Data data(Checkpoint point) {
    List<Data> trees =
        point.trees().all().stream()
            .map(part -> Data.of("resource", part.resource()).with("tree", part.tree().id()))
            .toList();
    return Data.of("id", point.id().toString())
        .with("steps_done", point.step())
        .with("reason", point.reason().word())
        .with("what", point.what())
        .with("trees", trees)
        .with("at", point.at());
  }
}

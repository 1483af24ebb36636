package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.workspace.change.diff.FileDiff;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan diff}: the diff of a plan, from the store. Reads only. */
@Command(
    name = "diff",
    description = "Show the diff of a plan, also after it was applied.",
    footer = {"agents plan diff --stat", "agents plan diff 8K4T --patch | git apply"})
final class PlanDiffCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  /** The form of the diff. */
  static final class Form {
    @Option(names = "--stat", description = "Show changed lines per file.")
    boolean stat;

    @Option(names = "--name-only", description = "Show paths only.")
    boolean nameOnly;

    @Option(names = "--patch", description = "Print a patch for 'git apply'.")
    boolean patch;

    @Option(names = "--blame", description = "Show which subplans changed each path.")
    boolean blame;
  }

  @ArgGroup(exclusive = true)
  Form form = new Form();

  @Override
  public Result run(CommandContext context) {
    if (form.blame) {
      PathOrigins origins =
          StoreAccess.read(
              context, agents -> PathOrigins.of(agents, PlanFinder.find(agents, plan, context)));
      return Result.ok(Data.of("paths", origins.data()), origins.page());
    }
    DiffView diff =
        StoreAccess.read(
            context, agents -> DiffView.of(agents, PlanFinder.find(agents, plan, context).id()));
    Data data = Data.of("files", diff.data()).with("summary", diff.sum());
    if (form.patch) {
      String patch = new String(diff.patch(), StandardCharsets.UTF_8);
      return Result.ok(data.with("patch", patch), Page.exact(patch));
    }
    return Result.ok(
        form.stat || form.nameOnly ? data : data.with("diff", diff.text()), page(diff));
  }

  private Page page(DiffView diff) {
    if (diff.diffs().isEmpty()) {
      return Page.text("no changes");
    }
    if (form.nameOnly) {
      return Page.text(String.join("\n", diff.diffs().stream().map(FileDiff::quotedPath).toList()));
    }
    return form.stat ? Page.text(String.join("\n", diff.stat())) : Page.diff(diff.text());
  }
}

package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.model.NoModel;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.definition.SubplanRules.Merge;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.files.PathGlob;
import dev.cleveragents.workspace.resource.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that split the work of a new plan. */
final class SplitOptions {

  /** More subplans than that are created only after a question. */
  private static final int MANY = 100;

  @Option(
      names = "--each",
      paramLabel = "GLOB",
      description =
          "Do the work once for each committed file below this folder that matches, at the same time,"
              + " and merge the results. {file} and AGENTS_FILE name the file.")
  @Nullable String each;

  @Option(
      names = "--split",
      description =
          "Let the model split the goal into parts, show them, and ask before it starts; the parts"
              + " are done at the same time, and their results merged.")
  boolean split;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description =
          "With --each or --split: the most files or parts worked on at once; default: 10.")
  int parallel = SubplanRules.STANDARD_PARALLEL;

  @Option(
      names = "--fail-fast",
      description = "With --each or --split: cancel the others when one fails.")
  boolean failFast;

  @Option(
      names = "--merge",
      paramLabel = "STRATEGY",
      description =
          "With --each or --split: git_three_way, sequential_apply (what conflicts works again on"
              + " the results before it), fail_on_conflict or last_wins; default: git_three_way.")
  Merge merge = Merge.GIT_THREE_WAY;

  @Option(
      names = "--on-clash",
      paramLabel = "POLICY",
      description =
          "With --each: what to do when checks fail on the merged files: stop, land_green (leave out"
              + " as few results as possible) or repair; default: repair with --fix, else stop.")
  @Nullable ClashPolicy onClash;

  /** Splits the work if the user asks for that. */
  NewPlan split(NewPlan whole, CleverAgents agents, CommandContext context, boolean yes) {
    if (each == null && onClash != null) {
      throw usage("--on-clash is only for --each.");
    }
    if (each == null && !split) {
      if (merge != Merge.GIT_THREE_WAY) {
        throw usage("--merge is only for --each and --split.");
      }
      return whole;
    }
    if (each != null && split) {
      throw usage("--each and --split exclude each other.");
    }
    if (parallel < 1 || parallel > SubplanRules.MOST_PARALLEL) {
      throw usage(
          "--parallel takes a number from 1 to %d, not %d."
              .formatted(SubplanRules.MOST_PARALLEL, parallel));
    }
    SubplanRules rules = new SubplanRules(parallel, failFast).with(merge);
    if (each == null) {
      return whole.split(strategist(whole, agents, context), rules);
    }
    List<String> files = files(each, whole, agents, context);
    if (files.size() > MANY) {
      Confirmation.require(
          context,
          yes,
          new Confirmation.Asked(
              "%,d files match '%s'".formatted(files.size(), each),
              "Work on %,d files, %d at once?".formatted(files.size(), rules.maxParallel())),
          "agents run");
    }
    return whole.each(files, rules, onClash);
  }

  /** The model that does the work, or the best one if no model does. */
  private static Work.ByModel strategist(
      NewPlan whole, CleverAgents agents, CommandContext context) {
    if (whole.actors().execution() instanceof Work.ByModel model) {
      return model;
    }
    ModelName best = NoModel.best(agents.models(), context);
    return new Work.ByModel(best.toString(), List.of(best), AgentLimits.STANDARD, "");
  }

  private static List<String> files(
      String each, NewPlan whole, CleverAgents agents, CommandContext context) {
    PathGlob glob =
        PathGlob.of(each).orElseThrow(() -> usage("--each: '%s' is no glob.".formatted(each)));
    if (whole.project().resources().isEmpty()) {
      return List.of();
    }
    Name place = whole.place().resource();
    Resource resource =
        whole.project().resources().stream()
            .filter(it -> place == null || it.name().equals(place))
            .findFirst()
            .orElseThrow();
    List<String> files =
        Interruptible.call(
            () ->
                agents
                    .sandboxes()
                    .files(
                        resource,
                        agents.sandboxes().baseOf(resource, context.interrupt()),
                        context.interrupt()));
    String folder = whole.place().folder().isEmpty() ? "" : whole.place().folder() + "/";
    List<String> matching =
        files.stream()
            .filter(file -> file.startsWith(folder))
            .map(file -> file.substring(folder.length()))
            .filter(glob::matches)
            .toList();
    if (matching.isEmpty()) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "--each: none of the committed files of %s%s matches '%s'."
                  .formatted(
                      resource.name().forPeople(),
                      folder.isEmpty() ? "" : " below " + folder,
                      each),
              "Quote the glob, so that the shell leaves it alone: --each 'src/**/*.java'.",
              "git ls-files"));
    }
    return matching;
  }

  private static ProblemException usage(String what) {
    return new ProblemException(new Problem(ExitCode.USAGE, what, null, "agents help run"));
  }
}

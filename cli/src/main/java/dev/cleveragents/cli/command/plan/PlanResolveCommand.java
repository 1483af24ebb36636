package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.approval.ApprovalPrompt;
import dev.cleveragents.cli.command.plan.report.PlanConflictsCommand;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.PlanBriefJson;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.PlanId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan resolve}: what becomes of a path in conflict. */
@Command(
    name = "resolve",
    description = {
      "Resolve a conflict between the results of subplans.",
      "After the last one the plan merges again and continues."
    },
    footer = {
      "agents plan resolve src/Shop.java --theirs",
      "agents plan resolve src/Shop.java --edit",
      "agents plan resolve src/Shop.java --with anthropic/claude-sonnet-4-5"
    })
final class PlanResolveCommand implements AgentsCommand {

  private static final long MOST_BYTES = 8 << 20;

  /** Of a command that merges the sides. */
  private static final Duration DEADLINE = Duration.ofHours(1);

  @Parameters(
      index = "0..1",
      arity = "1..2",
      paramLabel = "[PLAN] PATH",
      hideParamSyntax = true,
      description =
          "Path in conflict. A plan before it: id, its start or end, or 'last'; default: last.")
  List<String> words = List.of();

  @ArgGroup(exclusive = true, multiplicity = "1")
  Choice choice = new Choice();

  /** One of these. */
  static final class Choice {
    @Option(names = "--ours", description = "Take the first side.")
    boolean ours;

    @Option(names = "--theirs", description = "Take the last side.")
    boolean theirs;

    @Option(
        names = "--subplan",
        paramLabel = "NAME",
        description = "Take what this subplan made of it, without what others changed.")
    @Nullable String subplan;

    @Option(names = "--base", description = "Leave it as it was before the subplans.")
    boolean base;

    @Option(names = "--delete", description = "Delete it.")
    boolean delete;

    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "Take the contents of this file, which you have edited.")
    @Nullable Path file;

    @Option(
        names = "--edit",
        description = "Edit a file with all sides, in the editor of VISUAL or EDITOR.")
    boolean edit;

    @Option(
        names = "--with",
        paramLabel = "ACTOR",
        description =
            "Let this actor or model merge the sides in the sandbox; it is told both goals.")
    @Nullable String actor;

    @Option(
        names = "--with-exec",
        paramLabel = "CMD",
        description =
            "Let this command merge them: AGENTS_FILE has all sides between markers, AGENTS_GOAL"
                + " the goals; {file} and {goal} insert them.")
    @Nullable String command;
  }

  @Option(names = "--yes", description = "Approve the following phases without asking.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    String path = words.getLast();
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.before(words, "PATH", agents, context);
          ConflictChoice chosen = chosen(agents, meant, path, context);
          boolean last =
              agents.plans().conflicts().of(meant).stream()
                  .filter(PlanConflict::isOpen)
                  .allMatch(it -> it.path().equals(path));
          String by = ApprovalPrompt.who(context);
          if (last && PlanStatus.CONFLICTS.equals(meant.status().waitsFor())) {
            return new ForegroundRun(agents, context, yes)
                .resumeFrom(
                    meant.id(), plans -> plans.conflicts().resolve(meant.id(), path, chosen, by));
          }
          return PlanConflictsCommand.answer(
              agents, agents.plans().conflicts().resolve(meant.id(), path, chosen, by));
        });
  }

  private ConflictChoice chosen(
      CleverAgents agents, Plan plan, String path, CommandContext context) {
    if (choice.ours) {
      return new ConflictChoice.Side(1);
    }
    if (choice.base) {
      return new ConflictChoice.Base();
    }
    if (choice.delete) {
      return new ConflictChoice.Deletion();
    }
    if (choice.file != null) {
      return new ConflictChoice.Contents(
          contents(context.environment().workingDirectory().resolve(choice.file)));
    }
    if (choice.edit) {
      return new ConflictEditor(agents, plan, context).edit(path);
    }
    if (choice.actor != null || choice.command != null) {
      Work actor = agents.drafts().actor(doer(agents));
      return new ConflictChoice.Delegated(
          choice.actor == null ? "the command" : choice.actor, PlanBriefJson.writeActor(actor));
    }
    if (choice.subplan != null) {
      return new ConflictChoice.Version(subplan(agents, plan, choice.subplan));
    }
    Optional<PlanConflict> conflict =
        agents.plans().conflicts().of(plan).stream()
            .filter(it -> it.path().equals(path))
            .findFirst();
    return new ConflictChoice.Side(conflict.map(it -> it.detail().sides().size()).orElse(1));
  }

  private Doer doer(CleverAgents agents) {
    if (choice.actor == null) {
      return new Doer.Line(
          new Work.ByCommand(
              "exec", Objects.requireNonNull(choice.command), null, DEADLINE, List.of()));
    }
    return RunCommand.isModel(agents, choice.actor)
        ? new Doer.Model(ModelName.of(choice.actor), false, List.of())
        : new Doer.Named(Name.of(choice.actor), null);
  }

  private static PlanId subplan(CleverAgents agents, Plan plan, String name) {
    List<SubplanRow> subplans = agents.plans().subplans(plan);
    return subplans.stream()
        .filter(it -> it.name().equals(name) || DisplayText.shortId(it.id()).equalsIgnoreCase(name))
        .findFirst()
        .map(SubplanRow::id)
        .orElseThrow(
            () ->
                new ProblemException(
                    new Problem(
                        ExitCode.NOT_FOUND,
                        "The plan has no subplan '%s'%s."
                            .formatted(
                                name,
                                NameSuggestion.to(
                                        name, subplans.stream().map(SubplanRow::name).toList())
                                    .map(" (did you mean '%s'?)"::formatted)
                                    .orElse("")),
                        null,
                        "agents plan subplans " + DisplayText.shortId(plan.id()))));
  }

  private static byte[] contents(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw unreadable(file, Files.exists(file) ? "it is no regular file" : "it does not exist");
      }
      if (Files.size(file) > MOST_BYTES) {
        throw unreadable(file, "it has more than %,d bytes".formatted(MOST_BYTES));
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file, e.toString());
    }
  }

  private static ProblemException unreadable(Path file, String why) {
    return new ProblemException(
        new Problem(
            ExitCode.USAGE,
            "Cannot read %s: %s.".formatted(file, why),
            "Nothing was resolved.",
            "agents help plan resolve"));
  }
}

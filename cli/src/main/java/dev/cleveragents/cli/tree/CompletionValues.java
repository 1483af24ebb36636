package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.model.ModelSource;
import dev.cleveragents.cli.settings.Settings;
import dev.cleveragents.cli.tree.Completion.Candidate;
import dev.cleveragents.engine.actor.Prompts;
import dev.cleveragents.engine.definition.ActorPresets;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.models.ModelStatus;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.EntityView;
import dev.cleveragents.runtime.view.JobView;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.ViewRow;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Where the values of options and arguments come from: by the option's name or the argument's
 * label, if need be with the group before it, as in {@code config NAME}.
 */
final class CompletionValues {

  /** As many plans and jobs are offered, the newest. */
  private static final int MOST = 30;

  /** Commands whose NAME is a new one. */
  private static final Set<String> NAMING = Set.of("add", "create");

  /** Gives all values; the caller picks those that fit. */
  interface Source {
    List<Candidate> candidates(CommandContext context);
  }

  private interface Reader {
    List<Candidate> read(CleverAgents agents, CommandContext context);
  }

  private static final Source PLANS = stored(CompletionValues::plans);
  private static final Source PROJECTS =
      stored((agents, _) -> names(agents.projects().list().stream().map(Project::name)));
  private static final Source RESOURCES =
      stored((agents, _) -> names(agents.resources().list().stream().map(Resource::name)));
  private static final Source ACTIONS = definitions(DefinitionKind.ACTION);
  private static final Source VALIDATIONS = definitions(DefinitionKind.VALIDATION);
  private static final Source SERVERS = definitions(DefinitionKind.MCP);
  private static final Source PROFILES =
      both(
          _ -> names(AutomationProfile.BUILT_IN.stream().map(AutomationProfile::name)),
          definitions(DefinitionKind.PROFILE));
  private static final Source ACTORS =
      both(
          _ -> names(ActorPresets.all().stream().map(preset -> preset.name())),
          definitions(DefinitionKind.ACTOR));
  private static final Source MODELS = CompletionValues::models;
  private static final Source FILES = _ -> List.of(Candidate.FILES);
  private static final Source FOLDERS = _ -> List.of(Candidate.FOLDERS);

  private static final Map<String, Source> SOURCES =
      Map.ofEntries(
          Map.entry("PLAN", PLANS),
          Map.entry("[PLAN] TEXT", PLANS),
          Map.entry("[PLAN] CHECKPOINT", PLANS),
          Map.entry("[PLAN] PATH", PLANS),
          Map.entry("--subplan", PLANS),
          Map.entry("--plan", PLANS),
          Map.entry("ACTION", ACTIONS),
          Map.entry("action NAME", ACTIONS),
          Map.entry("--actor", both(ACTORS, MODELS)),
          Map.entry("--with", both(ACTORS, MODELS)),
          Map.entry("actor NAME", ACTORS),
          Map.entry("--profile", PROFILES),
          Map.entry("profile NAME", PROFILES),
          Map.entry("--validation", VALIDATIONS),
          Map.entry("validation NAME", VALIDATIONS),
          Map.entry("--mcp", SERVERS),
          Map.entry("mcp NAME", SERVERS),
          Map.entry("--project", PROJECTS),
          Map.entry("PROJECT", PROJECTS),
          Map.entry("project NAME", PROJECTS),
          Map.entry("--resource", RESOURCES),
          Map.entry("RESOURCE", RESOURCES),
          Map.entry("resource NAME", RESOURCES),
          Map.entry("MODEL", MODELS),
          Map.entry("--model", MODELS),
          Map.entry("config NAME", words(Settings.NAMES)),
          Map.entry("prompt NAME", words(Prompts.NAMES)),
          Map.entry("KIND", words(DefinitionKind.ALL.stream().map(Object::toString).toList())),
          Map.entry("job --type", words(CleverAgents.jobTypes())),
          Map.entry("--view", words(List.of("default", "strategize", "execute", "apply"))),
          Map.entry("ID", stored(CompletionValues::jobs)),
          Map.entry("FILE", FILES),
          Map.entry("--only", FILES),
          Map.entry("--focus", FILES),
          Map.entry("--output", FILES),
          Map.entry("--against", FILES),
          Map.entry("--file", FILES),
          Map.entry("--record", FILES),
          Map.entry("--replay", FILES),
          Map.entry("DIR", FOLDERS),
          Map.entry("--dir", FOLDERS),
          Map.entry("--data-dir", FOLDERS));

  private CompletionValues() {}

  /** The source of an argument's values; none for text and numbers. */
  static Optional<Source> of(ArgSpec argument, CommandSpec command) {
    Iterable<String> candidates = argument.completionCandidates();
    if (candidates != null) {
      return Optional.of(words(candidates));
    }
    String key =
        argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    if (NAMING.contains(command.name()) && key.equals("NAME")) {
      return Optional.empty();
    }
    CommandSpec group = command.parent();
    return Optional.ofNullable(group)
        .map(it -> SOURCES.get(it.name() + " " + key))
        .or(() -> Optional.ofNullable(SOURCES.get(key)));
  }

  private static Source words(Iterable<String> words) {
    return _ ->
        StreamSupport.stream(words.spliterator(), false)
            .map(word -> new Candidate(word.toLowerCase(Locale.ROOT), ""))
            .toList();
  }

  /** Read from the store; nothing where there is none yet. */
  private static Source stored(Reader reader) {
    return context ->
        StoreAccess.readOr(context, agents -> reader.read(agents, context), List.<Candidate>of());
  }

  private static Source both(Source first, Source second) {
    return context ->
        Stream.of(first, second).flatMap(it -> it.candidates(context).stream()).toList();
  }

  private static Source definitions(DefinitionKind<?> kind) {
    return stored(
        (agents, _) ->
            agents.definitions().list(kind, false).stream()
                .map(it -> new Candidate(it.name().forPeople(), ""))
                .toList());
  }

  private static List<Candidate> names(Stream<Name> names) {
    return names.map(name -> new Candidate(name.forPeople(), "")).toList();
  }

  private static <T> List<Candidate> lines(EntityView<T> view, List<T> subjects) {
    return subjects.stream().map(view::line).map(CompletionValues::candidate).toList();
  }

  private static Candidate candidate(ViewRow row) {
    return new Candidate(row.label(), row.value().replaceAll("\\s+", " "));
  }

  /** The plans of this folder's project, or else of all. */
  private static List<Candidate> plans(CleverAgents agents, CommandContext context) {
    @Nullable Name here =
        agents
            .projects()
            .forFolder(context.environment().workingDirectory())
            .map(Project::name)
            .orElse(null);
    List<Candidate> all = new ArrayList<>();
    if (here != null) {
      all.add(new Candidate(PlanFinder.LAST, "newest plan of " + here.forPeople()));
    }
    all.addAll(lines(PlanView.VIEW, agents.plans().list(here, MOST)));
    return all;
  }

  private static List<Candidate> jobs(CleverAgents agents, CommandContext context) {
    return lines(JobView.VIEW, agents.jobs().list(new JobQuery(null, null, null, null, MOST)));
  }

  private static List<Candidate> models(CommandContext context) {
    return ModelSource.with(context, it -> it.list().models()).stream()
        .filter(ModelStatus::isUsable)
        .map(model -> new Candidate(model.info().name().toString(), ""))
        .toList();
  }
}

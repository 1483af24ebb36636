package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.outside.AgentOutput;
import dev.cleveragents.engine.yaml.DocumentType;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.ProblemCollector;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Matching;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Whole;
import dev.cleveragents.engine.yaml.Shape.Word;
import dev.cleveragents.engine.yaml.SourcePosition;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads actors in YAML. */
final class ActorYaml {

  private static final String COMMAND = "command";
  private static final String LLM = "llm";
  private static final String SCRIPTED = "scripted";
  private static final Duration DEFAULT_DEADLINE = Duration.ofHours(1);

  /** The keys of each type that the other does not have. */
  private static final Map<String, List<String>> OWN_KEYS =
      Map.of(
          COMMAND,
          List.of("command", "deadline", "environment", "program", "install", "output"),
          LLM,
          List.of("model", "fallback", "turns", "tool_calls", "instructions", "mcp"),
          SCRIPTED,
          List.of("strategize", "execute", "on_findings"));

  /** The key that an actor of a type needs. */
  private static final Map<String, String> NEEDED =
      Map.of(COMMAND, "command", LLM, "model", SCRIPTED, "execute");

  private static final Matching MODEL =
      new Matching("[A-Za-z0-9-]+/[\\w.:/@+-]+", "a model, written PROVIDER/MODEL");

  static final DocumentType<Actor> DOCUMENT =
      new DocumentType<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/fixer."),
              Field.required(
                  "type",
                  new Word(List.of(COMMAND, LLM, SCRIPTED)),
                  "command runs a command line, llm asks a language model, scripted follows a"
                      + " script."),
              Field.optional("description", new Text(500), "For people."),
              Field.optional(
                  "command",
                  new Text(20_000),
                  "Command line, run with sh -c in the sandbox; {goal}, {file} and {findings}"
                      + " become quoted words."),
              Field.optional(
                  "deadline",
                  new Time(Duration.ofSeconds(1), Duration.ofDays(7)),
                  "How long one run may take; default 1h."),
              Field.optional(
                  "environment",
                  new ListOf(
                      new Matching("[A-Za-z_][A-Za-z0-9_]{0,199}", "the name of a variable"), 100),
                  "Names of variables to pass to the command."),
              Field.optional(
                  "program",
                  new Matching("[A-Za-z0-9._+-]{1,100}", "the name of a program"),
                  "Program that must be on the PATH before a plan is created."),
              Field.optional(
                  "install", new Text(500), "How to install the program; shown if it is missing."),
              Field.optional(
                  "output",
                  new Word(List.copyOf(AgentOutput.formats())),
                  "Coding agent whose output it prints; read for progress and cost."),
              Field.optional(
                  "model", MODEL, "Language model, such as anthropic/claude-sonnet-4-5."),
              Field.optional(
                  "fallback",
                  new ListOf(MODEL, 10),
                  "Models to ask when the ones before have failed."),
              Field.optional(
                  "turns", new Whole(1, 1_000), "How many replies it may use; default 60."),
              Field.optional(
                  "tool_calls", new Whole(1, 10_000), "How many tools it may call; default 300."),
              Field.optional(
                  "instructions",
                  new Text(20_000),
                  "What the model is told in addition to its task."),
              Field.optional(
                  "mcp",
                  new ListOf(new Named(), 20),
                  "MCP servers whose tools the model may call; see 'agents mcp list'."),
              Field.optional(
                  "strategize", ScriptYaml.CHOICES, "Decisions of the strategize phase."),
              Field.optional("execute", ScriptYaml.STEPS, "Steps of the execute phase."),
              Field.optional("on_findings", ScriptYaml.STEPS, "Steps after a failed check.")),
          ActorYaml::check,
          ActorYaml::build);

  private ActorYaml() {}

  private static void check(YamlMapping section, ProblemCollector problems) {
    section.find("type", String.class).ifPresent(type -> checkKeys(section, type, problems));
    section
        .find("command", String.class)
        .ifPresent(line -> checkLine(Template.of(line), section.positionOf("command"), problems));
    ScriptYaml.check(section.list("execute", YamlMapping.class), problems);
    ScriptYaml.check(section.list("on_findings", YamlMapping.class), problems);
  }

  private static void checkKeys(YamlMapping section, String type, ProblemCollector problems) {
    OWN_KEYS.forEach(
        (owner, keys) ->
            keys.stream()
                .filter(key -> !owner.equals(type) && section.names(key))
                .forEach(
                    key ->
                        problems.add(
                            section.positionOf(key),
                            "'%s' belongs to actors of type %s; this one is %s"
                                .formatted(key, owner, type))));
    String needed = NEEDED.get(type);
    if (needed != null && !section.names(needed)) {
      problems.add(section.position(), "an actor of type %s needs '%s'".formatted(type, needed));
    }
  }

  /** Reports placeholders of a command line that are unknown, or that quoting does not protect. */
  static void checkLine(Template line, SourcePosition position, ProblemCollector problems) {
    for (String name : line.placeholders()) {
      if (!CommandActor.PLACEHOLDERS.contains(name)) {
        problems.add(
            position,
            "{%s} is not known here%s; known: {goal}, {file}, {findings}; write braces as {{ and }}"
                .formatted(
                    name,
                    NameSuggestion.to(name, CommandActor.PLACEHOLDERS)
                        .map(near -> ", did you mean {" + near + "}?")
                        .orElse("")));
      }
    }
    line.unsafeInShell().forEach(name -> problems.add(position, Template.unsafe(name)));
  }

  private static Actor build(YamlMapping section) {
    Name name = section.get("name", Name.class);
    if (section.get("type", String.class).equals(SCRIPTED)) {
      return new ScriptedActor(name, ScriptYaml.build(section));
    }
    if (section.get("type", String.class).equals(LLM)) {
      return llm(name, section);
    }
    return new CommandActor(
        name,
        section.get("command", String.class),
        section.find("deadline", Duration.class).orElse(DEFAULT_DEADLINE),
        section.list("environment", String.class),
        new CommandActor.Program(
            section.find("program", String.class).orElse(null),
            section.find("install", String.class).map(String::strip).orElse(null),
            section.find("output", String.class).orElse(null)));
  }

  private static LlmActor llm(Name name, YamlMapping section) {
    List<ModelName> models =
        Stream.concat(
                Stream.of(section.get("model", String.class)),
                section.list("fallback", String.class).stream())
            .map(ModelName::of)
            .toList();
    AgentLimits limits =
        new AgentLimits(
            section.find("turns", Long.class).map(Long::intValue).orElse(60),
            section.find("tool_calls", Long.class).map(Long::intValue).orElse(300));
    return new LlmActor(
        name,
        models,
        limits,
        section.find("instructions", String.class).orElse(""),
        section.list("mcp", Name.class));
  }
}

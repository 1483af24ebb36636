package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.DocumentType;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.ProblemCollector;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Matching;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Word;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads actors in YAML. */
final class ActorYaml {

  private static final String COMMAND = "command";
  private static final String SCRIPTED = "scripted";
  private static final Duration DEFAULT_DEADLINE = Duration.ofHours(1);

  /** The keys of each type that the other does not have. */
  private static final Map<String, List<String>> OWN_KEYS =
      Map.of(
          COMMAND, List.of("command", "deadline", "environment"),
          SCRIPTED, List.of("strategize", "execute", "on_findings"));

  static final DocumentType<Actor> DOCUMENT =
      new DocumentType<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/fixer."),
              Field.required(
                  "type",
                  new Word(List.of(COMMAND, SCRIPTED)),
                  "command runs a command line, scripted follows a script."),
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
        .ifPresent(line -> checkLine(Template.of(line), section, problems));
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
    String needed = type.equals(COMMAND) ? "command" : "execute";
    if (!section.names(needed)) {
      problems.add(section.position(), "an actor of type %s needs '%s'".formatted(type, needed));
    }
  }

  private static void checkLine(Template line, YamlMapping section, ProblemCollector problems) {
    for (String name : line.placeholders()) {
      if (!CommandActor.PLACEHOLDERS.contains(name)) {
        problems.add(
            section.positionOf("command"),
            "{%s} is not known here%s; known: {goal}, {file}, {findings}; write braces as {{ and }}"
                .formatted(
                    name,
                    NameSuggestion.to(name, CommandActor.PLACEHOLDERS)
                        .map(near -> ", did you mean {" + near + "}?")
                        .orElse("")));
      }
    }
    line.unsafeInShell()
        .forEach(name -> problems.add(section.positionOf("command"), Template.unsafe(name)));
  }

  private static Actor build(YamlMapping section) {
    Name name = section.get("name", Name.class);
    if (section.get("type", String.class).equals(SCRIPTED)) {
      return new ScriptedActor(name, ScriptYaml.build(section));
    }
    return new CommandActor(
        name,
        section.get("command", String.class),
        section.find("deadline", Duration.class).orElse(DEFAULT_DEADLINE),
        section.list("environment", String.class));
  }
}

package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.Nearest;
import dev.cleveragents.engine.yaml.Document;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Problems;
import dev.cleveragents.engine.yaml.Section;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Matching;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Word;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Actors in YAML. */
final class ActorDocument {

  private static final String COMMAND = "command";
  private static final String SCRIPTED = "scripted";
  private static final Duration DEFAULT_DEADLINE = Duration.ofHours(1);

  /** The keys that only one type has. */
  private static final Map<String, List<String>> OWN_KEYS =
      Map.of(
          COMMAND, List.of("command", "deadline", "environment"),
          SCRIPTED, List.of("strategize", "execute", "on_findings"));

  static final Document<Actor> DOCUMENT =
      new Document<>(
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
                  "Run by sh -c in the sandbox; {goal}, {file} and {findings} become quoted words."),
              Field.optional(
                  "deadline",
                  new Time(Duration.ofSeconds(1), Duration.ofDays(7)),
                  "How long one run may take; 1h."),
              Field.optional(
                  "environment",
                  new ListOf(
                      new Matching("[A-Za-z_][A-Za-z0-9_]{0,199}", "the name of a variable"), 100),
                  "Variables that are passed on to the command, by name."),
              Field.optional("strategize", ScriptKeys.CHOICES, "What it decides while planning."),
              Field.optional("execute", ScriptKeys.STEPS, "What it does while working."),
              Field.optional(
                  "on_findings", ScriptKeys.STEPS, "What it does when a check has failed.")),
          ActorDocument::check,
          ActorDocument::build);

  private ActorDocument() {}

  private static void check(Section section, Problems problems) {
    section.find("type", String.class).ifPresent(type -> checkKeys(section, type, problems));
    section
        .find("command", String.class)
        .ifPresent(line -> checkLine(Template.of(line), section, problems));
    ScriptKeys.check(section.list("execute", Section.class), problems);
    ScriptKeys.check(section.list("on_findings", Section.class), problems);
  }

  private static void checkKeys(Section section, String type, Problems problems) {
    OWN_KEYS.forEach(
        (owner, keys) ->
            keys.stream()
                .filter(key -> !owner.equals(type) && section.names(key))
                .forEach(
                    key ->
                        problems.add(
                            section.placeOf(key),
                            "'%s' belongs to actors of type %s; this one is %s"
                                .formatted(key, owner, type))));
    String needed = type.equals(COMMAND) ? "command" : "execute";
    if (!section.names(needed)) {
      problems.add(section.place(), "an actor of type %s needs '%s'".formatted(type, needed));
    }
  }

  private static void checkLine(Template line, Section section, Problems problems) {
    for (String name : line.placeholders()) {
      if (!CommandActor.PLACEHOLDERS.contains(name)) {
        problems.add(
            section.placeOf("command"),
            "{%s} is not known here%s; known: {goal}, {file}, {findings}; braces themselves are written {{ and }}"
                .formatted(
                    name,
                    Nearest.to(name, CommandActor.PLACEHOLDERS)
                        .map(near -> ", did you mean {" + near + "}?")
                        .orElse("")));
      }
    }
    line.unsafeInShell()
        .forEach(name -> problems.add(section.placeOf("command"), Template.unsafe(name)));
  }

  private static Actor build(Section section) {
    Name name = section.get("name", Name.class);
    String description = section.find("description", String.class).orElse("");
    if (section.get("type", String.class).equals(SCRIPTED)) {
      return new ScriptedActor(name, description, ScriptKeys.build(section));
    }
    return new CommandActor(
        name,
        description,
        section.get("command", String.class),
        section.find("deadline", Duration.class).orElse(DEFAULT_DEADLINE),
        section.list("environment", String.class));
  }
}

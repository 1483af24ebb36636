package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.definition.Action.ActorNames;
import dev.cleveragents.engine.definition.Action.Conduct;
import dev.cleveragents.engine.definition.Action.Terms;
import dev.cleveragents.engine.definition.Action.Wording;
import dev.cleveragents.engine.yaml.DocumentType;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.ProblemCollector;
import dev.cleveragents.engine.yaml.Shape;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Matching;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Scalar;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Word;
import dev.cleveragents.engine.yaml.SourcePosition;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.engine.yaml.YamlMapping.Entry;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.OperationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads actions in YAML. */
final class ActionYaml {

  private static final int LINE = 500;
  private static final int PAGE = 20_000;

  private static final Shape ARGUMENT =
      Keys.of(
          Field.required(
              "name",
              new Matching("[a-z][a-z0-9_]{0,63}", "a lower-case word of letters, digits and '_'"),
              "Placeholder name: {name} is replaced by the value."),
          Field.optional(
              "type",
              new Word(words(ArgumentType.Kind.values())),
              "Type of the value; default string."),
          Field.optional("required", new Flag(), "Whether a value must be given; default false."),
          Field.optional("default", new Scalar(), "Value if none is given."),
          Field.optional("description", new Text(LINE), "For people."),
          Field.optional("values", new ListOf(new Text(LINE), 100), "Allowed words of an enum."));

  /** The texts that may contain placeholders. */
  private static final List<String> TEMPLATES =
      List.of("description", "long_description", "definition_of_done");

  static final DocumentType<Action> DOCUMENT =
      new DocumentType<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/fix-bug."),
              Field.required("description", new Text(LINE), "What it does, in one line."),
              Field.optional("long_description", new Text(PAGE), "What it does, at length."),
              Field.optional("strategy_actor", new Named(), "Actor that plans; default none."),
              Field.required("execution_actor", new Named(), "Actor that does the work."),
              Field.optional(
                  "estimation_actor", new Named(), "Actor that estimates; default none."),
              Field.optional("review_actor", new Named(), "Actor that reviews; default none."),
              Field.optional(
                  "invariant_actor",
                  new Named(),
                  "Actor that checks the invariants; default none."),
              Field.required(
                  "definition_of_done",
                  new Text(PAGE),
                  "Conditions under which the goal is reached."),
              Field.optional("arguments", new ListOf(ARGUMENT, 50), "Arguments of a plan."),
              Field.optional(
                  "invariants", new ListOf(new Text(PAGE), 100), "Rules for its plans, in words."),
              Field.optional(
                  "validations", new ListOf(new Named(), 100), "Names of the checks of its plans."),
              Field.optional("automation_profile", new Named(), "Profile that says when to ask."),
              Field.optional("subplans", SubplanYaml.SHAPE, "Parts of the work, and how they run."),
              Field.optional(
                  "reusable", new Flag(), "Whether it may be used more than once; default true."),
              Field.optional(
                  "read_only",
                  new Flag(),
                  "Whether its plans must change nothing; default false.")),
          ActionYaml::check,
          ActionYaml::build);

  private ActionYaml() {}

  static List<String> words(Enum<?>[] constants) {
    List<String> words = new ArrayList<>();
    for (Enum<?> constant : constants) {
      words.add(constant.name().toLowerCase(Locale.ROOT));
    }
    return words;
  }

  private static void check(YamlMapping section, ProblemCollector problems) {
    Set<String> names = new HashSet<>();
    for (YamlMapping argument : section.list("arguments", YamlMapping.class)) {
      argument
          .find("name", String.class)
          .filter(name -> !names.add(name))
          .ifPresent(
              name ->
                  problems.add(
                      argument.positionOf("name"), "duplicate argument '%s'".formatted(name)));
      checkArgument(argument, problems);
    }
    if (section.fits("arguments")) {
      checkTemplates(section, names, problems);
    }
    section.find("subplans", YamlMapping.class).ifPresent(it -> SubplanYaml.check(it, problems));
  }

  private static void checkTemplates(
      YamlMapping section, Set<String> names, ProblemCollector problems) {
    for (String key : TEMPLATES) {
      section
          .find(key, String.class)
          .ifPresent(text -> checkTemplate(text, section.positionOf(key), names, problems));
    }
    for (Entry invariant : section.elements("invariants")) {
      checkTemplate((String) invariant.value(), invariant.position(), names, problems);
    }
    for (YamlMapping part : SubplanYaml.sections(section)) {
      part.find("goal", String.class)
          .ifPresent(text -> checkTemplate(text, part.positionOf("goal"), names, problems));
    }
  }

  private static void checkArgument(YamlMapping argument, ProblemCollector problems) {
    boolean required = argument.find("required", Boolean.class).orElse(false);
    if (required && argument.names("default")) {
      problems.add(
          argument.positionOf("default"),
          "a required argument has no default; remove one of the two");
    }
    if (argument.fits("type") && argument.fits("values")) {
      checkType(argument, type(argument), problems);
    }
  }

  private static void checkType(
      YamlMapping argument, ArgumentType type, ProblemCollector problems) {
    boolean choice = type.kind() == ArgumentType.Kind.ENUM;
    if (choice && type.values().isEmpty()) {
      problems.add(argument.position(), "an enum needs 'values', the allowed words");
      return;
    }
    if (!choice && argument.keys().contains("values")) {
      problems.add(argument.positionOf("values"), "only an enum has 'values'");
    }
    argument
        .find("default", Object.class)
        .ifPresent(
            value -> {
              try {
                type.read(String.valueOf(value));
              } catch (OperationException e) {
                problems.add(
                    argument.positionOf("default"),
                    "this is not a value of type %s: %s".formatted(type.kind(), e.getMessage()));
              }
            });
  }

  private static void checkTemplate(
      String text, SourcePosition position, Set<String> names, ProblemCollector problems) {
    for (String name : Template.of(text).placeholders()) {
      if (!names.contains(name)) {
        problems.add(
            position,
            "{%s} is not an argument of this action%s; write braces as {{ and }}"
                .formatted(
                    name,
                    NameSuggestion.to(name, names)
                        .map(near -> ", did you mean {" + near + "}?")
                        .orElse("")));
      }
    }
  }

  private static Action build(YamlMapping section) {
    return new Action(
        section.get("name", Name.class),
        new Wording(
            section.get("description", String.class),
            section.find("long_description", String.class).orElse(null),
            section.get("definition_of_done", String.class)),
        new ActorNames(
            section.find("strategy_actor", Name.class).orElse(null),
            section.get("execution_actor", Name.class),
            section.find("estimation_actor", Name.class).orElse(null),
            section.find("review_actor", Name.class).orElse(null),
            section.find("invariant_actor", Name.class).orElse(null)),
        section.list("arguments", YamlMapping.class).stream().map(ActionYaml::argument).toList(),
        new Terms(
            section.list("invariants", String.class),
            section.list("validations", Name.class),
            section.find("automation_profile", Name.class).orElse(null),
            section
                .find("subplans", YamlMapping.class)
                .map(SubplanYaml::build)
                .orElse(SubplanRules.STANDARD),
            section.find("subplans", YamlMapping.class).map(SubplanYaml::parts).orElse(List.of()),
            new Conduct(
                section.find("reusable", Boolean.class).orElse(true),
                section.find("read_only", Boolean.class).orElse(false))));
  }

  private static ActionArgument argument(YamlMapping argument) {
    ArgumentType type = type(argument);
    return new ActionArgument(
        argument.get("name", String.class),
        type,
        argument.find("required", Boolean.class).orElse(false),
        argument.find("default", Object.class).map(String::valueOf).map(type::read).orElse(null),
        argument.find("description", String.class).orElse(""));
  }

  private static ArgumentType type(YamlMapping argument) {
    String word = argument.find("type", String.class).orElse("string");
    return new ArgumentType(
        ArgumentType.Kind.valueOf(word.toUpperCase(Locale.ROOT)),
        argument.list("values", String.class));
  }
}

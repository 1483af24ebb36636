package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.Nearest;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.definition.Action.Cast;
import dev.cleveragents.engine.definition.Action.Conduct;
import dev.cleveragents.engine.definition.Action.Terms;
import dev.cleveragents.engine.definition.Action.Wording;
import dev.cleveragents.engine.yaml.Document;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Place;
import dev.cleveragents.engine.yaml.Problems;
import dev.cleveragents.engine.yaml.Section;
import dev.cleveragents.engine.yaml.Section.Entry;
import dev.cleveragents.engine.yaml.Shape;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Matching;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Scalar;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Actions in YAML. */
final class ActionDocument {

  private static final int LINE = 500;
  private static final int PAGE = 20_000;

  private static final Shape ARGUMENT =
      Keys.of(
          Field.required(
              "name",
              new Matching("[a-z][a-z0-9_]{0,63}", "a lower-case word of letters, digits and '_'"),
              "What stands in braces where its value goes."),
          Field.optional(
              "type", new Word(words(ArgumentType.Kind.values())), "What it may be; string."),
          Field.optional("required", new Flag(), "Whether a value must be given; false."),
          Field.optional("default", new Scalar(), "The value where none is given."),
          Field.optional("description", new Text(LINE), "For people."),
          Field.optional(
              "values", new ListOf(new Text(LINE), 100), "For an enum, the words it may be."));

  /** The texts that may hold placeholders. */
  private static final List<String> TEMPLATES =
      List.of("description", "long_description", "definition_of_done");

  static final Document<Action> DOCUMENT =
      new Document<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/fix-bug."),
              Field.required("description", new Text(LINE), "What it does, in one line."),
              Field.optional("long_description", new Text(PAGE), "What it does, at length."),
              Field.optional("strategy_actor", new Named(), "Who plans; nobody."),
              Field.required("execution_actor", new Named(), "Who does the work."),
              Field.optional("estimation_actor", new Named(), "Who estimates; nobody."),
              Field.optional("review_actor", new Named(), "Who reviews; nobody."),
              Field.optional("invariant_actor", new Named(), "Who minds the invariants; nobody."),
              Field.required("definition_of_done", new Text(PAGE), "When a plan has done it."),
              Field.optional("arguments", new ListOf(ARGUMENT, 50), "What it is given."),
              Field.optional(
                  "invariants", new ListOf(new Text(PAGE), 100), "Rules that hold for its plans."),
              Field.optional(
                  "validations", new ListOf(new Named(), 100), "Checks that its plans must pass."),
              Field.optional("automation_profile", new Named(), "How far to go without asking."),
              Field.optional("subplans", SubplanKeys.SHAPE, "How its subplans are run."),
              Field.optional("reusable", new Flag(), "Whether it may be used again; true."),
              Field.optional("read_only", new Flag(), "Whether it may change nothing; false.")),
          ActionDocument::check,
          ActionDocument::build);

  private ActionDocument() {}

  static List<String> words(Enum<?>[] constants) {
    List<String> words = new ArrayList<>();
    for (Enum<?> constant : constants) {
      words.add(constant.name().toLowerCase(Locale.ROOT));
    }
    return words;
  }

  private static void check(Section section, Problems problems) {
    Set<String> names = new HashSet<>();
    for (Section argument : section.list("arguments", Section.class)) {
      argument
          .find("name", String.class)
          .filter(name -> !names.add(name))
          .ifPresent(
              name ->
                  problems.add(
                      argument.placeOf("name"),
                      "there is an argument '%s' already".formatted(name)));
      checkArgument(argument, problems);
    }
    if (section.fits("arguments")) {
      checkTemplates(section, names, problems);
    }
  }

  private static void checkTemplates(Section section, Set<String> names, Problems problems) {
    for (String key : TEMPLATES) {
      section
          .find(key, String.class)
          .ifPresent(text -> checkTemplate(text, section.placeOf(key), names, problems));
    }
    for (Entry invariant : section.elements("invariants")) {
      checkTemplate((String) invariant.value(), invariant.place(), names, problems);
    }
  }

  private static void checkArgument(Section argument, Problems problems) {
    boolean required = argument.find("required", Boolean.class).orElse(false);
    if (required && argument.names("default")) {
      problems.add(
          argument.placeOf("default"), "a required argument has no default; drop one of the two");
    }
    if (argument.fits("type") && argument.fits("values")) {
      checkType(argument, type(argument), problems);
    }
  }

  private static void checkType(Section argument, ArgumentType type, Problems problems) {
    boolean choice = type.kind() == ArgumentType.Kind.ENUM;
    if (choice && type.values().isEmpty()) {
      problems.add(argument.place(), "an enum needs 'values', the words it may be");
      return;
    }
    if (!choice && argument.keys().contains("values")) {
      problems.add(argument.placeOf("values"), "only an enum has 'values'");
    }
    argument
        .find("default", Object.class)
        .ifPresent(
            value -> {
              try {
                type.read(String.valueOf(value));
              } catch (PlanException e) {
                problems.add(
                    argument.placeOf("default"),
                    "this is no %s: %s".formatted(type.kind(), e.getMessage()));
              }
            });
  }

  private static void checkTemplate(
      String text, Place place, Set<String> names, Problems problems) {
    for (String name : Template.of(text).placeholders()) {
      if (!names.contains(name)) {
        problems.add(
            place,
            "{%s} is no argument of this action%s; braces themselves are written {{ and }}"
                .formatted(
                    name,
                    Nearest.to(name, names)
                        .map(near -> ", did you mean {" + near + "}?")
                        .orElse("")));
      }
    }
  }

  private static Action build(Section section) {
    return new Action(
        section.get("name", Name.class),
        new Wording(
            section.get("description", String.class),
            section.find("long_description", String.class).orElse(null),
            section.get("definition_of_done", String.class)),
        new Cast(
            section.find("strategy_actor", Name.class).orElse(null),
            section.get("execution_actor", Name.class),
            section.find("estimation_actor", Name.class).orElse(null),
            section.find("review_actor", Name.class).orElse(null),
            section.find("invariant_actor", Name.class).orElse(null)),
        section.list("arguments", Section.class).stream().map(ActionDocument::argument).toList(),
        new Terms(
            section.list("invariants", String.class),
            section.list("validations", Name.class),
            section.find("automation_profile", Name.class).orElse(null),
            section
                .find("subplans", Section.class)
                .map(SubplanKeys::build)
                .orElse(SubplanTerms.STANDARD),
            new Conduct(
                section.find("reusable", Boolean.class).orElse(true),
                section.find("read_only", Boolean.class).orElse(false))));
  }

  private static Argument argument(Section argument) {
    ArgumentType type = type(argument);
    return new Argument(
        argument.get("name", String.class),
        type,
        argument.find("required", Boolean.class).orElse(false),
        argument.find("default", Object.class).map(String::valueOf).map(type::read).orElse(null),
        argument.find("description", String.class).orElse(""));
  }

  private static ArgumentType type(Section argument) {
    String word = argument.find("type", String.class).orElse("string");
    return new ArgumentType(
        ArgumentType.Kind.valueOf(word.toUpperCase(Locale.ROOT)),
        argument.list("values", String.class));
  }
}

package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.OperationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A template for plans: the goal, the actors, the arguments and the definition of done. Every
 * placeholder in its texts is one of its arguments; {@link ActionYaml} checks that.
 */
public record Action(
    Name name, Wording wording, ActorNames actors, List<ActionArgument> arguments, Terms terms) {

  public Action {
    arguments = List.copyOf(arguments);
  }

  /** Texts for people and actors; each may contain {@code {argument}}. */
  public record Wording(
      String description, @Nullable String longDescription, String definitionOfDone) {}

  /** The actors by role; null if the role is not filled. */
  public record ActorNames(
      @Nullable Name strategy,
      Name execution,
      @Nullable Name estimation,
      @Nullable Name review,
      @Nullable Name invariant) {}

  /**
   * The rules of its plans.
   *
   * @param invariants rules in words; each may contain {@code {argument}}
   * @param profile the automation profile; null leaves it to the project
   * @param subplans how the subplans of its plans run
   * @param parts what the work is split into; empty if it is not
   */
  public record Terms(
      List<String> invariants,
      List<Name> validations,
      @Nullable Name profile,
      SubplanRules subplans,
      List<ActionPart> parts,
      Conduct conduct) {

    public Terms {
      parts = List.copyOf(parts);
      invariants = List.copyOf(invariants);
      validations = List.copyOf(validations);
    }
  }

  /**
   * Restrictions on its use.
   *
   * @param reusable whether it may be used more than once
   * @param readOnly whether its plans must change nothing
   */
  public record Conduct(boolean reusable, boolean readOnly) {}

  /**
   * Returns the value of every argument, given or default.
   *
   * @throws OperationException if arguments are missing, unknown or of the wrong type; the message
   *     names all of them
   */
  public Map<String, String> bind(Map<String, String> given) {
    List<String> problems = new ArrayList<>();
    List<String> known = arguments.stream().map(ActionArgument::name).toList();
    for (String name : given.keySet()) {
      if (!known.contains(name)) {
        problems.add(
            "there is no argument '%s'%s"
                .formatted(
                    name,
                    NameSuggestion.to(name, known)
                        .map(it -> ", did you mean '" + it + "'?")
                        .orElse("")));
      }
    }
    Map<String, String> bound = new LinkedHashMap<>();
    for (ActionArgument argument : arguments) {
      bind(argument, given.get(argument.name()), bound, problems);
    }
    if (!problems.isEmpty()) {
      throw OperationException.invalid(
          "The arguments do not fit the action %s: %s"
              .formatted(name.forPeople(), String.join("; ", problems)));
    }
    return bound;
  }

  private static void bind(
      ActionArgument argument,
      @Nullable String given,
      Map<String, String> bound,
      List<String> problems) {
    if (given == null) {
      if (argument.required()) {
        problems.add("'%s' is missing".formatted(argument.name()));
      }
      String other = argument.defaultValue();
      bound.put(argument.name(), other == null ? "" : other);
      return;
    }
    try {
      bound.put(argument.name(), argument.type().read(given));
    } catch (OperationException e) {
      problems.add("'%s': %s".formatted(argument.name(), e.getMessage()));
    }
  }
}

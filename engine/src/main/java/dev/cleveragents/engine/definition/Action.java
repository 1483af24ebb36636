package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.Nearest;
import dev.cleveragents.engine.PlanException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A template for plans: what to do, by whom, with which arguments, and when it is done. Every
 * placeholder of its texts is one of its arguments; {@link ActionDocument} sees to that.
 */
public record Action(
    Name name, Wording wording, Cast actors, List<Argument> arguments, Terms terms) {

  public Action {
    arguments = List.copyOf(arguments);
  }

  /** Its texts; each may hold {@code {argument}}. */
  public record Wording(
      String description, @Nullable String longDescription, String definitionOfDone) {}

  /** Who does what; null where nobody is asked. */
  public record Cast(
      @Nullable Name strategy,
      Name execution,
      @Nullable Name estimation,
      @Nullable Name review,
      @Nullable Name invariant) {}

  /**
   * What holds for its plans.
   *
   * @param invariants rules in words; each may hold {@code {argument}}
   * @param profile its automation profile, or null to leave that to the project
   */
  public record Terms(
      List<String> invariants,
      List<Name> validations,
      @Nullable Name profile,
      SubplanTerms subplans,
      Conduct conduct) {

    public Terms {
      invariants = List.copyOf(invariants);
      validations = List.copyOf(validations);
    }
  }

  /**
   * What an action is like.
   *
   * @param reusable whether it may be used more than once
   * @param readOnly whether its plans may change nothing
   */
  public record Conduct(boolean reusable, boolean readOnly) {}

  /**
   * The value of every argument, from what was given by name.
   *
   * @throws PlanException if one is missing, unknown or of the wrong type; the message says so of
   *     each
   */
  public Map<String, String> bind(Map<String, String> given) {
    List<String> problems = new ArrayList<>();
    List<String> known = arguments.stream().map(Argument::name).toList();
    for (String name : given.keySet()) {
      if (!known.contains(name)) {
        problems.add(
            "there is no argument '%s'%s"
                .formatted(
                    name,
                    Nearest.to(name, known).map(it -> ", did you mean '" + it + "'?").orElse("")));
      }
    }
    Map<String, String> bound = new LinkedHashMap<>();
    for (Argument argument : arguments) {
      bind(argument, given.get(argument.name()), bound, problems);
    }
    if (!problems.isEmpty()) {
      throw PlanException.invalid(
          "The arguments do not fit the action %s: %s"
              .formatted(name.forPeople(), String.join("; ", problems)));
    }
    return bound;
  }

  private static void bind(
      Argument argument, @Nullable String given, Map<String, String> bound, List<String> problems) {
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
    } catch (PlanException e) {
      problems.add("'%s': %s".formatted(argument.name(), e.getMessage()));
    }
  }
}

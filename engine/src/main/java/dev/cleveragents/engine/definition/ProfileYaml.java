package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.yaml.DocumentType;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.ProblemCollector;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Fraction;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Whole;
import dev.cleveragents.engine.yaml.Shape.Word;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads automation profiles in YAML. */
final class ProfileYaml {

  private static final Keys THRESHOLDS =
      new Keys(
          Arrays.stream(Gate.values())
              .map(
                  gate ->
                      Field.optional(
                          gate.toString(), new Fraction(0, 1), "0 never asks, 1 always asks."))
              .toList());

  private static final ListOf PATTERNS = new ListOf(new Text(500), 200);

  private static final Keys GUARDS =
      Keys.of(
          Field.optional(
              "deny",
              PATTERNS,
              "Tool calls to refuse: delete_file, edit_file(keys/**), run_command(git push*)."),
          Field.optional("allow", PATTERNS, "If given, the only tool calls to allow."),
          Field.optional(
              "calls_per_step",
              new Whole(1, 100_000),
              "Maximum number of tool calls in one turn of an actor: its work, or one repair"
                  + " round."));

  static final DocumentType<AutomationProfile> DOCUMENT =
      new DocumentType<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/careful."),
              Field.optional("description", new Text(500), "For people."),
              Field.optional(
                  "based_on",
                  new Word(
                      AutomationProfile.BUILT_IN.stream().map(it -> it.name().local()).toList()),
                  "Profile that gives all thresholds not listed here; default manual."),
              Field.optional("thresholds", THRESHOLDS, "When to ask, per gate."),
              Field.optional("guards", GUARDS, "Limits on tool calls that no approval can lift."),
              Field.optional(
                  "attended",
                  new Flag(),
                  "Whether a person can be asked; if not, the profile refuses instead of asking.")),
          ProfileYaml::check,
          ProfileYaml::build);

  private ProfileYaml() {}

  private static void check(YamlMapping section, ProblemCollector problems) {
    section
        .find("name", Name.class)
        .flatMap(AutomationProfile::builtIn)
        .ifPresent(
            taken ->
                problems.add(
                    section.positionOf("name"),
                    "'%s' is built in and cannot be changed; choose another name, with 'based_on: %s'"
                        .formatted(taken.name().forPeople(), taken.name().local())));
    section
        .find("guards", YamlMapping.class)
        .ifPresent(
            guards -> {
              check(guards, "deny", problems);
              check(guards, "allow", problems);
            });
  }

  private static void check(YamlMapping guards, String key, ProblemCollector problems) {
    for (String pattern : guards.list(key, String.class)) {
      try {
        ToolPattern.of(pattern);
      } catch (OperationException e) {
        problems.add(guards.positionOf(key), String.valueOf(e.getMessage()));
      }
    }
  }

  private static ToolGuards guards(YamlMapping section) {
    return new ToolGuards(
        patterns(section, "deny"),
        section.keys().contains("allow") ? patterns(section, "allow") : null,
        section.find("calls_per_step", Long.class).map(Long::intValue).orElse(null));
  }

  private static List<ToolPattern> patterns(YamlMapping section, String key) {
    return section.list(key, String.class).stream().map(ToolPattern::of).toList();
  }

  private static AutomationProfile build(YamlMapping section) {
    AutomationProfile base =
        section
            .find("based_on", String.class)
            .flatMap(word -> AutomationProfile.builtIn(Name.of(word)))
            .orElse(AutomationProfile.MANUAL);
    Map<Gate, Double> thresholds = new EnumMap<>(base.thresholds());
    section
        .find("thresholds", YamlMapping.class)
        .ifPresent(
            given ->
                Arrays.stream(Gate.values())
                    .forEach(
                        gate ->
                            given
                                .find(gate.toString(), Double.class)
                                .ifPresent(value -> thresholds.put(gate, value))));
    return new AutomationProfile(
        section.get("name", Name.class),
        section.find("description", String.class).orElse(""),
        thresholds,
        section.find("attended", Boolean.class).orElse(base.attended()),
        section.find("guards", YamlMapping.class).map(ProfileYaml::guards).stream().toList());
  }
}

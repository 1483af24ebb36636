package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.yaml.Document;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Problems;
import dev.cleveragents.engine.yaml.Section;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Fraction;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Whole;
import dev.cleveragents.engine.yaml.Shape.Word;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Automation profiles in YAML. */
final class ProfileDocument {

  private static final Keys THRESHOLDS =
      new Keys(
          Arrays.stream(Gate.values())
              .map(
                  gate ->
                      Field.optional(
                          gate.toString(), new Fraction(0, 1), "0 never asks, 1 always."))
              .toList());

  private static final ListOf PATTERNS = new ListOf(new Text(500), 200);

  private static final Keys GUARDS =
      Keys.of(
          Field.optional(
              "deny",
              PATTERNS,
              "Uses of tools that never happen: delete_file, edit_file(keys/**), run_command(git push*)."),
          Field.optional("allow", PATTERNS, "If given, the only ones that do."),
          Field.optional(
              "calls_per_step",
              new Whole(1, 100_000),
              "How many tools an actor may use in one turn: its work, or one round of mending."));

  static final Document<AutomationProfile> DOCUMENT =
      new Document<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/careful."),
              Field.optional("description", new Text(500), "For people."),
              Field.optional(
                  "based_on",
                  new Word(
                      AutomationProfile.BUILT_IN.stream().map(it -> it.name().local()).toList()),
                  "Where the thresholds come from that are not given; manual."),
              Field.optional("thresholds", THRESHOLDS, "When to ask, gate by gate."),
              Field.optional(
                  "guards", GUARDS, "What no answer and no confidence lets an actor do."),
              Field.optional(
                  "attended",
                  new Flag(),
                  "Whether there is somebody to ask; what would be asked is refused otherwise.")),
          ProfileDocument::check,
          ProfileDocument::build);

  private ProfileDocument() {}

  private static void check(Section section, Problems problems) {
    section
        .find("name", Name.class)
        .flatMap(AutomationProfile::builtIn)
        .ifPresent(
            taken ->
                problems.add(
                    section.placeOf("name"),
                    "'%s' is always there and cannot be changed; choose another name, with 'based_on: %s'"
                        .formatted(taken.name().forPeople(), taken.name().local())));
    section
        .find("guards", Section.class)
        .ifPresent(
            guards -> {
              check(guards, "deny", problems);
              check(guards, "allow", problems);
            });
  }

  private static void check(Section guards, String key, Problems problems) {
    for (String pattern : guards.list(key, String.class)) {
      try {
        ToolPattern.of(pattern);
      } catch (PlanException e) {
        problems.add(guards.placeOf(key), String.valueOf(e.getMessage()));
      }
    }
  }

  private static ToolGuards guards(Section section) {
    return new ToolGuards(
        patterns(section, "deny"),
        section.keys().contains("allow") ? patterns(section, "allow") : null,
        section.find("calls_per_step", Long.class).map(Long::intValue).orElse(null));
  }

  private static List<ToolPattern> patterns(Section section, String key) {
    return section.list(key, String.class).stream().map(ToolPattern::of).toList();
  }

  private static AutomationProfile build(Section section) {
    AutomationProfile base =
        section
            .find("based_on", String.class)
            .flatMap(word -> AutomationProfile.builtIn(Name.of(word)))
            .orElse(AutomationProfile.MANUAL);
    Map<Gate, Double> thresholds = new EnumMap<>(base.thresholds());
    section
        .find("thresholds", Section.class)
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
        section.find("guards", Section.class).map(ProfileDocument::guards).stream().toList());
  }
}

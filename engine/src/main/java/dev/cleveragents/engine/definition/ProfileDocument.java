package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.yaml.Document;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Problems;
import dev.cleveragents.engine.yaml.Section;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Fraction;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Word;
import java.util.Arrays;
import java.util.EnumMap;
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
        section.find("attended", Boolean.class).orElse(base.attended()));
  }
}

package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Section;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Whole;
import dev.cleveragents.engine.yaml.Shape.Word;
import java.time.Duration;
import java.util.Locale;

/** The terms of subplans in the YAML of an action. */
final class SubplanKeys {

  private static final SubplanTerms STANDARD = SubplanTerms.STANDARD;

  static final Keys SHAPE =
      Keys.of(
          Field.optional(
              "mode",
              new Word(ActionDocument.words(SubplanTerms.Mode.values())),
              "In which order they run; parallel."),
          Field.optional("max_parallel", new Whole(1, 1000), "How many run at once; 10."),
          Field.optional(
              "merge",
              new Word(ActionDocument.words(SubplanTerms.Merge.values())),
              "How their results become one; git_three_way."),
          Field.optional("fail_fast", new Flag(), "Whether one failure ends the others; false."),
          Field.optional(
              "timeout",
              new Time(Duration.ofSeconds(1), Duration.ofDays(30)),
              "How long each may take; no limit."),
          Field.optional("retry", new Whole(0, 10), "How often a failed one is tried again; 2."),
          Field.optional("depth", new Whole(1, 8), "How deep they may nest; 8."));

  private SubplanKeys() {}

  static SubplanTerms build(Section section) {
    return new SubplanTerms(
        section
            .find("mode", String.class)
            .map(it -> SubplanTerms.Mode.valueOf(it.toUpperCase(Locale.ROOT)))
            .orElse(STANDARD.mode()),
        section.find("max_parallel", Long.class).map(Long::intValue).orElse(STANDARD.maxParallel()),
        section
            .find("merge", String.class)
            .map(it -> SubplanTerms.Merge.valueOf(it.toUpperCase(Locale.ROOT)))
            .orElse(STANDARD.merge()),
        section.find("fail_fast", Boolean.class).orElse(STANDARD.failFast()),
        new SubplanTerms.Limits(
            section.find("timeout", Duration.class).orElse(null),
            section.find("retry", Long.class).map(Long::intValue).orElse(STANDARD.limits().retry()),
            section
                .find("depth", Long.class)
                .map(Long::intValue)
                .orElse(STANDARD.limits().depth())));
  }
}

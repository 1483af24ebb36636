package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Whole;
import dev.cleveragents.engine.yaml.Shape.Word;
import dev.cleveragents.engine.yaml.YamlMapping;
import java.time.Duration;
import java.util.Locale;

/** Reads the subplan settings in the YAML of an action. */
final class SubplanYaml {

  private static final SubplanSettings STANDARD = SubplanSettings.STANDARD;

  static final Keys SHAPE =
      Keys.of(
          Field.optional(
              "mode",
              new Word(ActionYaml.words(SubplanSettings.Mode.values())),
              "The order in which they run; default parallel."),
          Field.optional("max_parallel", new Whole(1, 1000), "How many run at once; default 10."),
          Field.optional(
              "merge",
              new Word(ActionYaml.words(SubplanSettings.Merge.values())),
              "How their results are merged; default git_three_way."),
          Field.optional(
              "fail_fast", new Flag(), "Whether one failure ends the others; default false."),
          Field.optional(
              "timeout",
              new Time(Duration.ofSeconds(1), Duration.ofDays(30)),
              "How long each may take; default no limit."),
          Field.optional(
              "retry", new Whole(0, 10), "How often a failed one is retried; default 2."),
          Field.optional("depth", new Whole(1, 8), "How deep they may nest; default 8."));

  private SubplanYaml() {}

  static SubplanSettings build(YamlMapping section) {
    return new SubplanSettings(
        section
            .find("mode", String.class)
            .map(it -> SubplanSettings.Mode.valueOf(it.toUpperCase(Locale.ROOT)))
            .orElse(STANDARD.mode()),
        section.find("max_parallel", Long.class).map(Long::intValue).orElse(STANDARD.maxParallel()),
        section
            .find("merge", String.class)
            .map(it -> SubplanSettings.Merge.valueOf(it.toUpperCase(Locale.ROOT)))
            .orElse(STANDARD.merge()),
        section.find("fail_fast", Boolean.class).orElse(STANDARD.failFast()),
        new SubplanSettings.Limits(
            section.find("timeout", Duration.class).orElse(null),
            section.find("retry", Long.class).map(Long::intValue).orElse(STANDARD.limits().retry()),
            section
                .find("depth", Long.class)
                .map(Long::intValue)
                .orElse(STANDARD.limits().depth())));
  }
}

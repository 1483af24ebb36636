package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.DocumentType;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.workspace.Name;
import java.time.Duration;

/** Reads validations in YAML. */
final class ValidationYaml {

  static final DocumentType<ValidationSpec> DOCUMENT =
      new DocumentType<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/unit-tests."),
              Field.required(
                  "command",
                  new Text(20_000),
                  "Command line, run with sh -c in the sandbox; exit code 0 passes."),
              Field.optional(
                  "required", new Flag(), "Whether it must pass before apply; default true."),
              Field.optional(
                  "deadline",
                  new Time(Duration.ofSeconds(1), Duration.ofDays(1)),
                  "How long it may take; default 10m."),
              Field.optional(
                  "parallel",
                  new Flag(),
                  "Whether it may run at the same time as others; default false.")),
          (_, _) -> {},
          ValidationYaml::build);

  private ValidationYaml() {}

  private static ValidationSpec build(YamlMapping section) {
    return new ValidationSpec(
        section.get("name", Name.class),
        section.get("command", String.class),
        section.find("required", Boolean.class).orElse(true),
        section.find("deadline", Duration.class).orElse(ValidationSpec.DEFAULT_DEADLINE),
        section.find("parallel", Boolean.class).orElse(false));
  }
}

package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.yaml.Document;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Section;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import java.time.Duration;

/** Validations in YAML. */
final class ValidationDocument {

  static final Document<ValidationSpec> DOCUMENT =
      new Document<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/unit-tests."),
              Field.required(
                  "command", new Text(20_000), "Run by sh -c in the sandbox; 0 is passed."),
              Field.optional(
                  "required", new Flag(), "Whether nothing is applied without it; true."),
              Field.optional(
                  "deadline",
                  new Time(Duration.ofSeconds(1), Duration.ofDays(1)),
                  "How long it may take; 10m."),
              Field.optional("parallel", new Flag(), "Whether it may run beside others; false.")),
          (_, _) -> {},
          ValidationDocument::build);

  private ValidationDocument() {}

  private static ValidationSpec build(Section section) {
    return new ValidationSpec(
        section.get("name", Name.class),
        section.get("command", String.class),
        section.find("required", Boolean.class).orElse(true),
        section.find("deadline", Duration.class).orElse(ValidationSpec.DEFAULT_DEADLINE),
        section.find("parallel", Boolean.class).orElse(false));
  }
}

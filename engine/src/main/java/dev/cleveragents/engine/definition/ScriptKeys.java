package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.Script.Step;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Problems;
import dev.cleveragents.engine.yaml.Section;
import dev.cleveragents.engine.yaml.Shape;
import dev.cleveragents.engine.yaml.Shape.AnyText;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Fraction;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.OneOf;
import dev.cleveragents.engine.yaml.Shape.RelativePath;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Whole;
import java.time.Duration;
import java.util.List;

/** Scripts in the YAML of an actor. */
final class ScriptKeys {

  private static final int LINE = 2_000;
  private static final int FILE = 500_000;
  private static final int MOST_STEPS = 5_000;

  private static final Field RESOURCE =
      Field.optional(
          "resource", new Named(), "Which of the project's resources; the first if not said.");

  private static final Keys CHOICE =
      Keys.of(
          Field.required("question", new Text(LINE), "What had to be decided."),
          Field.required("chosen", new Text(LINE), "What was chosen."),
          Field.optional(
              "alternatives", new ListOf(new Text(LINE), 50), "What else could have been."),
          Field.optional("confidence", new Fraction(0, 1), "How sure, from 0 to 1."),
          Field.optional("rationale", new AnyText(LINE), "Why."));

  private static final Keys WRITE =
      Keys.of(
          RESOURCE,
          path("path"),
          Field.optional("content", new AnyText(FILE), "All that the file holds."),
          Field.optional(
              "content_lines",
              new ListOf(new AnyText(FILE), 20_000),
              "The same line by line; each gets its line end."),
          Field.optional("executable", new Flag(), "Whether it can be run; false."));

  private static final Keys EDIT =
      Keys.of(
          RESOURCE,
          path("path"),
          Field.required("find", new Text(FILE), "A text that is there exactly once."),
          Field.required("replace", new AnyText(FILE), "What comes in its place."));

  private static final Keys WAIT =
      Keys.of(
          Field.optional(
              "for", new Time(Duration.ZERO, Duration.ofDays(1)), "How long, such as 200ms."),
          Field.optional("file", new RelativePath(), "A file; it is waited for until it is there."),
          RESOURCE);

  private static final Keys FAIL =
      Keys.of(
          Field.required("message", new Text(LINE), "What it says."),
          Field.optional("transient", new Flag(), "Whether trying again may help; false."),
          Field.optional(
              "times",
              new Whole(0, 1_000),
              "How often, before it goes on; 0 is always, the default."));

  private static final OneOf STEP =
      new OneOf(
          Keys.of(
              Field.optional("decide", CHOICE, "Decides something."),
              Field.optional("write", WRITE, "Writes a whole file."),
              Field.optional("edit", EDIT, "Replaces a text in a file."),
              Field.optional("delete", Keys.of(RESOURCE, path("path")), "Deletes a file."),
              Field.optional("move", Keys.of(RESOURCE, path("from"), path("to")), "Moves a file."),
              Field.optional(
                  "run",
                  Keys.of(Field.required("command", new Text(20_000), "Run by sh -c."), RESOURCE),
                  "Runs a command line."),
              Field.optional("wait", WAIT, "Waits for a time or for a file."),
              Field.optional("fail", FAIL, "Fails.")));

  static final Shape CHOICES = new ListOf(CHOICE, MOST_STEPS);
  static final Shape STEPS = new ListOf(STEP, MOST_STEPS);

  private ScriptKeys() {}

  private static Field path(String key) {
    return Field.required(key, new RelativePath(), "A path in the resource.");
  }

  /** Reports what the shapes cannot say about these steps. */
  static void check(List<Section> steps, Problems problems) {
    for (Section step : steps) {
      step.find("write", Section.class)
          .ifPresent(write -> oneOf(write, "content", "content_lines", problems));
      step.find("wait", Section.class).ifPresent(wait -> check(wait, problems));
    }
  }

  private static void check(Section wait, Problems problems) {
    oneOf(wait, "for", "file", problems);
    if (wait.keys().contains("for") && wait.keys().contains("resource")) {
      problems.add(wait.placeOf("resource"), "'resource' belongs to 'file', not to 'for'");
    }
  }

  private static void oneOf(Section section, String one, String other, Problems problems) {
    if (section.names(one) == section.names(other)) {
      problems.add(section.place(), "give either '%s' or '%s'".formatted(one, other));
    }
  }

  static Script build(Section section) {
    return new Script(
        section.list("strategize", Section.class).stream().map(ScriptKeys::choice).toList(),
        steps(section, "execute"),
        steps(section, "on_findings"));
  }

  private static List<Step> steps(Section section, String key) {
    return section.list(key, Section.class).stream().map(ScriptKeys::step).toList();
  }

  private static Script.Choice choice(Section section) {
    return new Script.Choice(
        section.get("question", String.class),
        section.get("chosen", String.class),
        section.list("alternatives", String.class),
        section.find("confidence", Double.class).orElse(null),
        section.find("rationale", String.class).orElse(""));
  }

  private static Step step(Section section) {
    String kind = section.keys().iterator().next();
    Section step = section.get(kind, Section.class);
    return step.find("resource", Name.class)
        .<Step>map(resource -> new Script.In(resource, step(kind, step)))
        .orElseGet(() -> step(kind, step));
  }

  private static Step step(String kind, Section step) {
    return switch (kind) {
      case "decide" -> new Script.Decide(choice(step));
      case "write" ->
          new Script.Write(
              text(step, "path"),
              content(step),
              step.find("executable", Boolean.class).orElse(false));
      case "edit" -> new Script.Edit(text(step, "path"), text(step, "find"), text(step, "replace"));
      case "delete" -> new Script.Delete(text(step, "path"));
      case "move" -> new Script.Move(text(step, "from"), text(step, "to"));
      case "run" -> new Script.Run(text(step, "command"));
      case "wait" ->
          step.find("for", Duration.class)
              .<Step>map(Script.WaitFor::new)
              .orElseGet(() -> new Script.WaitUntil(text(step, "file")));
      case "fail" ->
          new Script.Fail(
              text(step, "message"),
              step.find("transient", Boolean.class).orElse(false),
              step.find("times", Long.class).map(Long::intValue).orElse(0));
      default -> throw new IllegalStateException("No step: " + kind);
    };
  }

  private static String content(Section write) {
    return write
        .find("content", String.class)
        .orElseGet(
            () -> {
              StringBuilder lines = new StringBuilder();
              write
                  .list("content_lines", String.class)
                  .forEach(line -> lines.append(line).append('\n'));
              return lines.toString();
            });
  }

  private static String text(Section section, String key) {
    return section.get(key, String.class);
  }
}

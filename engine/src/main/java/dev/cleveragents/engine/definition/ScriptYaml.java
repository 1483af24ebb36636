package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.definition.Script.Step;
import dev.cleveragents.engine.tool.ArgumentRecord;
import dev.cleveragents.engine.tool.BuiltInTools;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.ProblemCollector;
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
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.workspace.Name;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads scripts in the YAML of an actor. A step's key names a tool or a control step. */
final class ScriptYaml {

  private static final int LINE = 2_000;
  private static final int MOST_STEPS = 5_000;

  private static final Field RESOURCE =
      Field.optional(
          "resource", new Named(), "One of the project's resources; the first by default.");

  private static final Keys CHOICE =
      Keys.of(
          Field.required("question", new Text(LINE), "The question to decide."),
          Field.required("chosen", new Text(LINE), "The chosen answer."),
          Field.optional("alternatives", new ListOf(new Text(LINE), 50), "The answers not chosen."),
          Field.optional("confidence", new Fraction(0, 1), "Confidence from 0 to 1."),
          Field.optional("rationale", new AnyText(LINE), "The reason for the choice."));

  private static final Keys WAIT =
      Keys.of(
          Field.optional(
              "for", new Time(Duration.ZERO, Duration.ofDays(1)), "Duration, such as 200ms."),
          Field.optional(
              "file", new RelativePath(), "Path of a file; the step waits until it exists."),
          RESOURCE);

  private static final Keys FAIL =
      Keys.of(
          Field.required("message", new Text(LINE), "The error message."),
          Field.optional("transient", new Flag(), "Whether trying again may help; false."),
          Field.optional(
              "times",
              new Whole(0, 1_000),
              "How often it fails before the script continues; 0 (default) is always."));

  private static final OneOf STEP = new OneOf(new Keys(steps()));

  static final Shape CHOICES = new ListOf(CHOICE, MOST_STEPS);
  static final Shape STEPS = new ListOf(STEP, MOST_STEPS);

  private ScriptYaml() {}

  /** One key per tool, and the keys that steer the script. */
  private static List<Field> steps() {
    List<Field> steps = new ArrayList<>();
    steps.add(Field.optional("decide", CHOICE, "Records a decision."));
    for (Tool<?> tool : BuiltInTools.forScripts()) {
      List<Field> arguments = new ArrayList<>(ArgumentRecord.of(tool).fields());
      arguments.add(RESOURCE);
      steps.add(
          Field.optional(
              Objects.requireNonNull(tool.scriptKey()), new Keys(arguments), tool.description()));
    }
    steps.add(Field.optional("wait", WAIT, "Waits for a time or for a file."));
    steps.add(Field.optional("fail", FAIL, "Fails."));
    return steps;
  }

  /** Reports problems that the shapes cannot express. */
  static void check(List<YamlMapping> steps, ProblemCollector problems) {
    for (YamlMapping step : steps) {
      String key = step.keys().iterator().next();
      YamlMapping arguments = step.get(key, YamlMapping.class);
      BuiltInTools.forScriptKey(key)
          .ifPresent(tool -> ArgumentRecord.of(tool).check(arguments, problems));
      if (key.equals("wait")) {
        checkWait(arguments, problems);
      }
    }
  }

  private static void checkWait(YamlMapping wait, ProblemCollector problems) {
    if (wait.names("for") == wait.names("file")) {
      problems.add(wait.position(), "give either 'for' or 'file'");
    }
    if (wait.keys().contains("for") && wait.keys().contains("resource")) {
      problems.add(wait.positionOf("resource"), "'resource' belongs to 'file', not to 'for'");
    }
  }

  static Script build(YamlMapping section) {
    return new Script(
        section.list("strategize", YamlMapping.class).stream().map(ScriptYaml::choice).toList(),
        steps(section, "execute"),
        steps(section, "on_findings"));
  }

  private static List<Step> steps(YamlMapping section, String key) {
    return section.list(key, YamlMapping.class).stream().map(ScriptYaml::step).toList();
  }

  private static Script.Choice choice(YamlMapping section) {
    return new Script.Choice(
        section.get("question", String.class),
        section.get("chosen", String.class),
        section.list("alternatives", String.class),
        section.find("confidence", Double.class).orElse(null),
        section.find("rationale", String.class).orElse(""));
  }

  private static Step step(YamlMapping section) {
    String key = section.keys().iterator().next();
    YamlMapping step = section.get(key, YamlMapping.class);
    Name resource = step.find("resource", Name.class).orElse(null);
    return switch (key) {
      case "decide" -> new Script.Decide(choice(step));
      case "wait" ->
          step.find("for", Duration.class)
              .<Step>map(Script.WaitFor::new)
              .orElseGet(() -> new Script.WaitUntil(step.get("file", String.class), resource));
      case "fail" ->
          new Script.Fail(
              step.get("message", String.class),
              step.find("transient", Boolean.class).orElse(false),
              step.find("times", Long.class).map(Long::intValue).orElse(0));
      default ->
          new Script.UseTool(
              ToolCall.read(BuiltInTools.forScriptKey(key).orElseThrow(), step), resource);
    };
  }
}

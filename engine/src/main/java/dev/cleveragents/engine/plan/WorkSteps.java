package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.definition.Template;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.plan.WorkStep.Standpoint;
import dev.cleveragents.engine.sandbox.SandboxGroup;
import dev.cleveragents.engine.tool.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an execution actor does, as steps: the same ones every time, so that a plan that was
 * interrupted goes on after the last one that is stored as done.
 */
final class WorkSteps {

  private static final Duration SCRIPTED_COMMAND_DEADLINE = Duration.ofMinutes(10);

  /** The environment of a command has room for about this much in one variable. */
  private static final int LONGEST_VARIABLE = 100_000;

  private final Plan plan;
  private final Scripts scripts;

  WorkSteps(Plan plan, Scripts scripts) {
    this.plan = plan;
    this.scripts = scripts;
  }

  /** The name of the actor that does them. */
  String actor() {
    return switch (plan.brief().execution()) {
      case Work.Plain(), Work.Undo _ -> "nobody";
      case Work.ByCommand command -> command.actor();
      case Work.ByScript script -> script.actor();
    };
  }

  /** The work itself. */
  List<WorkStep> main() {
    return switch (plan.brief().execution()) {
      case Work.Plain(), Work.Undo _ -> List.of();
      case Work.ByCommand command -> List.of(run(command.line(), command, ""));
      case Work.ByScript(var _, String yaml) -> steps(scripts.read(yaml).execute());
    };
  }

  /** What is done about findings; nothing if the actor has no answer to them. */
  List<WorkStep> against(String findings) {
    return switch (plan.brief().execution()) {
      case Work.Plain(), Work.Undo _ -> List.of();
      case Work.ByCommand command -> {
        String line = command.lineAgainstFindings();
        yield line == null ? List.of() : List.of(run(line, command, findings));
      }
      case Work.ByScript(var _, String yaml) -> steps(scripts.read(yaml).onFindings());
    };
  }

  private WorkStep run(String line, Work.ByCommand command, String findings) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("AGENTS_GOAL", end(plan.kind().goal()));
    variables.put("AGENTS_FILE", "");
    variables.put("AGENTS_FINDINGS", end(findings));
    ToolCall.Run call =
        new ToolCall.Run(
            filled(line, end(findings)), variables, command.passedOn(), command.deadline());
    // What checks print has times in it: a person allows the line, not these findings.
    ToolCall shown = new ToolCall.Run(filled(line, "…"), Map.of(), List.of(), command.deadline());
    return new WorkStep.Call(call, null, new Standpoint(1, null, shown));
  }

  private String filled(String line, String findings) {
    return Template.ofOnly(CommandActor.PLACEHOLDERS, line)
        .fillCommandLine(Map.of("goal", plan.kind().goal(), "file", "", "findings", findings));
  }

  /** Throws if a placeholder stands where no value can be put safely. */
  static @Nullable Object requireFillable(Work.ByCommand command) {
    Map<String, String> words = Map.of("goal", "", "file", "", "findings", "");
    Template.ofOnly(CommandActor.PLACEHOLDERS, command.line()).fillCommandLine(words);
    if (command.fix() != null) {
      Template.ofOnly(CommandActor.PLACEHOLDERS, command.fix()).fillCommandLine(words);
    }
    return null;
  }

  private static String end(String text) {
    String plain = text.replace('\0', '?');
    return plain.length() <= LONGEST_VARIABLE
        ? plain
        : plain.substring(plain.length() - LONGEST_VARIABLE);
  }

  private static List<WorkStep> steps(List<Script.Step> script) {
    List<WorkStep> steps = new ArrayList<>();
    int calls = 0;
    Double confidence = null;
    for (Script.Step each : script) {
      Name resource = each instanceof Script.In(Name named, var _) ? named : null;
      Script.Step step = each instanceof Script.In(var _, Script.Step inner) ? inner : each;
      ToolCall call = call(step);
      if (call != null) {
        calls++;
        steps.add(new WorkStep.Call(call, resource, new Standpoint(calls, confidence, call)));
      } else {
        confidence = step instanceof Script.Decide(var choice) ? choice.confidence() : confidence;
        steps.add(other(step, resource));
      }
    }
    return steps;
  }

  private static @Nullable ToolCall call(Script.Step step) {
    return switch (step) {
      case Script.Write(String path, String content, boolean executable) ->
          new ToolCall.Write(path, content, executable);
      case Script.Edit(String path, String find, String replace) ->
          new ToolCall.Edit(path, find, replace);
      case Script.Delete(String path) -> new ToolCall.Delete(path);
      case Script.Move(String from, String to) -> new ToolCall.Move(from, to);
      case Script.Run(String command) ->
          new ToolCall.Run(command, Map.of(), List.of(), SCRIPTED_COMMAND_DEADLINE);
      case Script.In _, Script.Decide _, Script.WaitFor _, Script.WaitUntil _, Script.Fail _ ->
          null;
    };
  }

  private static WorkStep other(Script.Step step, @Nullable Name resource) {
    return switch (step) {
      case Script.Decide(Script.Choice choice) ->
          new WorkStep.Decide(Strategizing.choice(DecisionType.IMPLEMENTATION_CHOICE, choice));
      case Script.WaitFor(Duration time) -> new WorkStep.WaitFor(time);
      case Script.WaitUntil(String file) -> new WorkStep.WaitUntil(file, resource);
      case Script.Fail(String message, boolean passing, int times) ->
          new WorkStep.Fail(message, passing, times);
      default -> throw new IllegalArgumentException("Uses a tool: " + step);
    };
  }

  /** What is wrong with the resources that a script's steps name; these are the ones there are. */
  static List<String> unknownResources(Script script, List<Name> known) {
    return Stream.concat(script.execute().stream(), script.onFindings().stream())
        .<Name>mapMulti(
            (step, found) -> {
              if (step instanceof Script.In(Name resource, var _) && !known.contains(resource)) {
                found.accept(resource);
              }
            })
        .distinct()
        .map(resource -> String.valueOf(SandboxGroup.unknown(resource, known).getMessage()))
        .toList();
  }
}

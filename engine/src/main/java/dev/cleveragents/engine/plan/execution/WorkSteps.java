package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.definition.Template;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Part;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.execution.WorkStep.Standpoint;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.RunCommandTool;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.WorkPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a command or a script. They are the same every time, so that an interrupted plan
 * continues after the last step that is stored as done. A model has none: it decides while it
 * works.
 */
final class WorkSteps {

  private static final Duration SCRIPTED_COMMAND_DEADLINE = Duration.ofMinutes(10);

  /** The operating system limits one environment variable to about this length. */
  private static final int LONGEST_VARIABLE = 100_000;

  private final Plan plan;

  WorkSteps(Plan plan) {
    this.plan = plan;
  }

  /** The name of the actor. */
  String actor() {
    return switch (plan.brief().execution()) {
      case Work.Plain(), Work.Undo _, Work.BySubplans _, Work.Splitter _ -> "none";
      case Work.ByCommand command -> command.actor();
      case Work.ByScript script -> script.actor();
      case Work.ByModel model -> model.actor();
    };
  }

  /** The steps of the work itself. */
  List<WorkStep> main() {
    return switch (plan.brief().execution()) {
      case Work.Plain(), Work.Undo _, Work.ByModel _, Work.Splitter _ -> List.of();
      case Work.ByCommand command -> List.of(run(command.line(), command, ""));
      case Work.ByScript scripted -> steps(scripted.script().execute());
      case Work.BySubplans _ -> List.of(new WorkStep.Merge());
    };
  }

  /** The steps that repair findings; empty if the actor has none. */
  List<WorkStep> against(String findings) {
    return switch (plan.brief().execution()) {
      case Work.Plain(), Work.Undo _, Work.ByModel _, Work.Splitter _ -> List.of();
      case Work.ByCommand command -> {
        String line = command.lineAgainstFindings();
        yield line == null ? List.of() : List.of(run(line, command, findings));
      }
      case Work.ByScript scripted -> steps(scripted.script().onFindings());
      case Work.BySubplans subplans -> {
        Work.ByCommand by = repairer(subplans) instanceof Work.ByCommand it ? it : null;
        yield by == null ? List.of() : List.of(run(by.line(), by, findings));
      }
    };
  }

  /**
   * Who repairs the merged files of subplans: the command for it; without one, if the plan is to
   * repair a clash, the first actor of a subplan that can use findings. Null if there is none.
   */
  static @Nullable Work repairer(Work.BySubplans split) {
    if (split.fix() != null || split.clash() != ClashPolicy.REPAIR) {
      return split.fix();
    }
    for (Subplan each : split.subplans()) {
      if (each.work() instanceof Work.ByModel model) {
        return model;
      }
      if (each.work() instanceof Work.ByCommand command && command.lineAgainstFindings() != null) {
        return command.with(command.lineAgainstFindings(), null);
      }
    }
    return null;
  }

  private WorkStep run(String line, Work.ByCommand command, String findings) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("AGENTS_GOAL", end(plan.kind().goal()));
    variables.put("AGENTS_FILE", file());
    variables.put("AGENTS_FINDINGS", end(findings));
    WorkPlace place = plan.brief().place();
    // The output of checks contains times: a person approves the line, not these findings.
    ToolCall<?> shown = RunCommandTool.call(filled(line, "…"));
    return new WorkStep.UseTool(
        new Script.UseTool(RunCommandTool.call(filled(line, end(findings))), place.resource()),
        new Standpoint(1, null, shown, false),
        new CommandEnvironment(variables, command.passedOn(), command.deadline(), place.folder()),
        command.output(),
        1 + command.retries());
  }

  private String filled(String line, String findings) {
    return Template.ofOnly(CommandActor.PLACEHOLDERS, line)
        .fillCommandLine(Map.of("goal", plan.kind().goal(), "file", file(), "findings", findings));
  }

  /** The file that the plan is about; empty if it is about none. */
  private String file() {
    Part part = plan.brief().part();
    return part == null || part.file() == null ? "" : part.file();
  }

  private static String end(String text) {
    String plain = text.replace('\0', '?');
    return plain.length() <= LONGEST_VARIABLE
        ? plain
        : plain.substring(plain.length() - LONGEST_VARIABLE);
  }

  private static List<WorkStep> steps(List<Script.Step> script) {
    CommandEnvironment environment = CommandEnvironment.within(SCRIPTED_COMMAND_DEADLINE);
    List<WorkStep> steps = new ArrayList<>();
    int calls = 0;
    Double confidence = null;
    for (Script.Step step : script) {
      switch (step) {
        case Script.UseTool use -> {
          calls++;
          Standpoint standpoint = new Standpoint(calls, confidence, use.call(), false);
          steps.add(new WorkStep.UseTool(use, standpoint, environment));
        }
        case Script.Control control -> {
          confidence = control instanceof Script.Decide it ? it.choice().confidence() : confidence;
          steps.add(new WorkStep.Control(control));
        }
      }
    }
    return steps;
  }
}

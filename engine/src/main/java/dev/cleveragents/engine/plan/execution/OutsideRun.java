package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.outside.AgentOutput;
import dev.cleveragents.engine.outside.AgentReport;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.exec.LiveOutput;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a command. If it is a coding agent whose output can be read, its progress and its end
 * become events of the plan, and its cost is counted; otherwise nothing is done.
 */
final class OutsideRun {

  private static final Logger log = LoggerFactory.getLogger(OutsideRun.class);

  private final ToolStepRunner.StepSite site;
  private final PlanRecorder recorder;
  private final OutsideCost cost;
  private final @Nullable AgentOutput output;

  OutsideRun(
      WorkStep.UseTool step,
      ToolStepRunner.StepSite site,
      PlanRecorder recorder,
      OutsideCost cost) {
    this.site = site;
    this.recorder = recorder;
    this.cost = cost;
    this.output =
        step.output() == null
            ? null
            : new AgentOutput(step.output(), this::progress, TimeSource.system());
  }

  private void progress(String line, int skipped) {
    Map<String, @Nullable Object> data =
        AuditEvent.data("step", site.number(), "agent", site.actor(), "what", line);
    if (skipped > 0) {
      data.put("skipped", skipped);
    }
    recorder.store(
        recorder.change((moves, stored) -> moves.append("agent.progress", stored, data)));
  }

  /** Prepares the run: creates the agent's folders, and tells it how much it may spend. */
  CommandEnvironment prepared(CommandEnvironment environment) {
    if (output == null) {
      return environment;
    }
    String home = System.getenv("HOME");
    if (home != null && home.startsWith("/")) {
      StateFolders.create(output.folders(), Path.of(home), site.group().all());
    }
    return cost.dollarsLeft(site.actor())
        .map(dollars -> environment.with(Map.of("AGENTS_BUDGET", dollars)))
        .orElse(environment);
  }

  /** Hears what the agent prints; empty if its output is for people. */
  Optional<LiveOutput> live() {
    return Optional.ofNullable(output);
  }

  /** The result with the agent's own words instead of its output, which is for programs. */
  ToolResult explained(ToolResult result) {
    return output == null || output.report().summary().isEmpty()
        ? result
        : new ToolResult(
            result.succeeded(),
            result.timedOut(),
            result.message(),
            output.report().summary(),
            result.took());
  }

  /** The effects of its end: its event and its cost, to be stored with the end of the step. */
  Effects ended() {
    return ended(false);
  }

  /** The same of a run whose step has failed. */
  Effects failed() {
    return ended(true);
  }

  private Effects ended(boolean failed) {
    return output == null ? Effects.none() : ended(output.report(), failed);
  }

  private Effects ended(AgentReport report, boolean failed) {
    Map<String, @Nullable Object> data =
        AuditEvent.data(
            "role", OutsideCost.ROLE,
            "agent", site.actor(),
            "step", site.number(),
            "failed", failed,
            "summary", PlanRecorder.shortly(recorder.redacted(report.summary())));
    data.put("answer", PlanRecorder.answer(recorder.redacted(report.summary())));
    if (report.hasCost()) {
      ModelUsage usage = report.usage();
      data.put("input", usage.input() + usage.cacheWrite());
      data.put("cached", usage.cacheRead());
      data.put("output", usage.output());
    }
    if (report.money() != null) {
      data.put("cost", report.money().toDollars().toPlainString());
    }
    return recorder
        .change((moves, stored) -> moves.append("agent.ended", stored, data))
        .and(cost.counted(recorder, site.actor(), report));
  }

  /** Counts the cost of a run that was cancelled, if this worker still has the plan. */
  void cancelled() {
    if (output != null && output.report().hasCost()) {
      try {
        recorder.store(cost.counted(recorder, site.actor(), output.report()));
      } catch (RuntimeException e) {
        log.warn("The cost of a cancelled run of {} is not counted", site.actor(), e);
      }
    }
  }

  /**
   * Throws if the agent stopped because its budget is spent.
   *
   * @throws dev.cleveragents.engine.budget.BudgetSpentException so that the plan waits for more
   */
  void requireBudget() {
    if (output != null && output.report().outOfBudget()) {
      cost.refuse(site.actor());
    }
  }
}

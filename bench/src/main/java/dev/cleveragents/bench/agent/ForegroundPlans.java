package dev.cleveragents.bench.agent;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.Config;
import dev.cleveragents.runtime.ModelAccess;
import dev.cleveragents.runtime.PlanRun;
import dev.cleveragents.runtime.PlanWatcher;
import dev.cleveragents.workspace.PlanId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Plans that models carry out and apply in this process, on SQLite, with all settings' defaults.
 */
final class ForegroundPlans implements AutoCloseable {

  private static final CancellationToken GO = CancellationToken.none();
  private static final int MOST_EVENTS = 100_000;

  private final CleverAgents agents;

  /**
   * @param variables the addresses and keys of providers
   */
  ForegroundPlans(Path home, Map<String, String> variables) {
    Config config = Config.inHome(home);
    this.agents =
        CleverAgents.open(
            new Config(
                config.home(),
                config.store(),
                false,
                config.bounds(),
                config.plans(),
                config.context(),
                new ModelAccess(variables, config.models().perPlan(), config.models().perDay())));
  }

  /** The model that answers from this recording. */
  ModelName recording(Path file) {
    return agents.models().addRecording(file);
  }

  /** Lets a model work on the project in this folder, and applies the result. */
  PlanId carryOut(Path project, ModelName model, PlanWatcher watcher)
      throws IOException, InterruptedException {
    Plan plan =
        agents
            .plans()
            .use(
                agents
                    .drafts()
                    .ofGoal(
                        agents.projects().open(project),
                        MixedTask.GOAL,
                        new Doer.Model(model, false, List.of()),
                        null,
                        List.of()),
                GO);
    PlanRun run = agents.watching(plan.id(), watcher);
    require(agents.work(run, GO), PlanState.COMPLETE);
    agents.plans().apply(plan.id());
    require(agents.work(run, GO), PlanState.APPLIED);
    return plan.id();
  }

  private void require(Plan plan, PlanState state) throws IOException {
    if (plan.status().state() != state) {
      throw new IOException(
          "The plan is %s: %s".formatted(plan.status().stage(), events(plan.id()).getLast()));
    }
  }

  /** What happened to a plan, in order. */
  List<AuditEntry> events(PlanId plan) {
    return agents.log().tail(EventFilter.ofPlan(plan), MOST_EVENTS);
  }

  @Override
  public void close() {
    agents.close();
  }
}

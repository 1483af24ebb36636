package dev.cleveragents.runtime;

import dev.cleveragents.context.strategy.PastPlan;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import java.util.List;
import java.util.Locale;

/** The plans before one on its project, as those who decide something should know them. */
final class PastPlans {

  private static final int MOST = 100;

  private final PlanService plans;
  private final Changesets changesets;

  PastPlans(PlanService plans, Changesets changesets) {
    this.plans = plans;
    this.changesets = changesets;
  }

  List<PastPlan> before(PlanId asking) {
    Plan own = plans.require(asking);
    return plans.list(own.kind().project(), MOST).stream()
        .filter(plan -> !plan.id().equals(asking))
        .filter(plan -> plan.standing().state().isTerminal())
        .map(plan -> past(plan, own))
        .toList();
  }

  private PastPlan past(Plan plan, Plan own) {
    return new PastPlan(
        plan.id().toString(),
        plan.kind().goal(),
        plan.standing().state().name().toLowerCase(Locale.ROOT),
        plans.decisions(plan.id()).stream().map(PastPlans::sentence).toList(),
        changesets.net(plan.id()).stream().map(Change::path).distinct().toList(),
        plan.times().moved(),
        plan.id().equals(own.kind().parent()));
  }

  private static String sentence(Decision decision) {
    return decision.choice().question() + " " + decision.choice().chosen();
  }
}

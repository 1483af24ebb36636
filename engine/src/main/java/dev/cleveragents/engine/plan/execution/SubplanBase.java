package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.SubplanResults;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief.Part;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.LeaseFence;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.merge.Conflict;
import dev.cleveragents.workspace.merge.Merged;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The base of a subplan that depends on others: the base of its parent, with the merged results of
 * all that it depends on, also through others. In sequential order it depends on all before it. The
 * base is made before the first step and then stays.
 */
final class SubplanBase {

  private final PlanServices services;
  private final AsyncJob job;
  private final CancellationToken token;

  SubplanBase(PlanServices services, AsyncJob job, CancellationToken token) {
    this.services = services;
    this.job = job;
    this.token = token;
  }

  /** The plan with its base. */
  Plan prepared(Plan plan) throws InterruptedException {
    PlanId parentId = plan.kind().parent();
    if (parentId == null || plan.status().counters().stepsDone() > 0) {
      return plan;
    }
    Plan parent = services.database().read(it -> new PlanRows(it).require(parentId));
    List<Plan> needed = services.database().read(it -> neededBy(plan, parent, it));
    if (needed.isEmpty() || !plan.brief().targets().equals(parent.brief().targets())) {
      return plan;
    }
    List<Target> targets = new ArrayList<>();
    for (Target target : parent.brief().targets()) {
      Merged merged =
          services
              .sandboxes()
              .mergedBase(
                  plan.id(),
                  target.resource(),
                  target.base(),
                  SubplanResults.of(needed, target.resource().name()),
                  token);
      if (!merged.isComplete()) {
        throw new PhaseFailedException(
            "conflict",
            "The subplans that it depends on conflict in %s"
                .formatted(
                    merged.conflicts().stream()
                        .map(Conflict::path)
                        .collect(Collectors.joining(", "))),
            false,
            "Let one of them depend on the other, and plan again");
      }
      targets.add(target.on(merged.tree()));
    }
    new LeaseFence(services.jobs(), job.lease())
        .write(
            new PlanRecorder(services, plan.id(), job)
                .change(
                    (moves, stored) ->
                        moves.restate(
                            stored,
                            stored.with(stored.brief().on(targets)),
                            "subplan.based",
                            AuditEvent.data("on", needed.size()))));
    return services.database().read(it -> new PlanRows(it).require(plan.id()));
  }

  /** All subplans that one depends on, in the order of merging. */
  private static List<Plan> neededBy(Plan plan, Plan parent, Transaction transaction) {
    List<SubplanRow> all = Subplans.of(transaction, parent);
    Map<String, SubplanRow> byName = new HashMap<>();
    all.forEach(it -> byName.put(it.name(), it));
    Set<PlanId> needed = new HashSet<>();
    all.stream()
        .filter(it -> it.id().equals(plan.id()))
        .forEach(it -> addNeeded(it, byName, needed));
    Part part = plan.brief().part();
    if (part != null && part.rules().mode() == SubplanRules.Mode.SEQUENTIAL) {
      all.stream()
          .takeWhile(it -> !it.id().equals(plan.id()))
          .filter(it -> it.progress() == Progress.COMPLETE)
          .forEach(it -> needed.add(it.id()));
    }
    return all.stream()
        .filter(it -> needed.contains(it.id()))
        .map(it -> new PlanRows(transaction).require(it.id()))
        .toList();
  }

  private static void addNeeded(
      SubplanRow subplan, Map<String, SubplanRow> byName, Set<PlanId> needed) {
    for (String name : subplan.dependsOn()) {
      SubplanRow other = byName.get(name);
      if (other != null && needed.add(other.id())) {
        addNeeded(other, byName, needed);
      }
    }
  }
}

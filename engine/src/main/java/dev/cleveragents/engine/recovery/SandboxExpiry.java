package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the sandboxes of plans that ended long ago, and releases the bases of these plans. One
 * that holds unrecorded work stays.
 *
 * @param keep how long those of applied and cancelled plans stay; those of failed plans stay
 *     {@value #FAILED_TIMES} times as long
 */
record SandboxExpiry(
    SandboxService service, SandboxManager sandboxes, PlanService plans, Duration keep) {

  private static final Logger log = LoggerFactory.getLogger(SandboxExpiry.class);
  private static final int FAILED_TIMES = 7;

  /** Removes them; returns how many went. */
  int remove(Instant now, CancellationToken token) throws InterruptedException {
    int removed = 0;
    Set<PlanId> cleared = new LinkedHashSet<>();
    for (SandboxRecord sandbox : sandboxes.inventory().all()) {
      token.throwIfCancelled();
      Plan plan = plans.get(sandbox.plan()).orElse(null);
      if (plan == null || !isExpired(plan, now)) {
        continue;
      }
      try {
        service.remove(sandbox.id(), false, token);
        removed++;
        cleared.add(plan.id());
      } catch (OperationException | GitException e) {
        log.debug("Sandbox {} stays", sandbox.id(), e);
      }
    }
    for (PlanId id : cleared) {
      release(plans.require(id), token);
    }
    return removed;
  }

  private boolean isExpired(Plan plan, Instant now) {
    Duration stay =
        switch (plan.status().state()) {
          case APPLIED, CANCELLED -> keep;
          case ERRORED -> keep.multipliedBy(FAILED_TIMES);
          case QUEUED, PROCESSING, WAITING, COMPLETE, CONSTRAINED -> null;
        };
    return stay != null && plan.times().moved().plus(stay).isBefore(now);
  }

  /** A plan that has ended and has no sandbox left needs its base no more. */
  private void release(Plan plan, CancellationToken token) throws InterruptedException {
    boolean left = sandboxes.inventory().all().stream().anyMatch(it -> it.plan().equals(plan.id()));
    if (!plan.status().state().isTerminal() || left) {
      return;
    }
    sandboxes.inventory().removeEmptyFolder(plan.id());
    for (PlanBrief.Target target : plan.brief().targets()) {
      try {
        sandboxes.unpin(List.of(plan.id()), target.resource(), token);
      } catch (OperationException | GitException e) {
        log.debug("The base of plan {} stays pinned", plan.id(), e);
      }
    }
  }
}

package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WakeSignal;
import dev.cleveragents.kernel.worker.WorkerHealthReport;
import dev.cleveragents.store.Database.Listening;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Follows one plan until it is at rest: it has ended, has failed, or waits for the user. Any
 * process may work on it; {@link #workOff} pauses it on an interrupt. The plan is read when the
 * store has news, whichever process stored it, and once a second in case a wake-up is lost.
 */
public final class PlanRun {

  /** How often the plan is read when no wake-up arrives. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** How soon it is read again when many arrive. */
  private static final Duration LOOK_APART = Duration.ofMillis(50);

  private static final Duration TICK_EVERY = Duration.ofMillis(200);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(30);
  private static final int AT_ONCE = 500;

  /** After this time the lease has expired, and the work was stopped. */
  private static final Duration STORE_ANSWERS_WITHIN = Duration.ofSeconds(30);

  private final PlanService plans;
  private final AuditLog log;
  private final PlanId id;
  private final PlanWatcher watcher;
  private final Duration lookEvery;
  private final WakeSignal news = new WakeSignal();
  private long seen;
  private long lookedAt;

  PlanRun(PlanService plans, AuditLog log, PlanId id, PlanWatcher watcher) {
    this(plans, log, id, watcher, LOOK_EVERY);
  }

  PlanRun(PlanService plans, AuditLog log, PlanId id, PlanWatcher watcher, Duration lookEvery) {
    this.plans = plans;
    this.log = log;
    this.id = id;
    this.watcher = watcher;
    this.lookEvery = lookEvery;
  }

  /** The plan that is followed. */
  public PlanId plan() {
    return id;
  }

  /** Skips the events so far. */
  public PlanRun fromNowOn() {
    log.tail(EventFilter.ofPlan(id), 1).forEach(entry -> seen = entry.position());
    return this;
  }

  /**
   * Follows the plan; an interrupt only ends that. Returns the plan in its latest state.
   *
   * @param isAbandoned whether nothing moves the plan any more, which ends it too
   */
  Plan watch(CancellationToken interrupt, Predicate<Plan> isAbandoned) throws InterruptedException {
    try (Listening _ = log.onNews(news::wake);
        CallbackRegistration _ = interrupt.onCancel(_ -> news.wake())) {
      Plan plan = look();
      while (!plans.isAtRest(plan) && !interrupt.isCancelled() && !isAbandoned.test(plan)) {
        plan = next(plan);
      }
      return plan;
    }
  }

  /** Waits a little; returns the plan in its present state if there was news. */
  private Plan next(Plan plan) throws InterruptedException {
    if (!news.await(TICK_EVERY) && System.nanoTime() - lookedAt < lookEvery.toNanos()) {
      watcher.ticked(plan);
      return plan;
    }
    CancellationToken.none()
        .await(LOOK_APART.minus(Duration.ofNanos(System.nanoTime() - lookedAt)));
    return look();
  }

  /**
   * Follows the plan while this worker runs it; an interrupt pauses the plan and waits until it has
   * stopped.
   *
   * @throws OperationException if the store has not answered for so long that the work was stopped
   */
  Plan workOff(AsyncWorker worker, CancellationToken interrupt) throws InterruptedException {
    try (worker;
        Listening _ = log.onNews(news::wake);
        CallbackRegistration _ = interrupt.onCancel(_ -> news.wake())) {
      Plan plan = look();
      boolean troubled = false;
      long began = System.nanoTime();
      while (!plans.isAtRest(plan) && !interrupt.isCancelled()) {
        plan = next(plan);
        Duration working = Duration.ofNanos(System.nanoTime() - began);
        troubled = isTroubled(worker.health(), working, troubled);
      }
      if (plans.isAtRest(plan)) {
        return plan;
      }
      plan = plans.pause(id);
      long end = System.nanoTime() + STOPS_WITHIN.toNanos();
      while (plans.isProcessing(plan) && System.nanoTime() - end < 0) {
        plan = next(plan);
      }
      return plan;
    }
  }

  /**
   * Whether the store fails at present.
   *
   * @param working how long the worker has been running, which is the silence of a store that never
   *     answered, such as one that a frozen process has locked
   * @throws OperationException if it has been silent for so long that the work was stopped
   */
  boolean isTroubled(WorkerHealthReport health, Duration working, boolean reported) {
    if (health.errorsInARow() == 0 || health.lastError() == null) {
      return false;
    }
    String error = health.lastError().replaceFirst("^[\\w.$]+(Exception|Error): ", "");
    Duration silence = health.sinceBeat() == null ? working : health.sinceBeat();
    if (silence.compareTo(STORE_ANSWERS_WITHIN) > 0) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "The store has not answered for %d s, so the work was stopped: %s"
              .formatted(silence.toSeconds(), error),
          "Stored work is kept; fix the store, then resume the plan",
          NextAction.of(Verb.RESUME_PLAN, id));
    }
    if (!reported) {
      watcher.troubled(error);
    }
    return true;
  }

  /** Reports the events since the last call; returns the plan in its present state. */
  public Plan look() {
    lookedAt = System.nanoTime();
    Plan plan = plans.require(id);
    List<AuditEntry> news = log.log(EventFilter.ofPlan(id), seen, AT_ONCE);
    while (!news.isEmpty()) {
      news.forEach(watcher::happened);
      seen = news.getLast().position();
      news = log.log(EventFilter.ofPlan(id), seen, AT_ONCE);
    }
    List<SubplanNode> subplans = plans.below(plan);
    if (!subplans.isEmpty()) {
      watcher.subplans(subplans);
    }
    watcher.updated(plan);
    return plan;
  }
}

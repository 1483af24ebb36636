package dev.cleveragents.runtime;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.runtime.QueueStatus.Session;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who works on a plan that is queued or running.
 *
 * @param pid the process that began and is gone; 0 if there was none
 */
public record PlanOwner(State state, long pid) {

  /** Whether anything happens without the user. */
  public enum State {
    /** A live worker has the plan, or will take it. */
    WORKER,
    /** The process that worked on it is gone, and there is no other worker. */
    INTERRUPTED,
    /** It is queued, and there is no worker. */
    NO_WORKER,
    /** Nothing is to be done: the plan has ended or waits for the user. */
    AT_REST
  }

  static PlanOwner of(Plan plan, Jobs jobs) {
    if (plan.status().isAtRest() || plan.status().state() == PlanState.COMPLETE) {
      return new PlanOwner(State.AT_REST, 0);
    }
    List<Session> sessions = jobs.sessions();
    if (sessions.stream().anyMatch(session -> !session.gone())) {
      return new PlanOwner(State.WORKER, 0);
    }
    Optional<AsyncJob> job = Optional.ofNullable(plan.job()).flatMap(jobs::get);
    boolean running = job.filter(it -> it.status() == AsyncJobStatus.RUNNING).isPresent();
    return running || plan.status().state() == PlanState.PROCESSING
        ? new PlanOwner(State.INTERRUPTED, job.map(it -> pid(it, sessions)).orElse(0L))
        : new PlanOwner(State.NO_WORKER, 0);
  }

  private static long pid(AsyncJob job, List<Session> sessions) {
    String owner = String.valueOf(job.owner());
    return sessions.stream()
        .filter(session -> session.id().equals(owner))
        .mapToLong(Session::pid)
        .findFirst()
        .orElse(0);
  }

  /** What the user should know; null if a worker has the plan, or it is at rest. */
  public @Nullable String problem() {
    return switch (state) {
      case WORKER, AT_REST -> null;
      case INTERRUPTED ->
          pid == 0
              ? "interrupted (its process is gone)"
              : "interrupted (process %d is gone)".formatted(pid);
      case NO_WORKER -> "no worker runs";
    };
  }
}

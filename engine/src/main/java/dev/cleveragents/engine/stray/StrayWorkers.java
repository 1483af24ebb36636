package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.WorkerSession;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.util.List;

/**
 * Workers whose process is gone while the store still takes them for alive, so that their plans
 * seem to be worked on. Ended as any worker would end them: by one write on the beat that was seen.
 */
record StrayWorkers(DatabaseJobStore jobs) implements Hunt {

  @Override
  public List<Found> look(CancellationToken token) {
    return new Owners(jobs).dead().stream().map(this::found).toList();
  }

  private Found found(WorkerSession session) {
    return new Found(
        Stray.clearable(
            Stray.Kind.WORKER,
            "%s (process %d)".formatted(session.worker(), session.process().pid()),
            session.running() == 0
                ? "its process is gone"
                : "its process is gone; what it worked on goes back to the queue"),
        _ -> end(session));
  }

  private void end(WorkerSession session) {
    if (!jobs.endSession(session.id(), session.beat()).ended()) {
      throw PlanException.conflict("it has given a sign of life", null);
    }
  }
}

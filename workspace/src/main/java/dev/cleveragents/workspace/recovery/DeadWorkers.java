package dev.cleveragents.workspace.recovery;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.OperationException;
import java.util.List;

/**
 * Workers whose process is gone while the store still takes them for alive, so that their plans
 * seem to be worked on. Ended as any worker would end them: by one write on the beat that was seen.
 */
public record DeadWorkers(DatabaseJobStore jobs) implements OrphanFinder {

  @Override
  public List<Found> look(CancellationToken token) {
    return new LeaseOwners(jobs).dead().stream().map(this::found).toList();
  }

  private Found found(WorkerSession session) {
    return new Found(
        Orphan.clearable(
            Orphan.Kind.WORKER,
            "%s (process %d)".formatted(session.worker(), session.process().pid()),
            session.running() == 0
                ? "its process is gone"
                : "its process is gone; what it worked on goes back to the queue"),
        _ -> end(session));
  }

  private void end(WorkerSession session) {
    if (!jobs.endSession(session.id(), session.beat()).ended()) {
      throw OperationException.conflict("it has sent a heartbeat meanwhile", null);
    }
  }
}

package dev.cleveragents.workspace.sandbox.store;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.LeaseFence;
import dev.cleveragents.workspace.OperationException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of the sandboxes of running plans, written in the name of their leases: a worker that
 * has lost that writes nothing. A state moves by one conditional write.
 */
public record LeasedSandboxRows(Database database, DatabaseJobStore jobs) {

  private static final Logger log = LoggerFactory.getLogger(LeasedSandboxRows.class);

  /** Stores a new one and marks those that earlier owners of the plan left as errored. */
  public void insert(SandboxRecord row, Lease lease) {
    fenced(
        lease,
        rows -> {
          rows.retireOthers(row.plan(), row.resource(), lease, row.createdAt());
          rows.insert(row, lease);
        });
  }

  /** Gives a waiting sandbox to a new owner; says whether it still waited. */
  public boolean claim(SandboxRecord row, Lease lease) {
    Instant now = now();
    AtomicBoolean taken = new AtomicBoolean();
    fenced(
        lease,
        rows -> {
          taken.set(rows.claim(row.id(), lease, now));
          rows.retireOthers(row.plan(), row.resource(), lease, now);
        });
    return taken.get();
  }

  /**
   * Moves one.
   *
   * @throws OperationException if it is not in that state any more
   */
  public void move(Lease lease, SandboxId id, SandboxState from, SandboxState to) {
    Instant now = now();
    fenced(
        lease,
        rows -> {
          if (!rows.move(id, from, to, now)) {
            throw OperationException.conflict(
                "Sandbox %s is not %s any more and cannot become %s".formatted(id, from, to), null);
          }
        });
  }

  /**
   * Marks a sandbox that could not be made as errored; the next owner does it if the lease is over.
   */
  public void markErrored(SandboxRecord row, Lease lease) {
    try {
      move(lease, row.id(), row.state(), SandboxState.ERRORED);
    } catch (RuntimeException e) {
      log.debug("Sandbox {} was not made, and its row does not say so yet", row.id(), e);
    }
  }

  public Instant now() {
    return database.clock().now();
  }

  private void fenced(Lease lease, Consumer<SandboxRows> write) {
    new LeaseFence(jobs, lease)
        .write(DatabaseUnit.writing(transaction -> write.accept(new SandboxRows(transaction))));
  }
}

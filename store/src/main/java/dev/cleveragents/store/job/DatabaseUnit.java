package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The unit of a {@link DatabaseJobStore}: effects can enqueue jobs and write to the database in the
 * transaction of the move. Confined to one thread; it ends with the move.
 */
public final class DatabaseUnit implements Effects.Unit {

  private final AsyncJob job;
  private final Transaction transaction;
  private final List<JobSpec> enqueued = new ArrayList<>();
  private boolean over;

  DatabaseUnit(AsyncJob job, Transaction transaction) {
    this.job = job;
    this.transaction = transaction;
  }

  /** Effects that write to the database, for jobs in a {@link DatabaseJobStore}. */
  public static Effects writing(Consumer<Transaction> write) {
    return storing(unit -> write.accept(unit.transaction()));
  }

  /** Effects that write to the database and may enqueue jobs, in a {@link DatabaseJobStore}. */
  public static Effects storing(Consumer<DatabaseUnit> write) {
    return unit -> write.accept((DatabaseUnit) unit);
  }

  @Override
  public AsyncJob job() {
    return job;
  }

  @Override
  public void enqueue(JobSpec spec) {
    requireOpen();
    PlainText.require(spec);
    enqueued.add(spec);
  }

  /** The transaction of the move. */
  public Transaction transaction() {
    requireOpen();
    return transaction;
  }

  /** Runs the effects and returns the jobs that they enqueue. */
  List<JobSpec> run(Effects effects) {
    try {
      effects.run(this);
    } finally {
      over = true;
    }
    return enqueued;
  }

  private void requireOpen() {
    if (over) {
      throw new IllegalStateException(
          "The move of job " + job.id() + " has ended: its unit can store nothing more");
    }
  }
}

package dev.cleveragents.store;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.Transaction.SqlFailure;
import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.Dialect.BatchId;
import dev.cleveragents.store.connection.ErrorKind;
import dev.cleveragents.store.connection.SqlConnection;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The group-commit writer: one platform thread, one connection, one transaction at a time.
 *
 * <pre>
 *   callers ──▶ queue ──▶ up to 1,000 units ──▶ BEGIN · all units · id of the batch · COMMIT ──▶ answers
 *                              ▲                    │ a unit fails: again without it, then it alone;
 *                              │                    │   more of them fail: the rest in two halves
 *                              │                    │ busy, deadlock, connection lost: again
 *                              └────────────────────┘ answer of the commit lost: looked up by the id
 * </pre>
 *
 * <p>The writer never waits for more units: those that arrive during one commit are the next batch.
 * A caller gets its answer after the commit that stored its unit, or an error if nothing was
 * stored. Only if the database stays unreachable after a lost commit does the caller get an unknown
 * outcome.
 */
final class GroupCommitWriter implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(GroupCommitWriter.class);

  /** The most units in one transaction, so that no caller waits for a very long queue. */
  private static final int MOST_UNITS = 1_000;

  private final String self;
  private final Dialect dialect;
  private final Resources resources;
  private final UnitQueue queue;
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable SqlConnection link;
  private @Nullable String lastCommit;

  /** Opens the connection of a lane. */
  interface Connector {
    SqlConnection connect() throws SQLException;
  }

  /**
   * What a lane needs besides its queue.
   *
   * @param ids generates the ids of batches
   * @param answers delivers the answers
   * @param log checkpoints a large log, for a SQLite file
   * @param file nothing is acknowledged once it is gone
   */
  record Resources(
      Connector connector,
      UlidGenerator ids,
      AnswerDelivery answers,
      Optional<WalCheckpointer> log,
      OpenedFile file) {}

  /**
   * @param self the name of this process in its announcements
   */
  GroupCommitWriter(String self, Dialect dialect, Resources resources, UnitQueue queue) {
    this.self = self;
    this.dialect = dialect;
    this.resources = resources;
    this.queue = queue;
  }

  void put(PendingUnit<?, ?> unit) {
    queue.put(unit);
  }

  <I> void putAll(List<? extends PendingUnit<I, ?>> units) {
    queue.putAll(units);
  }

  /** The loop of the lane's thread; returns once it is closed and all units are answered. */
  void run() {
    try {
      for (List<PendingUnit<?, ?>> units = queue.take(MOST_UNITS);
          !units.isEmpty();
          units = queue.take(MOST_UNITS)) {
        store(new UnitBatch(resources.ids.next().toString(), units));
      }
    } catch (InterruptedException e) {
      queue.close();
    } finally {
      disconnect();
      queue.failAll();
    }
  }

  /** Accepts no more units. Waiting units are still stored if the database answers. */
  @Override
  public void close() {
    queue.close();
    closing.countDown();
  }

  private void store(UnitBatch batch) throws InterruptedException {
    RetryPauses pauses = new RetryPauses();
    while (!batch.units.isEmpty()) {
      try {
        storeOnce(batch);
        return;
      } catch (UnitBatch.FailedUnit e) {
        batch.units.remove(e.unit());
        if (batch.units.isEmpty()) {
          e.unit().fail(e.reason());
        } else {
          // A unit that failed among others must also fail alone before its caller is told.
          storeAll(batch.afterFailure(resources.ids));
          store(new UnitBatch(resources.ids.next().toString(), List.of(e.unit())));
          return;
        }
      } catch (SQLException e) {
        afterError(batch, e, pauses);
      } catch (StoreException e) {
        batch.fail(batch.outcomeUnknown ? ErrorMessages.unknownOutcome(dialect, e) : e);
      } catch (Throwable e) {
        disconnect();
        if (batch.units.size() > 1 && !batch.outcomeUnknown) {
          storeSingly(batch);
          return;
        }
        batch.fail(
            batch.outcomeUnknown
                ? ErrorMessages.unknownOutcome(dialect, e)
                : new StoreException(Kind.FAILED, "The store failed: " + e, e));
      }
    }
  }

  private void storeAll(List<UnitBatch> batches) throws InterruptedException {
    for (UnitBatch batch : batches) {
      store(batch);
    }
  }

  /** After an error that cannot be attributed to one unit. */
  private void storeSingly(UnitBatch batch) throws InterruptedException {
    for (PendingUnit<?, ?> unit : List.copyOf(batch.units)) {
      store(new UnitBatch(resources.ids.next().toString(), List.of(unit)));
    }
    batch.units.clear();
  }

  private void storeOnce(UnitBatch batch) throws SQLException {
    SqlConnection open = connected();
    if (resources.log.isPresent()) {
      resources.log.get().prepare(open);
    }
    BatchId id = new BatchId(batch.id, lastCommit);
    dialect.beginWrite(open);
    boolean committed = false;
    try {
      boolean stored = dialect.isStored(open, id, batch.outcomeUnknown);
      batch.outcomeUnknown = false;
      if (stored) {
        // The answers prepared then are valid.
        lastCommit = batch.id;
        batch.giveAnswers(resources.answers);
        batch.units.clear();
        return;
      }
      Transaction transaction = new Transaction(open, dialect);
      batch.run(transaction);
      transaction.requireNoError();
      transaction.end();
      boolean hasId = commit(batch, open, id, transaction.announcement(self));
      committed = true;
      if (hasId) {
        lastCommit = batch.id;
      }
    } catch (SqlFailure e) {
      throw e.error();
    } finally {
      if (!committed) {
        rollback(open);
      }
    }
    resources.file.requireThere();
    batch.giveAnswers(resources.answers);
  }

  private boolean commit(
      UnitBatch batch, SqlConnection open, BatchId id, @Nullable String announcement)
      throws SQLException {
    try {
      return dialect.commit(open, id, announcement);
    } catch (SQLException e) {
      batch.outcomeUnknown |= dialect.kindOf(e).isLost();
      throw e;
    } catch (Throwable e) {
      batch.outcomeUnknown = true;
      throw e;
    }
  }

  private void afterError(UnitBatch batch, SQLException error, RetryPauses pauses)
      throws InterruptedException {
    ErrorKind trouble = dialect.kindOf(error);
    if (trouble != ErrorKind.TRANSIENT && trouble != ErrorKind.PERMANENT) {
      disconnect();
    }
    // While the outcome of the commit is unknown, the batch stays together under its id.
    boolean again = trouble.isRetryable() || batch.outcomeUnknown;
    if (!again && batch.units.size() > 1) {
      storeSingly(batch);
      return;
    }
    if (!again) {
      batch.fail(ErrorMessages.explain(dialect, trouble, error));
      return;
    }
    StoreException late =
        batch.outcomeUnknown
            ? ErrorMessages.unknownOutcome(dialect, error)
            : ErrorMessages.explain(dialect, trouble, error);
    long now = System.nanoTime();
    batch.failIf(unit -> unit.deadline - now <= 0, late);
    if (closing.getCount() == 0 && trouble != ErrorKind.TRANSIENT) {
      batch.fail(late);
    }
    Duration wait = pauses.next(trouble);
    log.debug("Trying again in {}: {}", wait, error.getMessage());
    pause(wait.toNanos());
  }

  /** Closing ends a wait; retries after that still pause, so as not to spin. */
  private void pause(long nanos) throws InterruptedException {
    if (closing.getCount() == 0) {
      LockSupport.parkNanos(nanos);
    } else {
      closing.await(nanos, TimeUnit.NANOSECONDS);
    }
  }

  private SqlConnection connected() throws SQLException {
    if (link == null) {
      resources.file.requireThere();
      link = resources.connector.connect();
    }
    return link;
  }

  private void rollback(SqlConnection open) {
    try {
      dialect.rollback(open);
    } catch (SQLException e) {
      disconnect();
    }
  }

  private void disconnect() {
    SqlConnection old = link;
    link = null;
    if (old != null) {
      try {
        old.close();
      } catch (SQLException e) {
        log.debug("A connection could not be closed: {}", e.getMessage());
      }
    }
  }
}

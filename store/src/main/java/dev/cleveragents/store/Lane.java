package dev.cleveragents.store;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.StoreException.Kind;
import dev.cleveragents.store.Transaction.SqlFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The group-commit writer: one platform thread, one connection, one transaction at a time.
 *
 * <pre>
 *   callers ──▶ queue ──▶ up to 500 units ──▶ BEGIN · id of the batch · all units · COMMIT ──▶ answers
 *                              ▲                    │ a unit fails: again without it, then it alone
 *                              │                    │ busy, deadlock, connection lost: again
 *                              └────────────────────┘ answer of the commit lost: looked up by the id
 * </pre>
 *
 * <p>It never waits for more units to come: what gathers during one commit is the next batch. A
 * caller is answered after the commit that stored its unit, or is told that nothing was stored;
 * only when the database stays away after a lost commit is it told that nobody knows.
 */
final class Lane implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Lane.class);

  /** The most units in one transaction: about 10 ms of work. */
  private static final int MOST_UNITS = 500;

  private static final Duration SHORTEST_RETRY = Duration.ofNanos(500_000);
  private static final Duration LONGEST_RETRY = Duration.ofMillis(500);

  /** What a retry waits for while another process writes: it takes turns within milliseconds. */
  private static final Duration LONGEST_TURN = Duration.ofMillis(4);

  private final String name;
  private final Dialect dialect;
  private final Connector connector;
  private final UlidGenerator ids;
  private final UnitQueue queue;
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable Link link;
  private @Nullable String lastCommit;

  /** How a lane gets its connection. */
  interface Connector {
    Link connect() throws SQLException;
  }

  Lane(String name, Dialect dialect, Connector connector, UlidGenerator ids, int queueBound) {
    this.name = name;
    this.dialect = dialect;
    this.connector = connector;
    this.ids = ids;
    this.queue = new UnitQueue(queueBound);
  }

  void put(Pending<?, ?> unit) {
    queue.put(unit);
  }

  /** The thread of the lane; returns once it is closed and everything taken is answered. */
  void run() {
    try {
      for (List<Pending<?, ?>> units = queue.take(MOST_UNITS);
          !units.isEmpty();
          units = queue.take(MOST_UNITS)) {
        store(new Batch(ids.next().toString(), units));
      }
    } catch (InterruptedException e) {
      queue.close();
    } finally {
      disconnect();
      queue.failAll();
    }
  }

  /** Takes no more units. Those that wait are still done, as far as the database answers. */
  @Override
  public void close() {
    queue.close();
    closing.countDown();
  }

  private void store(Batch batch) throws InterruptedException {
    Duration wait = SHORTEST_RETRY;
    while (!batch.units.isEmpty()) {
      try {
        storeOnce(batch);
        return;
      } catch (Batch.FailedUnit e) {
        batch.units.remove(e.unit());
        if (batch.units.isEmpty()) {
          e.unit().fail(e.reason());
        } else {
          // What failed among others must fail alone too before its caller hears of it.
          store(batch);
          store(new Batch(ids.next().toString(), List.of(e.unit())));
          return;
        }
      } catch (SQLException e) {
        wait = afterError(batch, e, wait);
      } catch (StoreException e) {
        batch.fail(batch.outcomeUnknown ? Errors.unknownOutcome(dialect, e) : e);
      } catch (Throwable e) {
        disconnect();
        batch.fail(
            batch.outcomeUnknown
                ? Errors.unknownOutcome(dialect, e)
                : new StoreException(Kind.FAILED, "The store failed: " + e, e));
      }
    }
  }

  private void storeOnce(Batch batch) throws SQLException {
    Link open = connected();
    dialect.beginWrite(open.connection());
    boolean committed = false;
    try {
      Transaction transaction = new Transaction(open, dialect);
      if (isStoredAlready(batch, transaction)) {
        return;
      }
      batch.run(transaction);
      transaction.requireUnbroken();
      transaction.end();
      commit(batch, open);
      committed = true;
    } catch (SqlFailure e) {
      throw e.error();
    } finally {
      if (!committed) {
        rollback(open);
      }
    }
    lastCommit = batch.id;
    batch.giveAnswers();
  }

  /** Stores the batch's id. If it is there, so is the batch, and the answers prepared then hold. */
  private boolean isStoredAlready(Batch batch, Transaction transaction) {
    int stored =
        transaction.update("INSERT INTO commits (id) VALUES (?) ON CONFLICT DO NOTHING", batch.id);
    if (stored == 0) {
      lastCommit = batch.id;
      batch.giveAnswers();
      batch.units.clear();
      return true;
    }
    batch.outcomeUnknown = false;
    if (lastCommit != null) {
      transaction.update("DELETE FROM commits WHERE id = ?", lastCommit);
    }
    return false;
  }

  private void commit(Batch batch, Link open) throws SQLException {
    try {
      dialect.commit(open.connection());
    } catch (SQLException e) {
      batch.outcomeUnknown |= dialect.troubleOf(e) == Trouble.CONNECTION_LOST;
      throw e;
    }
  }

  private Duration afterError(Batch batch, SQLException error, Duration wait)
      throws InterruptedException {
    Trouble trouble = dialect.troubleOf(error);
    if (trouble != Trouble.PASSING && trouble != Trouble.LASTING) {
      disconnect();
    }
    // Until it is known what became of the commit, the batch stays together under its id.
    boolean again =
        trouble == Trouble.PASSING || trouble == Trouble.CONNECTION_LOST || batch.outcomeUnknown;
    if (!again && batch.units.size() > 1) {
      for (Pending<?, ?> unit : List.copyOf(batch.units)) {
        store(new Batch(ids.next().toString(), List.of(unit)));
      }
      batch.units.clear();
      return wait;
    }
    if (!again) {
      batch.fail(Errors.explain(dialect, trouble, error));
      return wait;
    }
    StoreException late =
        batch.outcomeUnknown
            ? Errors.unknownOutcome(dialect, error)
            : Errors.explain(dialect, trouble, error);
    long now = System.nanoTime();
    batch.failIf(unit -> unit.deadline - now <= 0, late);
    if (closing.getCount() == 0 && trouble != Trouble.PASSING) {
      batch.fail(late);
    }
    log.debug("Lane {} tries again in {}: {}", name, wait, error.getMessage());
    closing.await(jitter(wait), TimeUnit.NANOSECONDS);
    Duration longest = trouble == Trouble.PASSING ? LONGEST_TURN : LONGEST_RETRY;
    Duration doubled = wait.multipliedBy(2);
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }

  private static long jitter(Duration wait) {
    return wait.toNanos() / 2 + ThreadLocalRandom.current().nextLong(wait.toNanos() / 2 + 1);
  }

  private Link connected() throws SQLException {
    if (link == null) {
      link = connector.connect();
    }
    return link;
  }

  private void rollback(Link open) {
    try {
      dialect.rollback(open.connection());
    } catch (SQLException e) {
      disconnect();
    }
  }

  private void disconnect() {
    Link old = link;
    link = null;
    if (old != null) {
      try {
        old.close();
      } catch (SQLException e) {
        log.debug("Lane {} could not close its connection: {}", name, e.getMessage());
      }
    }
  }
}

package dev.cleveragents.store;

import dev.cleveragents.store.Transaction.SqlFailure;
import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.ErrorKind;
import dev.cleveragents.store.connection.SqlConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops of the platform threads that read, each with its own connection, so that reads neither
 * wait for writers nor run native code on virtual threads. A read sees one snapshot of the
 * database.
 */
final class ReaderThreads implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ReaderThreads.class);

  /** A read as a unit of work; it runs alone. */
  record Read<T>() implements BatchedWork<Function<Transaction, T>, T> {
    @Override
    public List<T> run(Transaction transaction, List<Function<Transaction, T>> reads) {
      return List.of(reads.getFirst().apply(transaction));
    }
  }

  private final Dialect dialect;
  private final GroupCommitWriter.Connector connector;
  private final OpenedFile file;
  private final UnitQueue queue;
  private final CountDownLatch closing = new CountDownLatch(1);

  ReaderThreads(
      Dialect dialect, GroupCommitWriter.Connector connector, OpenedFile file, int queueBound) {
    this.dialect = dialect;
    this.connector = connector;
    this.file = file;
    this.queue = new UnitQueue(queueBound);
  }

  void put(PendingUnit<?, ?> read) {
    queue.put(read);
  }

  /** The loop of one thread; returns once it is closed. */
  void run() {
    try (Connected connected = new Connected()) {
      for (List<PendingUnit<?, ?>> read = queue.take(1); !read.isEmpty(); read = queue.take(1)) {
        answer(new UnitBatch("", read), connected);
      }
    } catch (InterruptedException e) {
      queue.close();
    }
  }

  @Override
  public void close() {
    queue.close();
    closing.countDown();
  }

  private void answer(UnitBatch read, Connected connected) throws InterruptedException {
    RetryPauses pauses = new RetryPauses();
    while (!read.units.isEmpty()) {
      try {
        file.requireThere();
        readOnce(read, connected.link());
        return;
      } catch (SQLException e) {
        connected.close();
        afterError(read, e, pauses);
      } catch (UnitBatch.FailedUnit e) {
        read.fail(e.reason());
      } catch (Throwable e) {
        read.fail(e);
      }
    }
  }

  private void afterError(UnitBatch read, SQLException error, RetryPauses pauses)
      throws InterruptedException {
    ErrorKind trouble = dialect.kindOf(error);
    boolean again = trouble.isRetryable();
    long now = System.nanoTime();
    read.failIf(
        unit -> !again || unit.deadline - now <= 0 || closing.getCount() == 0,
        ErrorMessages.explain(dialect, trouble, error));
    if (!read.units.isEmpty()) {
      closing.await(pauses.next(trouble).toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void readOnce(UnitBatch read, SqlConnection link) throws SQLException {
    dialect.beginRead(link.connection());
    Transaction transaction = new Transaction(link, dialect);
    try {
      read.run(transaction);
    } catch (SqlFailure e) {
      throw e.error();
    } finally {
      transaction.end();
      dialect.rollback(link);
    }
    read.units.forEach(PendingUnit::give);
  }

  /** The connection of one reading thread, opened when first needed. */
  private final class Connected implements AutoCloseable {
    private @Nullable SqlConnection link;

    SqlConnection link() throws SQLException {
      if (link == null) {
        link = connector.connect();
      }
      return link;
    }

    @Override
    public void close() {
      SqlConnection old = link;
      link = null;
      if (old != null) {
        try {
          old.close();
        } catch (SQLException e) {
          log.debug("A reader could not close its connection: {}", e.getMessage());
        }
      }
    }
  }
}

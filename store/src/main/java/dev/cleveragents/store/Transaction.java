package dev.cleveragents.store;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.ErrorKind;
import dev.cleveragents.store.connection.SqlConnection;
import dev.cleveragents.store.sql.BulkInsert;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowReader;
import dev.cleveragents.store.sql.SqlQuery;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A running transaction: reads see its earlier writes, and either all of its writes are stored or
 * none. It is confined to the thread that received it and ends when that call returns. Statements
 * may contain the marks that {@code Dialect} explains; arguments are strings, numbers, booleans,
 * byte arrays, {@link IdList} or null.
 */
public final class Transaction {

  private final SqlConnection link;
  private final Dialect dialect;
  private final List<Left<?>> last = new ArrayList<>();
  private boolean over;
  private @Nullable SqlFailure failed;
  private boolean announces;
  private boolean hasNews;
  private long announced = Long.MAX_VALUE;

  Transaction(SqlConnection link, Dialect dialect) {
    this.link = link;
    this.dialect = dialect;
  }

  /** Runs a statement that writes; returns the number of affected rows. */
  public int update(String sql, @Nullable Object... arguments) {
    try {
      return open().update(sql, arguments);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /**
   * Runs a statement whose result is not needed, now or at the latest with the commit. An error
   * fails the transaction, possibly only then.
   */
  public void later(String sql, @Nullable Object... arguments) {
    try {
      dialect.later(open(), sql, arguments);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Runs one statement for many rows. */
  public void batch(String sql, List<@Nullable Object[]> rows) {
    if (rows.isEmpty()) {
      return;
    }
    try {
      open().batch(sql, rows);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Stores many rows at once, as {@link #later} does. */
  public void insert(BulkInsert bulk, List<@Nullable Object[]> rows) {
    if (rows.isEmpty()) {
      return;
    }
    try {
      dialect.insert(open(), bulk, rows);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Every row of a result. */
  public <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... arguments) {
    try {
      return open().query(sql, reader, arguments);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** The first row of a result. */
  public <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... arguments) {
    return query(sql, reader, arguments).stream().findFirst();
  }

  /** Every row of two results, which PostgreSQL is asked for in one message. */
  public <A, B> SqlQuery.Both<A, B> queryBoth(SqlQuery<A> first, SqlQuery<B> second) {
    try {
      return dialect.queryBoth(open(), first, second);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Every row of a result. */
  public <T> List<T> query(SqlQuery<T> query) {
    return query(query.sql(), query.reader(), query.arguments().toArray());
  }

  /**
   * Takes the advisory lock of this number, from the next statement until the transaction ends.
   * Does nothing where the database has one writer.
   */
  public void lock(long number) {
    if (!writesAlone()) {
      later("SELECT NULL FROM pg_advisory_xact_lock(" + number + ")");
    }
  }

  /** Announces to other processes, with the commit, the lowest number of all calls. */
  void announce(long number) {
    announced = Math.min(announced, number);
    announces = true;
  }

  /** Announces the commit itself. */
  void announceNews() {
    hasNews = true;
  }

  /** The announcement for the commit, with this process as its sender; null if there is none. */
  @Nullable String announcement(String self) {
    if (announces) {
      return ChangeWatcher.announcement(self, announced);
    }
    return hasNews ? ChangeWatcher.news(self) : null;
  }

  /** Writes all items that were deferred in a transaction. */
  @FunctionalInterface
  public interface Last<T> {
    void write(Transaction transaction, List<T> things);
  }

  /**
   * Defers a write to the end of this transaction, together with other items for the same writer,
   * so that a transaction of many units sends them in one message. The item cannot be read before.
   * A failed write fails the whole transaction, not only the unit.
   *
   * @param writer the same object for items that are written together
   */
  public <T> void leaveToLast(Last<T> writer, T thing) {
    open();
    last.add(new Left<>(writer, thing));
  }

  private record Left<T>(Last<T> writer, T thing) {}

  private void writeLast() {
    Map<Last<?>, List<Left<?>>> byWriter = new LinkedHashMap<>();
    last.forEach(left -> byWriter.computeIfAbsent(left.writer(), _ -> new ArrayList<>()).add(left));
    last.clear();
    byWriter.values().forEach(this::write);
  }

  @SuppressWarnings("unchecked") // things were left together with the writer of their kind
  private <T> void write(List<Left<?>> same) {
    Last<T> writer = (Last<T>) same.getFirst().writer();
    writer.write(this, same.stream().map(left -> (T) left.thing()).toList());
  }

  /** Runs a part in a savepoint: if it throws, only the part is rolled back. */
  public void partly(Runnable part) {
    update("SAVEPOINT part");
    int before = last.size();
    boolean done = false;
    try {
      part.run();
      done = true;
    } finally {
      if (!done) {
        last.subList(before, last.size()).clear();
        link.dropWaiting();
        if (failed != null && dialect.kindOf(failed.error()) == ErrorKind.PERMANENT) {
          failed = null;
        }
        update("ROLLBACK TO SAVEPOINT part");
      }
      update("RELEASE SAVEPOINT part");
    }
  }

  /**
   * Whether no other transaction writes at the same time. Otherwise a transaction must lock the
   * rows about which it decides with {@code {lock}} or another lock.
   */
  public boolean writesAlone() {
    return dialect.hasOneWriter();
  }

  void end() {
    writeLast();
    over = true;
  }

  /** Throws the first database error again, in case a unit of work has caught it. */
  void requireNoError() {
    if (failed != null) {
      throw failed;
    }
  }

  /**
   * After an error no further statement is allowed. SQLite may have rolled back already, and a
   * later statement would be stored alone. PostgreSQL stores nothing of the transaction, and its
   * COMMIT does not report that.
   */
  private SqlFailure failure(SQLException error) {
    failed = new SqlFailure(error);
    return failed;
  }

  private SqlConnection open() {
    requireNoError();
    if (over) {
      throw new IllegalStateException("This transaction has ended: it can no longer read or write");
    }
    return link;
  }

  /** Carries an {@link SQLException} through code that does not declare it. */
  static final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final SQLException error;

    SqlFailure(SQLException error) {
      super(error.getMessage(), error);
      this.error = error;
    }

    SQLException error() {
      return error;
    }
  }
}

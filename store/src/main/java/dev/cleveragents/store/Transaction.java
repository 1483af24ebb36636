package dev.cleveragents.store;

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
 * A transaction under way: reads see what was written before in it, and all of its writes are
 * stored or none. It belongs to the thread it was handed to and is over when that call returns.
 * Statements may hold the marks that {@code Dialect} explains; arguments are strings, numbers,
 * booleans, byte arrays, {@link IdList} or null.
 */
public final class Transaction {

  private final SqlConnection link;
  private final Dialect dialect;
  private final List<Left<?>> last = new ArrayList<>();
  private boolean over;
  private @Nullable SqlFailure broken;
  private boolean announces;
  private long announced = Long.MAX_VALUE;

  Transaction(SqlConnection link, Dialect dialect) {
    this.link = link;
    this.dialect = dialect;
  }

  /** Runs a statement that writes; returns how many rows it touched. */
  public int update(String sql, @Nullable Object... arguments) {
    try {
      return open().update(sql, arguments);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /**
   * Runs a statement whose result is not needed, at the latest with the commit: its errors fail the
   * transaction, and perhaps only then.
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
  public <A, B> Both<A, B> queryBoth(SqlQuery<A> first, SqlQuery<B> second) {
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

  /** The rows of two results. */
  public record Both<A, B>(List<A> first, List<B> second) {}

  /**
   * From the next statement on, where others write too, has the lock of this number to itself until
   * the transaction ends.
   */
  public void lock(long number) {
    if (!writesAlone()) {
      later("SELECT NULL FROM pg_advisory_xact_lock(" + number + ")");
    }
  }

  /** With the commit, tells other processes the lowest of all numbers that are given. */
  void announce(long number) {
    announced = Math.min(announced, number);
    announces = true;
  }

  /** What is to be told with the commit, in the name of this process. */
  @Nullable String announcement(String self) {
    return announces ? ChangeWatcher.announcement(self, announced) : null;
  }

  /** Writes things that have gathered in a transaction, all of them in one go. */
  @FunctionalInterface
  public interface Last<T> {
    void write(Transaction transaction, List<T> things);
  }

  /**
   * Leaves something to be written as the last of this transaction, together with what others have
   * left to the same writer: so a transaction of many units sends it in one message. Nothing of it
   * can be read before. What cannot be written fails the transaction, not only the unit.
   *
   * @param writer the same object for what belongs together
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

  /** Runs a part that is rolled back alone if it throws; the exception reaches the caller. */
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
        if (broken != null && dialect.kindOf(broken.error()) == ErrorKind.PERMANENT) {
          broken = null;
        }
        update("ROLLBACK TO SAVEPOINT part");
      }
      update("RELEASE SAVEPOINT part");
    }
  }

  /**
   * Whether no other transaction writes while this one does. Where it is not so, what a transaction
   * decides about has to be kept with {@code {lock}} or with a lock of its own.
   */
  public boolean writesAlone() {
    return dialect.hasOneWriter();
  }

  void end() {
    writeLast();
    over = true;
  }

  /** Throws again what broke it, if a unit of work has caught that and gone on. */
  void requireUnbroken() {
    if (broken != null) {
      throw broken;
    }
  }

  /**
   * After an error nothing comes next: SQLite may have rolled back already, and whatever came next
   * would be stored by itself; PostgreSQL stores nothing of what was before, and its COMMIT does
   * not say so.
   */
  private SqlFailure failure(SQLException error) {
    broken = new SqlFailure(error);
    return broken;
  }

  private SqlConnection open() {
    requireUnbroken();
    if (over) {
      throw new IllegalStateException("This transaction has ended: it can no longer read or write");
    }
    return link;
  }

  /** An {@link SQLException} on its way through code that declares none. */
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

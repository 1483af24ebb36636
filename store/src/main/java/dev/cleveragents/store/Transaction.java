package dev.cleveragents.store;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction under way: reads see what was written before in it, and all of its writes are
 * stored or none. It belongs to the thread it was handed to and is over when that call returns.
 * Statements may hold the marks that {@code Dialect} explains; arguments are strings, numbers,
 * booleans, byte arrays, {@link Ids} or null.
 */
public final class Transaction {

  private final Link link;
  private final Dialect dialect;
  private boolean over;
  private @Nullable SqlFailure broken;

  Transaction(Link link, Dialect dialect) {
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

  /** Does something that is taken back alone if it throws; what it threw goes on to the caller. */
  public void partly(Runnable part) {
    update("SAVEPOINT part");
    boolean done = false;
    try {
      part.run();
      done = true;
    } finally {
      if (!done) {
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
    over = true;
  }

  /** Throws again what broke it, if a unit of work has caught that and gone on. */
  void requireUnbroken() {
    if (broken != null) {
      throw broken;
    }
  }

  /**
   * After an error that is the database's own, SQLite may have rolled back already, and whatever
   * came next would be stored by itself: so nothing comes next.
   */
  private SqlFailure failure(SQLException error) {
    SqlFailure failure = new SqlFailure(error);
    if (dialect.troubleOf(error) != Trouble.LASTING) {
      broken = failure;
    }
    return failure;
  }

  private Link open() {
    requireUnbroken();
    if (over) {
      throw new IllegalStateException("This transaction is over: it can read and write no more");
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

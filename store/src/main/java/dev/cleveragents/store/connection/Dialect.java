package dev.cleveragents.store.connection;

import dev.cleveragents.store.Migrations;
import dev.cleveragents.store.sql.BulkInsert;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What differs between SQLite and PostgreSQL. The text of a statement may have marks that each
 * dialect replaces:
 *
 * <ul>
 *   <li>{@code {ids}} compares with an {@link IdList};
 *   <li>{@code {lock}} locks the selected rows until the transaction ends;
 *   <li>{@code {skip}} does the same and skips rows that another transaction has locked;
 *   <li>{@code {share}} only prevents others from locking them with {@code {lock}}.
 * </ul>
 */
public sealed interface Dialect permits SqliteDialect, PostgresDialect {

  /** The use of a connection. */
  enum ConnectionUse {
    READ,
    /** For a thread that retries by itself when the database is busy. */
    WRITE,
    /** For a migration: waits within the database, from its first statement on. */
    MIGRATE
  }

  /**
   * Identifies a batch of units, so that it is found when the answer to its commit was lost.
   *
   * @param id of the batch
   * @param before the id that the same writer stored last, which is replaced
   */
  record BatchId(String id, @Nullable String before) {}

  /** The address for messages, without secrets. */
  String describe();

  /** Whether the database has one writer at a time, so that one lane is enough. */
  boolean hasOneWriter();

  Connection connect(ConnectionUse use) throws SQLException;

  /** Begins a transaction that may write; throws {@link ErrorKind#TRANSIENT} if it must wait. */
  void beginWrite(SqlConnection link) throws SQLException;

  /**
   * The first step of a transaction that may write.
   *
   * @param mayBeStored whether a commit of this batch was sent and not answered
   * @return whether the database has the id of this batch, and so all that was stored under it
   */
  boolean isStored(SqlConnection link, BatchId id, boolean mayBeStored) throws SQLException;

  /** Begins a read-only transaction on one snapshot. */
  void beginRead(Connection connection) throws SQLException;

  /**
   * Commits, and notifies other processes if there is an announcement.
   *
   * @return whether the database now has the id of this batch in place of the one before; SQLite
   *     stores none for a transaction that changed no row
   */
  boolean commit(SqlConnection link, BatchId id, @Nullable String announcement) throws SQLException;

  void rollback(SqlConnection link) throws SQLException;

  /** The script with the types of this database in place of its marks, see {@link Migrations}. */
  String fillTypes(String script);

  /** The statement with its marks replaced. */
  String fill(String sql);

  /** Runs a statement whose result is not needed, before the next one or with the commit. */
  void later(SqlConnection link, String sql, @Nullable Object... arguments) throws SQLException;

  /** Runs two statements that read. */
  <A, B> SqlQuery.Both<A, B> queryBoth(SqlConnection link, SqlQuery<A> first, SqlQuery<B> second)
      throws SQLException;

  /** Stores many rows, before the next statement or with the commit. */
  void insert(SqlConnection link, BulkInsert bulk, List<@Nullable Object[]> rows)
      throws SQLException;

  /** The argument for {@code {ids}}. */
  Object bind(Connection connection, IdList ids) throws SQLException;

  ErrorKind kindOf(SQLException error);
}

package dev.cleveragents.store;

import dev.cleveragents.store.sql.BulkInsert;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where SQLite and PostgreSQL differ. A statement's text may hold marks that each dialect fills in:
 *
 * <ul>
 *   <li>{@code {ids}} compares with a list of {@link IdList};
 *   <li>{@code {lock}} keeps the selected rows for this transaction;
 *   <li>{@code {skip}} does the same and leaves out rows that another transaction keeps;
 *   <li>{@code {share}} only keeps others from keeping them with {@code {lock}}.
 * </ul>
 */
sealed interface Dialect permits SqliteDialect, PostgresDialect {

  /** What a connection is for. */
  enum Access {
    READ,
    /** Of a thread that tries again by itself what must wait. */
    WRITE,
    /** Of a migration: waits within the database, from its first statement on. */
    MIGRATE
  }

  /**
   * What a batch of units is found by when the answer to its commit was lost.
   *
   * @param id of the batch
   * @param before the id that the same writer stored last: it is replaced
   */
  record BatchId(String id, @Nullable String before) {}

  /** For people, without secrets. */
  String describe();

  /** Whether all lanes are one, because the database has one writer anyway. */
  boolean hasOneWriter();

  Connection connect(Access access) throws SQLException;

  /** Begins a transaction that may write; throws {@link ErrorKind#PASSING} if it must wait. */
  void beginWrite(SqlConnection link) throws SQLException;

  /**
   * The first step of a transaction that may write.
   *
   * @param mayBeStored whether a commit of this batch was sent and not answered
   * @return whether the database has the id of this batch, and so all that was stored under it
   */
  boolean isStored(SqlConnection link, BatchId id, boolean mayBeStored) throws SQLException;

  /** Begins a transaction that sees one moment and writes nothing. */
  void beginRead(Connection connection) throws SQLException;

  /**
   * Commits, and sends other processes the announcement, if there is one.
   *
   * @return whether the database now has the id of this batch in place of the one before; SQLite
   *     stores none for a transaction that changed no row
   */
  boolean commit(SqlConnection link, BatchId id, @Nullable String announcement) throws SQLException;

  void rollback(SqlConnection link) throws SQLException;

  /** A script with the types of this database in place of its marks, see {@link Migrations}. */
  String fillTypes(String script);

  /** The statement with its marks filled in. */
  String fill(String sql);

  /** Runs a statement whose result is not needed, before the next one or with the commit. */
  void later(SqlConnection link, String sql, @Nullable Object... arguments) throws SQLException;

  /** Runs two statements that read. */
  <A, B> Transaction.Both<A, B> queryBoth(SqlConnection link, SqlQuery<A> first, SqlQuery<B> second)
      throws SQLException;

  /** Stores many rows, before the next statement or with the commit. */
  void insert(SqlConnection link, BulkInsert bulk, List<@Nullable Object[]> rows)
      throws SQLException;

  /** The argument for {@code {ids}}. */
  Object bind(Connection connection, IdList ids) throws SQLException;

  ErrorKind kindOf(SQLException error);
}

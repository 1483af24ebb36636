package dev.cleveragents.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where SQLite and PostgreSQL differ. A statement's text may hold marks that each dialect fills in:
 *
 * <ul>
 *   <li>{@code {ids}} compares with a list of {@link Ids};
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
    /** Of a library that does not: waits within the database, from its first statement on. */
    MIGRATE
  }

  /** For people, without secrets. */
  String describe();

  /** The folder of its migrations. */
  String folder();

  /** Whether all lanes are one, because the database has one writer anyway. */
  boolean hasOneWriter();

  Connection connect(Access access) throws SQLException;

  /** Begins a transaction that will write; throws {@link Trouble#PASSING} if it must wait. */
  void beginWrite(Connection connection) throws SQLException;

  /**
   * The first that is done in a transaction that writes: stores its id in place of that of the
   * transaction before.
   *
   * @return whether it was not there yet: if it is, so is all that was stored under it
   */
  boolean storeId(Link link, String id, @Nullable String before) throws SQLException;

  /**
   * The same for an id that cannot be there yet.
   *
   * @see #storeId
   */
  void storeNewId(Link link, String id, @Nullable String before) throws SQLException;

  /** Begins a transaction that sees one moment and writes nothing. */
  void beginRead(Connection connection) throws SQLException;

  /** Commits, and tells others about it if there is something to tell. */
  void commit(Link link, @Nullable String announcement) throws SQLException;

  void rollback(Link link) throws SQLException;

  /** The statement with its marks filled in. */
  String fill(String sql);

  /** Runs a statement whose result nobody needs, before the next one or with the commit. */
  void later(Link link, String sql, @Nullable Object... arguments) throws SQLException;

  /** Runs two statements that read. */
  <A, B> Transaction.Both<A, B> queryBoth(Link link, Query<A> first, Query<B> second)
      throws SQLException;

  /** Stores many rows, before the next statement or with the commit. */
  void insert(Link link, Bulk bulk, List<@Nullable Object[]> rows) throws SQLException;

  /** The argument that stands for {@code {ids}}. */
  Object bind(Connection connection, Ids ids) throws SQLException;

  Trouble troubleOf(SQLException error);
}

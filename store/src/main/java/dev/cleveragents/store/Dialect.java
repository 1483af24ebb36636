package dev.cleveragents.store;

import java.sql.Connection;
import java.sql.SQLException;

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
    WRITE
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

  /** Begins a transaction that sees one moment and writes nothing. */
  void beginRead(Connection connection) throws SQLException;

  void commit(Connection connection) throws SQLException;

  void rollback(Connection connection) throws SQLException;

  /** The statement with its marks filled in. */
  String fill(String sql);

  /** The argument that stands for {@code {ids}}. */
  Object bind(Connection connection, Ids ids) throws SQLException;

  Trouble troubleOf(SQLException error);
}

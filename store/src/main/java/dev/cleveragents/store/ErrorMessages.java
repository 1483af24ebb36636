package dev.cleveragents.store;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.ErrorKind;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Explains errors of the database to users: what failed, why, and what to do next. */
final class ErrorMessages {

  /** States of PostgreSQL for a table and a column that are not there. */
  private static final Set<String> MISSING = Set.of("42P01", "42703");

  private ErrorMessages() {}

  static StoreException explain(Dialect dialect, ErrorKind kind, SQLException error) {
    String where = dialect.describe();
    String why = onOneLine(error);
    return switch (kind) {
      case TRANSIENT ->
          new StoreException(
              Kind.BUSY,
              ("%s stayed busy until the deadline: %s. Try again, or end the program that"
                      + " keeps a transaction open")
                  .formatted(where, why),
              error);
      case NO_CONNECTION ->
          new StoreException(
              Kind.UNREACHABLE,
              ("%s has no connection left for this program, which needs up to seven: %s."
                      + " Raise the limit of the server, or end other programs")
                  .formatted(where, why),
              error);
      case NO_ANSWER ->
          new StoreException(
              Kind.UNREACHABLE,
              ("%s cannot be reached: %s. Check that it runs, and that host name and port"
                      + " in the address are right")
                  .formatted(where, withCause(error)),
              error);
      case CONNECTION_LOST ->
          new StoreException(
              Kind.UNREACHABLE,
              "%s cannot be reached: %s. Check that it runs, and that the address is right"
                  .formatted(where, why),
              error);
      case NOT_ACCEPTED ->
          new StoreException(
              Kind.UNREACHABLE,
              ("%s does not accept this connection: %s. Correct the host, the password or"
                      + " the encryption in the address")
                  .formatted(where, withCause(error)),
              error);
      case DISK_FULL ->
          new StoreException(
              Kind.DISK_FULL,
              "The disk of %s is full: nothing of this was stored. Free some space and try again"
                  .formatted(where),
              error);
      case READ_ONLY ->
          new StoreException(
              Kind.READ_ONLY,
              "%s cannot be opened or written: %s. %s"
                  .formatted(
                      where,
                      why,
                      dialect.hasOneWriter()
                          ? "Check the owner and the permissions of the file and its folder"
                          : "Use the address of a server that is not a standby, and set"
                              + " default_transaction_read_only to off for this user there"),
              error);
      case DAMAGED ->
          new StoreException(
              Kind.DAMAGED,
              "%s is damaged or not a database: %s. Move it away or restore a backup"
                  .formatted(where, why),
              error);
      case PROXY ->
          new StoreException(
              Kind.MISCONFIGURED,
              ("%s is behind a proxy that pools transactions: %s. Add prepareThreshold=0"
                      + " to the address. Instead of currentSchema, set search_path for the user on"
                      + " the server")
                  .formatted(where, why),
              error);
      case PERMANENT -> refused(where, error);
    };
  }

  /** Explains an error by its SQL state. */
  private static StoreException refused(String where, SQLException error) {
    String why = onOneLine(error);
    if (isMissingTable(error)) {
      return new StoreException(
          Kind.DAMAGED,
          "%s lacks a part of its tables, which another program must have removed: %s. Restore a backup"
              .formatted(where, why),
          error);
    }
    return switch (error.getSQLState()) {
      case "28000", "28P01" ->
          new StoreException(
              Kind.MISCONFIGURED,
              "%s rejects this user: %s. Check user and password in the address"
                  .formatted(where, why),
              error);
      case "3D000" ->
          new StoreException(
              Kind.MISCONFIGURED,
              "%s does not exist: %s. Create it with CREATE DATABASE, or correct the address"
                  .formatted(where, why),
              error);
      case "42501" ->
          new StoreException(
              Kind.READ_ONLY,
              ("%s denies this user a permission: %s. Make the user the owner of the"
                      + " tables, or grant it the right to read and write them. The first program"
                      + " that opens the store also needs CREATE on the schema")
                  .formatted(where, why),
              error);
      case null, default ->
          new StoreException(
              Kind.FAILED, "%s refused a statement: %s".formatted(where, why), error);
    };
  }

  private static boolean isMissingTable(SQLException error) {
    String said = String.valueOf(error.getMessage());
    return MISSING.contains(String.valueOf(error.getSQLState()))
        || said.contains("no such table")
        || said.contains("no such column");
  }

  /** Explains why the tables could not be migrated to these versions. */
  static StoreException notMigrated(Dialect dialect, String versions, SQLException error) {
    StoreException explained = explain(dialect, dialect.kindOf(error), error);
    // A script that names a table which no script creates is no damage.
    if (explained.kind() != Kind.FAILED && !isMissingTable(error)) {
      return explained;
    }
    return new StoreException(
        Kind.FAILED,
        "%s could not be migrated to version %s: %s. The tables were not changed"
            .formatted(dialect.describe(), versions, onOneLine(error)),
        error);
  }

  /** The message on one line, without a period: PostgreSQL's driver adds lines with details. */
  static String onOneLine(Throwable error) {
    return Objects.requireNonNullElse(error.getMessage(), error.getClass().getSimpleName())
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("; "))
        .replaceFirst("[.]$", "");
  }

  /**
   * The message and its cause, because the driver's own message does not say that a host is
   * unknown. The driver takes user and password before the host for a part of its name; they are
   * cut off.
   */
  static String withCause(SQLException error) {
    Throwable cause = error.getCause();
    if (cause == null) {
      return onOneLine(error);
    }
    String kind = cause.getClass().getSimpleName();
    String message = onOneLine(cause).replaceFirst(".*@", "");
    return onOneLine(error) + "; " + (message.equals(kind) ? kind : kind + ": " + message);
  }

  static StoreException interrupted(Dialect dialect, Exception error) {
    return new StoreException(
        Kind.UNREACHABLE,
        "%s was not opened: the thread was interrupted while it waited (%s). Open it again"
            .formatted(dialect.describe(), onOneLine(error)),
        error);
  }

  static StoreException unknownOutcome(Dialect dialect, Throwable error) {
    return new StoreException(
        Kind.UNKNOWN_OUTCOME,
        ("The connection to %s was lost during a commit: %s. Check whether the change was"
                + " stored before retrying")
            .formatted(dialect.describe(), onOneLine(error)),
        error);
  }
}

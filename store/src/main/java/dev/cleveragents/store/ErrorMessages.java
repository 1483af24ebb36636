package dev.cleveragents.store;

import dev.cleveragents.store.StoreException.Kind;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Collectors;

/** Messages for errors of the database: what happened, why, and what to do next. */
final class ErrorMessages {

  private ErrorMessages() {}

  static StoreException explain(Dialect dialect, ErrorKind trouble, SQLException error) {
    String where = dialect.describe();
    String why = onOneLine(error);
    return switch (trouble) {
      case PASSING ->
          new StoreException(
              Kind.BUSY,
              "%s stayed busy until the deadline (%s); try again, or look for a program that keeps a"
                      .formatted(where, why)
                  + " transaction open",
              error);
      case NO_CONNECTION ->
          new StoreException(
              Kind.UNREACHABLE,
              "%s has no connection left for this program (%s), which needs up to seven; let it have"
                      .formatted(where, why)
                  + " more, or end others",
              error);
      case UNANSWERED ->
          new StoreException(
              Kind.UNREACHABLE,
              "%s cannot be reached (%s); check that it runs and that host name and port in the address are"
                      .formatted(where, withCause(error))
                  + " right",
              error);
      case CONNECTION_LOST ->
          new StoreException(
              Kind.UNREACHABLE,
              "%s cannot be reached (%s); check that it runs and that the address is right"
                  .formatted(where, why),
              error);
      case MISLED ->
          new StoreException(
              Kind.UNREACHABLE,
              "%s cannot be reached that way (%s); correct the host, the password or the encryption in"
                      .formatted(where, withCause(error))
                  + " the address",
              error);
      case DISK_FULL ->
          new StoreException(
              Kind.DISK_FULL,
              "The disk of %s is full, so nothing of this was stored; free some space and try again"
                  .formatted(where),
              error);
      case READ_ONLY ->
          new StoreException(
              Kind.READ_ONLY,
              "%s cannot be opened or cannot be written (%s); %s"
                  .formatted(
                      where,
                      why,
                      dialect.hasOneWriter()
                          ? "check the owner and the permissions of the file and its folder"
                          : "lead the address to a server that is no standby, and set"
                              + " default_transaction_read_only to off for this user there"),
              error);
      case DAMAGED ->
          new StoreException(
              Kind.DAMAGED,
              "%s is damaged or no database (%s); move it away or restore a copy"
                  .formatted(where, why),
              error);
      case PROXY ->
          new StoreException(
              Kind.MISCONFIGURED,
              "%s is reached through a proxy that pools transactions (%s); add prepareThreshold=0 to the"
                      .formatted(where, why)
                  + " address, and in place of currentSchema give the user that search_path on the"
                  + " server",
              error);
      case LASTING -> refused(where, error);
    };
  }

  /** What is left says most by its code. */
  private static StoreException refused(String where, SQLException error) {
    String why = onOneLine(error);
    return switch (error.getSQLState()) {
      case "28000", "28P01" ->
          new StoreException(
              Kind.MISCONFIGURED,
              "%s does not let this user in (%s); check user and password in the address"
                  .formatted(where, why),
              error);
      case "3D000" ->
          new StoreException(
              Kind.MISCONFIGURED,
              "%s is not there (%s); make it with CREATE DATABASE, or correct the address"
                  .formatted(where, why),
              error);
      case "42501" ->
          new StoreException(
              Kind.READ_ONLY,
              "%s does not allow this user what it takes (%s); its tables must be the user's own, or it must be"
                      .formatted(where, why)
                  + " allowed to read and write them, and who comes first needs CREATE on their"
                  + " schema",
              error);
      case null, default ->
          new StoreException(
              Kind.FAILED, "%s refused a statement: %s".formatted(where, why), error);
    };
  }

  /** Why the tables could not be brought to these versions. */
  static StoreException notMigrated(Dialect dialect, String versions, SQLException error) {
    StoreException explained = explain(dialect, dialect.kindOf(error), error);
    if (explained.kind() != Kind.FAILED) {
      return explained;
    }
    return new StoreException(
        Kind.FAILED,
        "%s could not be migrated to version %s (%s); nothing of it was kept"
            .formatted(dialect.describe(), versions, onOneLine(error)),
        error);
  }

  /** PostgreSQL's driver adds lines with details to what the server said. */
  static String onOneLine(Throwable error) {
    return Objects.requireNonNullElse(error.getMessage(), error.getClass().getSimpleName())
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /**
   * The driver's own words for a host that is not known do not say so. Who writes user and password
   * before the host, where the driver takes them for a part of its name, does not read them here.
   */
  static String withCause(SQLException error) {
    Throwable cause = error.getCause();
    if (cause == null) {
      return onOneLine(error);
    }
    String kind = cause.getClass().getSimpleName();
    String words = onOneLine(cause).replaceFirst(".*@", "");
    return onOneLine(error) + " " + (words.equals(kind) ? kind : kind + ": " + words);
  }

  static StoreException interrupted(Dialect dialect, Exception error) {
    return new StoreException(
        Kind.UNREACHABLE,
        "The thread that opened %s was interrupted while it waited (%s); open it again"
            .formatted(dialect.describe(), onOneLine(error)),
        error);
  }

  static StoreException unknownOutcome(Dialect dialect, Throwable error) {
    return new StoreException(
        Kind.UNKNOWN_OUTCOME,
        "The connection to %s was lost while storing and has not come back (%s); look whether it was"
                .formatted(dialect.describe(), error.getMessage())
            + " stored before doing it again",
        error);
  }
}

package dev.cleveragents.store;

import dev.cleveragents.store.StoreException.Kind;
import java.sql.SQLException;

/** Errors of the database in words: what happened, why, and what to do next. */
final class Errors {

  private Errors() {}

  static StoreException explain(Dialect dialect, Trouble trouble, SQLException error) {
    String where = dialect.describe();
    String why = error.getMessage();
    return switch (trouble) {
      case PASSING ->
          new StoreException(
              Kind.BUSY,
              "%s stayed busy until the deadline (%s); try again, or look for a program that keeps a"
                      .formatted(where, why)
                  + " transaction open",
              error);
      case CONNECTION_LOST ->
          new StoreException(
              Kind.UNREACHABLE,
              "%s cannot be reached (%s); check that it runs and that the address is right"
                  .formatted(where, why),
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
              "%s cannot be opened or cannot be written (%s); check the owner and the permissions of the file and its"
                      .formatted(where, why)
                  + " folder",
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
      case LASTING ->
          new StoreException(
              Kind.FAILED, "%s refused a statement: %s".formatted(where, why), error);
    };
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

package dev.cleveragents.store.connection;

/** What an error of the database means for the transaction in which it happened. */
public enum ErrorKind {
  /** The database is busy at the moment: run the transaction again. */
  TRANSIENT,
  /** The connection is lost: connect again, then run the transaction again. */
  CONNECTION_LOST,
  /** All connections of the server are in use: retry as after a lost one, but less often. */
  NO_CONNECTION,
  /**
   * No server answers at the address, or its host is unknown, for example while its container is
   * down: retry as after a lost connection.
   */
  NO_ANSWER,
  /**
   * The server at the address does not accept this program, because of its certificate, key or
   * password. If it accepted the program before, retry as after a lost connection.
   */
  NOT_ACCEPTED,
  /** The disk is full. */
  DISK_FULL,
  /** The database is read-only. */
  READ_ONLY,
  /** The file is damaged, or not a database. */
  DAMAGED,
  /** A proxy before the server does not support what the address asks for. */
  PROXY,
  /** A retry would fail the same way. */
  PERMANENT;

  /** Whether there is no connection any more, or none yet. */
  public boolean isLost() {
    return switch (this) {
      case CONNECTION_LOST, NO_CONNECTION, NO_ANSWER, NOT_ACCEPTED -> true;
      case TRANSIENT, DISK_FULL, READ_ONLY, DAMAGED, PROXY, PERMANENT -> false;
    };
  }

  /** Whether a retry a little later may succeed. */
  public boolean isRetryable() {
    return this == TRANSIENT || isLost();
  }
}

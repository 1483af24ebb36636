package dev.cleveragents.store;

/** What an error of the database means for the transaction it happened in. */
enum ErrorKind {
  /** Nothing is wrong with it but the moment: run it again. */
  PASSING,
  /** The connection is gone: connect again, then run it again. */
  CONNECTION_LOST,
  /** The server has no connection left to give: as after a lost one, but less often. */
  NO_CONNECTION,
  /**
   * No server answers at the address, or its host is unknown, as while its container is down: as
   * after a lost connection.
   */
  UNANSWERED,
  /**
   * The server at the address does not accept this program: no trust, no key, no password. Once
   * that worked it may work again: as after a lost connection.
   */
  MISLED,
  /** The disk is full. */
  DISK_FULL,
  /** The database may only be read. */
  READ_ONLY,
  /** The database is damaged, or no database at all. */
  DAMAGED,
  /** A proxy in between does not support what the address asks for. */
  PROXY,
  /** It will not get better by itself. */
  LASTING;

  /** Whether there is no connection any more, or none yet. */
  boolean isLost() {
    return switch (this) {
      case CONNECTION_LOST, NO_CONNECTION, UNANSWERED, MISLED -> true;
      case PASSING, DISK_FULL, READ_ONLY, DAMAGED, PROXY, LASTING -> false;
    };
  }

  /** Whether the same may go well a little later. */
  boolean mayPass() {
    return this == PASSING || isLost();
  }
}

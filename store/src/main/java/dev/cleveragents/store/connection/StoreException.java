package dev.cleveragents.store.connection;

import org.jspecify.annotations.Nullable;

/**
 * An operation of the store failed. The message says what failed, why, and what to do next; {@link
 * #kind} is for programs. Unless the kind is {@link Kind#UNKNOWN_OUTCOME}, nothing of the unit of
 * work was stored.
 */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong, for programs. */
  public enum Kind {
    /** The database could not be reached, or not in time. */
    UNREACHABLE,
    /** Other programs kept the database busy until the deadline. */
    BUSY,
    /** The queue of waiting units of work is full. */
    OVERLOADED,
    /** The disk is full. */
    DISK_FULL,
    /** The database is read-only for this user. */
    READ_ONLY,
    /** The file is damaged, or not a database. */
    DAMAGED,
    /** There is no database at the address yet. */
    ABSENT,
    /** There was a database, and it is missing now, is empty, or was replaced by another one. */
    LOST,
    /** The schema is of an older version than this program. */
    SCHEMA_TOO_OLD,
    /** The schema is of a newer version than this program. */
    SCHEMA_TOO_NEW,
    /** The address or a setting is wrong. */
    MISCONFIGURED,
    /** The database was closed before the unit of work was taken. */
    CLOSED,
    /** The connection was lost at the commit, so it is unknown whether the unit was stored. */
    UNKNOWN_OUTCOME,
    /** A statement failed. */
    FAILED
  }

  private final Kind kind;

  public StoreException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }
}

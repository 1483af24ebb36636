package dev.cleveragents.store;

import org.jspecify.annotations.Nullable;

/**
 * The store could not do what was asked. The message says what happened, why, and what to do next;
 * {@link #kind} says it to a program. Unless it is {@link Kind#UNKNOWN_OUTCOME}, nothing of the
 * unit of work was stored.
 */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong, for programs. */
  public enum Kind {
    /** The database could not be reached, or not in time. */
    UNREACHABLE,
    /** It was reached, but others kept it busy until the deadline. */
    BUSY,
    /** More units of work wait than the store takes. */
    OVERLOADED,
    /** The disk is full. */
    DISK_FULL,
    /** The database may only be read. */
    READ_ONLY,
    /** The file is not a database, or a damaged one. */
    DAMAGED,
    /** There is no database there yet. */
    ABSENT,
    /** The schema is of an older version than this program. */
    SCHEMA_TOO_OLD,
    /** The schema is of a newer version than this program. */
    SCHEMA_TOO_NEW,
    /** The address or a setting is wrong. */
    MISCONFIGURED,
    /** The database was closed before the unit of work was taken. */
    CLOSED,
    /** The connection was lost at the commit and has not come back to tell what became of it. */
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

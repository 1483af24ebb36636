package dev.cleveragents.store;

/** What an error of the database means for the transaction it happened in. */
enum Trouble {
  /** Nothing is wrong with it but the moment: run it again. */
  PASSING,
  /** The connection is gone: connect again, then run it again. */
  CONNECTION_LOST,
  /** The disk is full. */
  DISK_FULL,
  /** The database may only be read. */
  READ_ONLY,
  /** The database is damaged, or no database at all. */
  DAMAGED,
  /** A proxy stands in between that does not do what the address asks for. */
  PROXY,
  /** It will not get better by itself. */
  LASTING
}

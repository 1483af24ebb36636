package dev.cleveragents.bench.durable;

/**
 * A job queue under measurement: set up on an empty database, then given no-op jobs to work off.
 */
interface Contender extends AutoCloseable {

  /** For the table. */
  String name();

  /** Enqueues so many jobs in the fastest way it offers. */
  void enqueue(int jobs) throws Exception;

  /** How many bodies have run. */
  long done() throws Exception;

  /** Stops its threads and programs. */
  @Override
  void close();

  /** Makes a contender on an empty database. */
  @FunctionalInterface
  interface Factory {
    Contender start(Databases databases) throws Exception;
  }
}

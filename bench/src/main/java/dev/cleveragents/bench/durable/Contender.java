package dev.cleveragents.bench.durable;

/**
 * A job queue under measurement: set up on an empty database, then given no-op jobs to work off.
 * Its jobs tell their {@link Bodies} that they run.
 */
interface Contender extends AutoCloseable {

  /** Enqueues so many jobs in the fastest way it offers. */
  void enqueue(int jobs) throws Exception;

  /** Enqueues one job that says its number when it runs. */
  void enqueueNumbered(int number) throws Exception;

  /** A query whose only value is true while a job is not yet stored as done. */
  String openJobs();

  /** The address of its database. */
  String url();

  /** Stops its threads and programs. */
  @Override
  void close();

  /** Makes a contender on an empty database. */
  @FunctionalInterface
  interface Factory {
    Contender start(Databases databases, Bodies bodies) throws Exception;
  }

  /**
   * A contender before it is started.
   *
   * @param name for the tables
   */
  record Entry(String name, Factory factory) {}
}

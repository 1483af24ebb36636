package dev.cleveragents.bench.durable;

/**
 * A job queue under measurement: set up on an empty database, then given no-op jobs to work off.
 * Its jobs report their runs to their {@link BodyCounter}.
 */
interface QueueContender extends AutoCloseable {

  /** Enqueues this many jobs in the fastest way it offers. */
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
    QueueContender start(EmptyDatabases databases, BodyCounter bodies) throws Exception;
  }

  /**
   * A contender before it is started.
   *
   * @param name for the tables
   */
  record Entry(String name, Factory factory) {}
}

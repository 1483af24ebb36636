package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.job.store.JobStore;
import java.time.Duration;

/**
 * A store under test and what a test has to do to it from outside. The author of a store writes one
 * of these for it, and {@link JobStoreContract} does the rest.
 */
public interface JobStoreHarness extends AutoCloseable {

  /** The store, empty at first. */
  JobStore store();

  /**
   * Another way in to the same jobs, as another process would have it: a second store object on the
   * same database. Where there is none, the store itself.
   */
  default JobStore another() {
    return store();
  }

  /** Lets time pass for the store. */
  void advance(Duration by);

  /** Throws the store away. */
  @Override
  void close();
}

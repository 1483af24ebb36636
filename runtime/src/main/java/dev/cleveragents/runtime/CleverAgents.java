package dev.cleveragents.runtime;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * CleverAgents, opened: the one place where its parts are wired. They are opened in order and
 * closed in reverse. Workers that were started here must be closed before this is.
 */
public final class CleverAgents implements AutoCloseable {

  private final Threads threads = Threads.standard();
  private final TimeSource time = TimeSource.system();
  private final Database database;
  private final DatabaseJobStore store;
  private final Jobs jobs;

  private CleverAgents(Config config) {
    this.database = Database.open(config.database(), threads, time);
    this.store = DatabaseJobStore.on(database);
    this.jobs = new Jobs(database, store);
  }

  /**
   * Opens the store, and makes or migrates it unless the configuration says to look only.
   *
   * @throws dev.cleveragents.store.StoreException if it cannot be used
   */
  public static CleverAgents open(Config config) {
    return new CleverAgents(config);
  }

  /** What there is to ask about jobs. */
  public Jobs jobs() {
    return jobs;
  }

  /** The types of jobs that workers of this program run. */
  public static Set<String> jobTypes() {
    return Set.of(ExecCommand.TYPE);
  }

  /** Starts a worker in this process. */
  public AsyncWorker startWorker(WorkerConfig config, WorkerListener listener) {
    Map<String, JobBody> bodies =
        Map.of(
            ExecCommand.TYPE,
            new ExecJob(store, new CommandRunner(threads, time, UlidGenerator.system())));
    return new AsyncWorker(
            new ListenedStore(store, listener), bodies, config, database.workerEnvironment())
        .start();
  }

  /** Where the store is, for people, without secrets. */
  public String storeDescription() {
    return database.describe();
  }

  /** The version of the tables, which is the one this program needs. */
  public int schemaVersion() {
    return Database.schemaVersion();
  }

  /** Looks for damage in all of the store; returns what it found, nothing if it is sound. */
  public List<String> checkStore() {
    return database.check();
  }

  /** Does what was handed over, then closes. A second call does nothing. */
  @Override
  public void close() {
    database.close();
  }
}

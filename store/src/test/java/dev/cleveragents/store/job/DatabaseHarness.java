package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobStoreHarness;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import java.time.Duration;

/** Two stores on one database, as two processes would have it, on a clock moved by hand. */
final class DatabaseHarness implements JobStoreHarness {

  private final ManualTime time = new ManualTime();
  private final Database database;
  private final Database second;
  private final JobStore store;
  private final JobStore another;

  DatabaseHarness(String url, JobSettings settings) {
    DatabaseSettings at = DatabaseSettings.at(url);
    this.database = Database.open(at, ThreadFactories.standard(), time);
    this.second = Database.open(at, ThreadFactories.standard(), time);
    this.store = DatabaseJobStore.on(database, settings);
    this.another = DatabaseJobStore.on(second, settings);
  }

  @Override
  public JobStore store() {
    return store;
  }

  @Override
  public JobStore another() {
    return another;
  }

  @Override
  public void advance(Duration by) {
    time.advance(by);
  }

  @Override
  public void close() {
    second.close();
    database.close();
  }
}

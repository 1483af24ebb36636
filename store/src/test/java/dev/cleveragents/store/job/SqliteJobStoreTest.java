package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobStoreContract;
import dev.cleveragents.kernel.job.JobStoreHarness;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of job stores, on a SQLite file. */
class SqliteJobStoreTest extends JobStoreContract {

  @TempDir Path folder;

  @Override
  protected JobStoreHarness open(JobSettings settings) {
    return new DatabaseHarness("jdbc:sqlite:" + folder.resolve("jobs.db"), settings);
  }

  @Override
  public int rounds() {
    return 40;
  }
}

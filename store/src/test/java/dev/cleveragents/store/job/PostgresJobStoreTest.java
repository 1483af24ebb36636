package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobStoreContract;
import dev.cleveragents.kernel.job.JobStoreHarness;
import dev.cleveragents.store.TestPostgres;

/** The contract of job stores, on a PostgreSQL server. */
class PostgresJobStoreTest extends JobStoreContract {

  @Override
  protected JobStoreHarness open(JobSettings settings) {
    return new DatabaseHarness(TestPostgres.shared().newSchema(), settings);
  }

  @Override
  public int rounds() {
    return 40;
  }
}

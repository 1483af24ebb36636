package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.job.store.JobStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every {@link JobStore} must do, sentence by sentence of its Javadoc. A store's test extends
 * this class and says how to open one; the parts are one file per topic.
 */
public abstract class JobStoreContract
    implements EnqueueContract,
        ClaimContract,
        KeyContract,
        FinishContract,
        EffectsContract,
        CancelContract,
        SessionContract,
        ListenerContract,
        ReadContract,
        RaceContract {

  private JobStoreFixture fixture;

  /** Opens a new, empty store with these settings. */
  protected abstract JobStoreHarness open(JobSettings settings);

  /** How many rounds each race is run; a store that writes to a disk runs fewer. */
  @Override
  public int rounds() {
    return 1_000;
  }

  @Override
  public final JobStoreFixture jobs() {
    return fixture;
  }

  @BeforeEach
  final void openStore() {
    fixture = new JobStoreFixture(this);
  }

  @AfterEach
  final void closeStore() {
    fixture.close();
  }
}

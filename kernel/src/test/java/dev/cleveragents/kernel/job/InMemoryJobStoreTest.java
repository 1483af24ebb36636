package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.util.Random;

class InMemoryJobStoreTest extends JobStoreContract {

  @Override
  protected JobStoreHarness open(JobSettings settings) {
    ManualTime time = new ManualTime();
    Random random = new Random(1);
    JobStore store = new InMemoryJobStore(settings, new UlidGenerator(time, random), time, random);
    return new JobStoreHarness() {
      @Override
      public JobStore store() {
        return store;
      }

      @Override
      public void advance(Duration by) {
        time.advance(by);
      }

      @Override
      public void close() {}
    };
  }
}

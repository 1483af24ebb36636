package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

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

  @Test
  void whateverOneMoveDoesIsDatedByOneMoment() {
    AtomicLong nanos = new AtomicLong();
    TimeSource ticking =
        new TimeSource() {
          @Override
          public long nanos() {
            return nanos.addAndGet(1_000_000);
          }

          @Override
          public Instant wallTime() {
            return Instant.EPOCH;
          }
        };
    JobStore store =
        new InMemoryJobStore(
            JobSettings.DEFAULTS,
            new UlidGenerator(ticking, new Random(1)),
            ticking,
            new Random(1));
    SessionId session =
        store.openSession(JobStoreFixture.request("w", 2), new JobStoreFixture.Deaf());
    store.enqueue(JobSpec.of("parent"));

    ClaimFilter both = ClaimFilter.ofTypes("parent", "child");
    Effects enqueueChild = unit -> unit.enqueue(JobSpec.of("child"));
    var claimed =
        JobStoreFixture.claimed(
            store.claim(
                session,
                both,
                2,
                job -> job.type().equals("parent") ? enqueueChild : Effects.none()));

    assertThat(claimed.jobs()).extracting(AsyncJob::type).containsExactly("parent", "child");
    JobTimes parent = claimed.jobs().getFirst().times();
    JobTimes child = claimed.jobs().getLast().times();
    assertThat(child.enqueuedAt()).isEqualTo(parent.startedAt()).isEqualTo(child.startedAt());
  }
}

package dev.cleveragents.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.simulation.InvariantViolation.Rule;
import dev.cleveragents.kernel.simulation.UnguardedStores.FinishesById;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The invariants of the job protocol on the durable store, whatever goes wrong. */
class DatabaseSimulationTest {

  private static final int STORMS = 16;
  private static final int LOSSY = 8;

  @TempDir Path folder;
  private @Nullable Database open;
  private int files;

  @BeforeEach
  void makeTables() {
    Database.open(url("empty")).close();
  }

  @AfterEach
  void close() {
    if (open != null) {
      open.close();
    }
  }

  private String url(String name) {
    return "jdbc:sqlite:" + folder.resolve(name);
  }

  @Test
  void everythingHoldsUnderAllFaults() {
    assertThat(SeedRunner.run(STORMS, FaultProfile.STORM, subject()))
        .containsKeys(
            CoveredEvent.ZOMBIE_REFUSED,
            CoveredEvent.SESSION_FOUND_DEAD,
            CoveredEvent.ORPHAN_GIVEN_BACK);
  }

  @Test
  void everythingHoldsWhenMessagesAreLost() {
    assertThat(SeedRunner.run(LOSSY, FaultProfile.LOSSY, subject()))
        .containsKey(CoveredEvent.REPLY_LOST);
  }

  @Test
  void aRemovedFenceIsDetected() {
    assertThat(SeedRunner.firstViolation(50, FaultProfile.STORM, subject().with(FinishesById::new)))
        .map(InvariantViolation::rule)
        .contains(Rule.FENCE);
  }

  private SimulationSubject subject() {
    return new SimulationSubject(this::create, WorkerGuards.GOOD);
  }

  /** An empty store, in the place of the one before. */
  private JobStore create(JobSettings settings, TimeSource time, RandomGenerator random) {
    close();
    String name = "jobs-" + files++;
    try {
      Files.copy(folder.resolve("empty"), folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    open = Database.open(DatabaseSettings.at(url(name)), ThreadFactories.standard(), time);
    return new OneThread(
        new DatabaseJobStore(open, settings, new UlidGenerator(time, random), random));
  }

  /** Hints of the thread that watches the file come whenever they like: here they are lost. */
  private static final class OneThread extends ForwardingJobStore {
    private final Thread owner = Thread.currentThread();

    OneThread(JobStore next) {
      super(next);
    }

    @Override
    public SessionId openSession(SessionRequest request, SessionListener listener) {
      return next.openSession(
          request,
          new SessionListener() {
            @Override
            public void workAvailable() {
              if (Thread.currentThread().equals(owner)) {
                listener.workAvailable();
              }
            }

            @Override
            public void cancelRequested(Lease lease, String reason) {
              if (Thread.currentThread().equals(owner)) {
                listener.cancelRequested(lease, reason);
              }
            }
          });
    }
  }
}

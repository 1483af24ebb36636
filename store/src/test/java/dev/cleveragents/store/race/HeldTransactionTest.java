package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestDatabase;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One operation is held before each of its statements in turn, its commits included, while another
 * runs to its end in another store, or waits: whichever comes first, the tables are in order
 * afterwards, the run has ended once, and every job can be brought to its end. With {@code
 * -Pexhaustive} each of them meets each other at each statement.
 */
class HeldTransactionTest {

  /** How long the other operation may take before it is thought to wait for the held one. */
  private static final long HEAD_START_MILLIS = 25;

  private static final long DEADLINE_SECONDS = 60;

  /** Every pair at every statement takes minutes; otherwise the pairs take turns. */
  private static final boolean ALL_PAIRS = Boolean.getBoolean("exhaustive");

  private static final int MOST_STATEMENTS = 100;

  @TempDir Path folder;

  @Test
  void anyTwoOperationsMeetAtAnyStatementOnPostgres() throws Exception {
    try (Stage stage = new Stage(TestPostgres.shared().newSchema())) {
      int meetings = 0;
      for (RaceOperation held : RaceOperation.values()) {
        int met = stage.meetAtEveryStatement(held, ALL_PAIRS ? RaceOperation.values().length : 1);
        assertThat(met).as("meetings with " + held).isPositive();
        meetings += met;
      }
      assertThat(meetings).isGreaterThan(ALL_PAIRS ? 600 : 65);
    }
  }

  @Test
  void whileAnOperationIsHeldOnSqliteTheOthersWaitAndSucceed() throws Exception {
    try (Stage stage = new Stage("jdbc:sqlite:" + folder.resolve("jobs.db"))) {
      int meetings = 0;
      for (RaceOperation held : RaceOperation.values()) {
        meetings += stage.meetAtEveryStatement(held, 1);
      }
      assertThat(meetings).isGreaterThan(80);
    }
  }

  /** Two stores on one database, of which one can be held. */
  private static final class Stage implements AutoCloseable {
    private final StatementGate gate = new StatementGate();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Database free;
    private final Database gated;
    private final DatabaseJobStore store;
    private final DatabaseJobStore heldStore;

    Stage(String url) {
      this.free = Database.open(url);
      this.gated =
          TestDatabase.open(
              DatabaseSettings.at(url),
              TimeSource.system(),
              new ObservedConnections(gate)::connection);
      this.store = DatabaseJobStore.on(free);
      this.heldStore = DatabaseJobStore.on(gated);
      ContendedJobs.create(free);
    }

    /** Meets so many others at every statement; returns how many meetings there were. */
    int meetAtEveryStatement(RaceOperation held, int others) throws Exception {
      List<RaceOperation> all = List.of(RaceOperation.values());
      int meetings = 0;
      for (int n = 0; n < MOST_STATEMENTS; n++) {
        for (int i = 0; i < others; i++) {
          RaceOperation other = all.get((n * others + i) % all.size());
          if (!meet(held, n, other)) {
            return meetings;
          }
          meetings++;
        }
      }
      throw new AssertionError(held + " has no end");
    }

    /** False if the held one had ended before its n-th statement. */
    private boolean meet(RaceOperation held, int n, RaceOperation other) throws Exception {
      ContendedJobs scene = new ContendedJobs(free, store, heldStore);
      gate.close(n);
      CountDownLatch over = new CountDownLatch(1);
      Future<List<AsyncJob>> first =
          threads.submit(
              () -> {
                try {
                  return held.run(heldStore, scene);
                } finally {
                  over.countDown();
                }
              });
      boolean isHeld = gate.awaitHeld(over);
      String where = "%s held at %s while %s".formatted(held, gate.heldAt(), other);
      try {
        Future<List<AsyncJob>> second = threads.submit(() -> other.run(store, scene));
        giveHeadStart(second);
        gate.open();
        Map<RaceOperation, List<List<AsyncJob>>> moved = new EnumMap<>(RaceOperation.class);
        moved
            .computeIfAbsent(held, it -> new ArrayList<>())
            .add(first.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
        moved
            .computeIfAbsent(other, it -> new ArrayList<>())
            .add(second.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
        scene.check(moved);
      } catch (Exception | AssertionError e) {
        throw new AssertionError(where + ": " + e.getMessage(), e);
      } finally {
        gate.open();
      }
      return isHeld;
    }

    private static void giveHeadStart(Future<?> second) throws Exception {
      try {
        second.get(HEAD_START_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        assertThat(e).as("it waits for the held one").isNotNull();
      }
    }

    @Override
    public void close() {
      gate.open();
      threads.shutdownNow();
      gated.close();
      free.close();
    }
  }
}

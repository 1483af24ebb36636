package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.store.job.SilentListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker that was thought dead wakes up after another has claimed its job: nothing it writes
 * counts, whatever it tries. The fence alone sees to that; without it every part of this is red.
 */
class ZombieTest {

  @TempDir Path folder;

  @Test
  void aZombieWritesNothingOnSqlite() {
    aZombieWritesNothing("jdbc:sqlite:" + folder.resolve("jobs.db"), JobSpec.of("t").withKeys("k"));
  }

  @Test
  void aZombieOfAJobWithoutKeysWritesNothingOnSqlite() {
    aZombieWritesNothing("jdbc:sqlite:" + folder.resolve("jobs.db"), JobSpec.of("t"));
  }

  @Test
  void aZombieWritesNothingOnPostgres() {
    aZombieWritesNothing(TestPostgres.shared().newSchema(), JobSpec.of("t").withKeys("k"));
  }

  @Test
  void aZombieOfAJobWithoutKeysWritesNothingOnPostgres() {
    aZombieWritesNothing(TestPostgres.shared().newSchema(), JobSpec.of("t"));
  }

  @Test
  void anOvertakenSuccessIsRefusedOnSqlite() {
    anOvertakenSuccessIsRefused("jdbc:sqlite:" + folder.resolve("jobs.db"));
  }

  @Test
  void anOvertakenSuccessIsRefusedOnPostgres() {
    anOvertakenSuccessIsRefused(TestPostgres.shared().newSchema());
  }

  @Test
  void aZombieAmongOwnersWritesNothingOnSqlite() throws Exception {
    aZombieAmongOwnersWritesNothing("jdbc:sqlite:" + folder.resolve("jobs.db"));
  }

  @Test
  void aZombieAmongOwnersWritesNothingOnPostgres() throws Exception {
    aZombieAmongOwnersWritesNothing(TestPostgres.shared().newSchema());
  }

  /** Three successes in one transaction: one that stands, one overtaken, one to be cancelled. */
  private static void aZombieAmongOwnersWritesNothing(String url) throws Exception {
    try (Database database = Database.open(url);
        Database others = Database.open(url)) {
      DatabaseJobStore store = DatabaseJobStore.on(database);
      DatabaseJobStore other = DatabaseJobStore.on(others);
      SessionId session = open(store, 4);
      Lease owner = claim(store, session, JobSpec.of("t")).lease();
      Lease cancelled = claim(store, session, JobSpec.of("t")).lease();
      Lease zombie = claim(store, session, JobSpec.of("t")).lease();
      other.requestCancel(cancelled.job(), "no more", Effects.none());
      other.finish(zombie, new RunOutcome.Released("by another"), Effects.none());
      AsyncJob again = claim(store, session, null);
      assertThat(again.id()).isEqualTo(zombie.job());

      List<MoveResult> moves = together(database, store, List.of(owner, zombie, cancelled));

      assertThat(moves).map(MoveResult::accepted).containsExactly(true, false, true);
      assertThat(store.get(zombie.job())).contains(again);
      assertThat(store.get(owner.job())).contains(moves.getFirst().orThrow());
      assertThat(store.get(cancelled.job())).contains(moves.getLast().orThrow());
      assertThat(moves.getLast().orThrow().cancelReason()).isEqualTo("no more");
      assertThat(store.complete(again.lease(), Effects.none()).accepted()).isTrue();
    }
  }

  /** Has these runs end in one transaction, which they wait for behind another. */
  private static List<MoveResult> together(
      Database database, DatabaseJobStore store, List<Lease> leases) throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> waiting = new CopyOnWriteArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(leases.size() + 1)) {
      Future<Boolean> first = threads.submit(() -> database.write(_ -> holdUp(busy, go)));
      assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
      List<Future<MoveResult>> moves = new ArrayList<>();
      for (Lease lease : leases) {
        moves.add(
            threads.submit(
                () -> {
                  waiting.add(Thread.currentThread());
                  return store.complete(lease, Effects.none());
                }));
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(25))
          .until(
              () ->
                  waiting.size() == leases.size()
                      && waiting.stream()
                          .allMatch(it -> it.getState() == Thread.State.TIMED_WAITING));
      go.countDown();
      assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
      List<MoveResult> answers = new ArrayList<>();
      for (Future<MoveResult> move : moves) {
        answers.add(move.get(30, TimeUnit.SECONDS));
      }
      return answers;
    }
  }

  private static boolean holdUp(CountDownLatch busy, CountDownLatch go) {
    busy.countDown();
    try {
      return go.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Another process has given the job back, or wants to cancel it, and the owner knows nothing. */
  private static void anOvertakenSuccessIsRefused(String url) {
    try (Database database = Database.open(url);
        Database others = Database.open(url)) {
      DatabaseJobStore store = DatabaseJobStore.on(database);
      DatabaseJobStore other = DatabaseJobStore.on(others);
      SessionId session = open(store, 3);

      Lease givenBack = claim(store, session, JobSpec.of("t")).lease();
      other.finish(givenBack, new RunOutcome.Released("by another"), Effects.none());
      assertThat(store.complete(givenBack, Effects.none()).accepted()).isFalse();
      claim(store, session, null);

      Lease first = claim(store, session, JobSpec.of("t")).lease();
      other.finish(first, new RunOutcome.Released("by another"), Effects.none());
      AsyncJob again = claim(store, session, null);
      assertThat(again.lease()).isEqualTo(new Lease(first.job(), first.number() + 1, session));
      assertThat(store.complete(first, Effects.none()).accepted()).isFalse();
      assertThat(store.get(first.job())).contains(again);

      Lease cancelled = claim(store, session, JobSpec.of("t")).lease();
      other.requestCancel(cancelled.job(), "no more", Effects.none());
      AsyncJob ended = store.complete(cancelled, Effects.none()).orThrow();
      assertThat(ended.cancelReason()).isEqualTo("no more");
      assertThat(store.get(cancelled.job())).contains(ended);
    }
  }

  private static void aZombieWritesNothing(String url, JobSpec spec) {
    try (Database database = Database.open(url);
        Database zombies = Database.open(url)) {
      ContendedJobs.create(database);
      DatabaseJobStore store = DatabaseJobStore.on(database);
      DatabaseJobStore zombie = DatabaseJobStore.on(zombies);
      store.enqueue(spec);
      Lease old = claim(zombie).lease();
      assertThat(store.endSession(old.session(), 0).recovered()).hasSize(1);
      AsyncJob running = claim(store);
      assertThat(running.lease().number()).isEqualTo(old.number() + 1);

      assertThat(zombie.note(old, effect("zombie"))).matches(it -> !it.accepted(), "refused");
      for (RunOutcome outcome :
          List.of(
              new RunOutcome.Succeeded(),
              new RunOutcome.Failed("late"),
              new RunOutcome.Released("late"))) {
        assertThat(zombie.finish(old, outcome, effect("zombie")).accepted()).isFalse();
        assertThat(store.get(running.id())).contains(running);
      }
      assertThat(store.complete(running.lease(), effect("owner")).accepted()).isTrue();
      assertThat(zombie.complete(old, effect("zombie")).accepted()).isFalse();

      List<String> seen =
          database.read(it -> it.query("SELECT job FROM seen", row -> row.getString(1)));
      assertThat(seen).containsExactly("owner");
      assertThat(store.get(running.id()).orElseThrow().status())
          .isEqualTo(AsyncJobStatus.SUCCEEDED);
    }
  }

  private static Effects effect(String by) {
    return DatabaseUnit.writing(it -> it.update("INSERT INTO seen (job, lease) VALUES (?, 0)", by));
  }

  private static AsyncJob claim(DatabaseJobStore store) {
    return claim(store, open(store, 1), null);
  }

  private static SessionId open(DatabaseJobStore store, int capacity) {
    return store.openSession(
        new SessionRequest("w", capacity, ProcessIdentity.current("here")), new SilentListener());
  }

  /** Claims a job, after enqueuing one if it is given. */
  private static AsyncJob claim(DatabaseJobStore store, SessionId session, @Nullable JobSpec spec) {
    if (spec != null) {
      store.enqueue(spec);
    }
    return ((ClaimResult.Claimed) store.claim(session, ContendedJobs.ALL, 1)).jobs().getFirst();
  }
}

package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestDatabase;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.store.job.SilentListener;
import dev.cleveragents.store.race.InjectedErrors.When;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that fail at the worst moment: every unit of work is stored once, or not at all. */
class LostAnswerTest {

  private static final long DEADLINE_SECONDS = 60;
  private static final Predicate<String> COMMIT = ObservedConnections.Listener.COMMIT::equals;

  @TempDir Path folder;
  private final InjectedErrors sabotage = new InjectedErrors();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private String url = "";
  private Database database;

  private static boolean isInsert(String sql) {
    return sql.contains("INSERT INTO things");
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    database.close();
  }

  private void open(RaceDatabase kind) {
    open(kind, settings -> settings);
  }

  private void open(RaceDatabase kind, UnaryOperator<DatabaseSettings> change) {
    url = kind.fresh(folder);
    DatabaseSettings settings = change.apply(DatabaseSettings.at(url));
    database =
        TestDatabase.open(
            settings, TimeSource.system(), new ObservedConnections(sabotage)::connection);
    database.write(it -> it.update("CREATE TABLE things (name TEXT NOT NULL)"));
  }

  private int add(String name) {
    return database.write(it -> insert(it, name));
  }

  private static int insert(Transaction transaction, String name) {
    return transaction.update("INSERT INTO things (name) VALUES (?)", name);
  }

  private List<String> things() {
    return database.read(it -> it.query("SELECT name FROM things", row -> row.getString(1)));
  }

  private int commitsKept() {
    return database
        .read(it -> it.query("SELECT id FROM job_commits", row -> row.getString(1)))
        .size();
  }

  @ParameterizedTest
  @EnumSource
  void aStoredCommitWithoutAnswerIsNotRetried(RaceDatabase kind) {
    open(kind);
    sabotage.strike(COMMIT, When.AFTER, kind.lost());

    assertThat(add("once")).isEqualTo(1);
    assertThat(things()).containsExactly("once");
    assertThat(sabotage.left()).isZero();
    add("next");
    assertThat(commitsKept()).as("ids of commits that are kept").isEqualTo(1);
  }

  /** Whatever the reported reason: the connection is gone, and the outcome is unknown. */
  @Test
  void aCommitWhoseAnswerWasLostInTheEncryptionIsNotRetried() {
    open(RaceDatabase.POSTGRES);
    SQLException encryption =
        new SQLException("an I/O error", "08006", new SSLException("Tag mismatch"));
    sabotage.strike(COMMIT, When.AFTER, encryption);

    assertThat(add("once")).isEqualTo(1);
    assertThat(things()).containsExactly("once");
    assertThat(sabotage.left()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aCommitThatNeverArrivedIsRetried(RaceDatabase kind) {
    open(kind);
    sabotage.strike(COMMIT, When.BEFORE, kind.lost());
    sabotage.strike(COMMIT, When.BEFORE, kind.lost());

    assertThat(add("once")).isEqualTo(1);
    assertThat(things()).containsExactly("once");
  }

  @ParameterizedTest
  @EnumSource
  void aLostConnectionOrLockTimeoutBeforeTheCommitIsRetried(RaceDatabase kind) {
    open(kind);
    sabotage.strike(LostAnswerTest::isInsert, When.BEFORE, kind.lost());
    sabotage.strike(LostAnswerTest::isInsert, When.AFTER, kind.lost());
    sabotage.strike(LostAnswerTest::isInsert, When.AFTER, kind.busy());
    sabotage.strike(COMMIT, When.BEFORE, kind.busy());

    add("once");
    assertThat(things()).containsExactly("once");
    assertThat(sabotage.left()).isZero();
  }

  /** The trouble that follows says nothing about what became of the commit. */
  @ParameterizedTest
  @EnumSource
  void afterALostAnswerAnotherErrorDoesNotHideTheUnknownOutcome(RaceDatabase kind)
      throws Exception {
    open(kind);
    sabotage.strike(COMMIT, When.AFTER, kind.lost());
    sabotage.strike(sql -> true, When.BEFORE, kind.full());

    List<Object> answers = together("a", "b", "c");

    assertThat(things()).as(answers.toString()).doesNotHaveDuplicates().hasSize(3);
    for (Object answer : answers) {
      if (answer instanceof StoreException e) {
        assertThat(e.kind()).isEqualTo(Kind.UNKNOWN_OUTCOME);
      }
    }
  }

  /** Units that are handed over at once: some of them share a commit. */
  private List<Object> together(String... names) throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<Future<Integer>> units = new ArrayList<>();
    for (String name : names) {
      units.add(
          threads.submit(
              () -> {
                assertThat(go.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
                return add(name);
              }));
    }
    go.countDown();
    List<Object> answers = new ArrayList<>();
    for (Future<Integer> unit : units) {
      try {
        answers.add(unit.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
      } catch (ExecutionException e) {
        answers.add(e.getCause());
      }
    }
    return answers;
  }

  @ParameterizedTest
  @EnumSource
  void aFullDiskIsReportedAndNothingIsStored(RaceDatabase kind) {
    open(kind);
    sabotage.strike(COMMIT, When.BEFORE, kind.full());

    assertThatThrownBy(() -> add("too much"))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DISK_FULL));
    add("later");
    assertThat(things()).containsExactly("later");
  }

  @ParameterizedTest
  @EnumSource
  void theEndOfARunIsStoredOnceWhateverIsLostOnTheWay(RaceDatabase kind) {
    for (When when : When.values()) {
      for (int lost = 1; lost <= 3; lost++) {
        if (database == null) {
          open(kind);
        }
        DatabaseJobStore store = DatabaseJobStore.on(database);
        SessionId session =
            store.openSession(
                new SessionRequest("w", 9, ProcessIdentity.current("here")), new SilentListener());
        store.enqueue(JobSpec.of("t").withKeys("k"));
        String name = when + " " + lost;
        strikeTimes(lost, when, kind);
        AsyncJob job =
            ((ClaimResult.Claimed) store.claim(session, ContendedJobs.ALL, 1)).jobs().getFirst();
        assertThat(job.leases()).as(name).isEqualTo(1);
        strikeTimes(lost, when, kind);
        Effects effects = DatabaseUnit.writing(it -> insert(it, name));
        assertThat(store.complete(job.lease(), effects).accepted()).as(name).isTrue();
        assertThat(things()).filteredOn(name::equals).hasSize(1);
        sabotage.strike(COMMIT, when, kind.lost());
        assertThat(store.enqueue(JobSpec.of("other").withIdempotencyKey(name)).created())
            .as("the first of that key")
            .isTrue();
      }
    }
  }

  /** After the commit only the last can be lost: the one before has stored it. */
  private void strikeTimes(int times, When when, RaceDatabase kind) {
    for (int i = 1; i < times; i++) {
      sabotage.strike(COMMIT, When.BEFORE, kind.lost());
    }
    sabotage.strike(COMMIT, when, kind.lost());
  }

  @ParameterizedTest
  @EnumSource
  void oneUnitThatFailsAmongOthersFailsAlone(RaceDatabase kind) throws Exception {
    open(kind);
    List<Future<Integer>> units = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      int n = i;
      units.add(
          threads.submit(
              () ->
                  database.write(
                      it -> {
                        int added = insert(it, "n" + n);
                        if (n % 10 == 3) {
                          throw new IllegalStateException("unit " + n);
                        }
                        if (n % 10 == 7) {
                          it.update("INSERT INTO nowhere VALUES (1)");
                        }
                        return added;
                      })));
    }
    for (int i = 0; i < 40; i++) {
      Future<Integer> unit = units.get(i);
      if (i % 10 == 3 || i % 10 == 7) {
        assertThatThrownBy(() -> unit.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOf(i % 10 == 3 ? IllegalStateException.class : StoreException.class);
      } else {
        assertThat(unit.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(1);
      }
    }
    assertThat(things()).hasSize(32).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void aCallerBlocksOnAFullQueueAndFailsAfterTheDeadline(RaceDatabase kind) throws Exception {
    open(kind, it -> it.withDeadline(Duration.ofSeconds(3)).withQueueBound(1));
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Future<Integer> slow = threads.submit(() -> database.write(it -> waitFor(it, inside, go)));
    assertThat(inside.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    Future<Integer> waiting = threads.submit(() -> add("waits in the queue"));
    Future<Integer> pushedBack = threads.submit(() -> add("waits or is pushed back"));

    Future<Integer> late = firstDone(waiting, pushedBack);
    assertThatThrownBy(() -> late.get(0, TimeUnit.SECONDS))
        .cause()
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OVERLOADED));
    go.countDown();
    assertThat(slow.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(things()).contains("slow");
  }

  private static Future<Integer> firstDone(Future<Integer> one, Future<Integer> other) {
    await()
        .atMost(Duration.ofSeconds(DEADLINE_SECONDS))
        .until(() -> one.isDone() || other.isDone());
    return one.isDone() ? one : other;
  }

  private static int waitFor(Transaction transaction, CountDownLatch inside, CountDownLatch go) {
    int added = insert(transaction, "slow");
    inside.countDown();
    try {
      assertThat(go.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return added;
  }

  @ParameterizedTest
  @EnumSource
  void closingCompletesSubmittedUnitsAndAcceptsNoMore(RaceDatabase kind) throws Exception {
    open(kind);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Future<Integer> slow = threads.submit(() -> database.write(it -> waitFor(it, inside, go)));
    assertThat(inside.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    List<Future<Integer>> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String name = "waiting " + i;
      waiting.add(threads.submit(() -> add(name)));
    }
    Future<?> closing = threads.submit(database::close);
    go.countDown();

    closing.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertThat(kindOf(() -> add("too late"))).isEqualTo(Kind.CLOSED);
    assertThat(slow.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(1);
    int stored = 1;
    for (Future<Integer> unit : waiting) {
      stored += succeeds(unit) ? 1 : 0;
    }
    try (Database again = Database.open(url)) {
      List<String> names =
          again.read(it -> it.query("SELECT name FROM things", row -> row.getString(1)));
      assertThat(names).hasSize(stored);
    }
  }

  private static boolean succeeds(Future<?> unit) throws Exception {
    try {
      unit.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException e) {
      return false;
    }
  }

  private static @Nullable Kind kindOf(Runnable unit) {
    try {
      unit.run();
      return null;
    } catch (StoreException e) {
      return e.kind();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallerThatIsInterruptedIsAnsweredAndStaysInterrupted(RaceDatabase kind) throws Exception {
    open(kind);
    Future<Boolean> answered =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              int added = add("interrupted");
              return added == 1 && Thread.interrupted();
            });

    assertThat(answered.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(things()).containsExactly("interrupted");
  }
}

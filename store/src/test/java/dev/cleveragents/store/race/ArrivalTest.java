package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.HeardLog;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestDatabase;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.Lender;
import dev.cleveragents.store.job.Unit;
import dev.cleveragents.store.race.Sabotage.When;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A job that finds a seat is claimed with its enqueue, or stored like any other. */
class ArrivalTest {

  private static final JobSpec JOB = JobSpec.of("t");
  private static final Predicate<String> COMMIT = Tapped.Listener.COMMIT::equals;

  @TempDir Path folder;
  private final Sabotage sabotage = new Sabotage();
  private final Statements statements = new Statements(sabotage);
  private String url;
  private Database database;
  private DatabaseJobStore store;
  private Lender lender;

  @AfterEach
  void close() {
    database.close();
  }

  private void open(Base kind) {
    url = kind.fresh(folder);
    DatabaseSettings settings = DatabaseSettings.at(url);
    database = TestDatabase.open(settings, TimeSource.system(), new Tapped(statements)::connection);
    store = DatabaseJobStore.on(database);
  }

  /** From now on there are seats. */
  private void lend() {
    lender = new Lender(store, Scene.ALL).lending(true);
    statements.forget();
  }

  private AsyncJob enqueue(JobSpec spec) {
    return store.enqueue(spec).job();
  }

  private AsyncJob stored(AsyncJob job) {
    return store.get(job.id()).orElseThrow();
  }

  private void assertWaits(AsyncJob job) {
    assertThat(stored(job).status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(stored(job).leases()).isZero();
  }

  private void assertSeatsEnded() {
    assertThat(lender.answers().size() + lender.left()).isEqualTo(lender.lent());
  }

  @ParameterizedTest
  @EnumSource
  void aLoneJobIsStoredAndClaimedByOneCommit(Base kind) {
    open(kind);
    lend();

    AsyncJob job = enqueue(JOB.withKeys("k"));

    assertThat(statements.count(COMMIT)).isEqualTo(1);
    assertThat(lender.jobs()).singleElement().isEqualTo(stored(job));
    assertThat(stored(job).lease().session()).isEqualTo(lender.session());
    assertThat(store.complete(stored(job).lease(), Effects.none()).accepted()).isTrue();
  }

  @Test
  void otherProcessesAreToldOnlyOfWhatIsLeftForThem() throws SQLException {
    open(Base.POSTGRES);
    lend();
    try (Connection other = DriverManager.getConnection(url);
        Statement statement = other.createStatement()) {
      statement.execute("LISTEN cleveragents");

      enqueue(JOB);
      statement.execute("NOTIFY cleveragents, 'claimed'");
      assertThat(heardBy(other)).containsExactly("claimed");

      enqueue(JOB.withDelay(Duration.ofHours(1)));
      statement.execute("NOTIFY cleveragents, 'for later'");
      assertThat(heardBy(other)).hasSize(2).endsWith("for later");

      lender.lending(false);
      enqueue(JOB.withPriority(9));
      lender.lending(true);
      assertThat(heardBy(other)).hasSize(1);
      enqueue(JOB);
      statement.execute("NOTIFY cleveragents, 'not claimed'");
      assertThat(heardBy(other)).hasSize(2).endsWith("not claimed");
    }
  }

  /** The order of every enqueue. With another one the two would wait for each other. */
  @Test
  void whoWaitsForAnIdempotencyKeyDoesNotHoldTheLockOfTheKeysMeanwhile() throws Exception {
    open(Base.POSTGRES);
    lend();
    FutureTask<AsyncJob> enqueue =
        new FutureTask<>(() -> enqueue(JOB.withKeys("k").withIdempotencyKey("once")));
    try (Connection other = DriverManager.getConnection(url);
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("INSERT INTO idempotency_keys (key, job_id) VALUES ('once', 'other')");
      Thread.ofPlatform().start(enqueue);
      await().atMost(Duration.ofMinutes(1)).until(this::somebodyWaits);

      try (ResultSet locks =
          statement.executeQuery(
              "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                  + " AND database = (SELECT oid FROM pg_database"
                  + " WHERE datname = current_database())")) {
        assertThat(locks.next()).isTrue();
        assertThat(locks.getInt(1)).isZero();
      }
      other.rollback();
    }
    assertThat(enqueue.get(1, TimeUnit.MINUTES).spec().idempotencyKey()).isEqualTo("once");
    assertThat(lender.jobs()).hasSize(1);
  }

  private boolean somebodyWaits() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_locks WHERE NOT granted")) {
      return row.next() && row.getInt(1) > 0;
    }
  }

  private static List<String> heardBy(Connection connection) throws SQLException {
    return Stream.of(connection.unwrap(PGConnection.class).getNotifications())
        .map(PGNotification::getParameter)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void whoeverWaitsAndIsBetterGetsTheSeat(Base kind) {
    open(kind);
    AsyncJob waiting = enqueue(JOB);
    lend();

    AsyncJob job = enqueue(JOB);

    assertThat(lender.jobs()).extracting(AsyncJob::id).containsExactly(waiting.id());
    assertWaits(job);
    assertThat(lender.hints()).as("there is work left").isPositive();
    AsyncJob better = enqueue(JOB.withPriority(9));
    assertThat(lender.jobs()).extracting(AsyncJob::id).containsExactly(waiting.id(), better.id());
    assertWaits(job);
    assertThat(store.claim(lender.session(), Scene.ALL, 9))
        .isInstanceOfSatisfying(
            ClaimResult.Claimed.class,
            it -> assertThat(it.jobs()).extracting(AsyncJob::id).containsExactly(job.id()));
  }

  @ParameterizedTest
  @EnumSource
  void aKeyThatIsHeldIsRespected(Base kind) {
    open(kind);
    lend();
    enqueue(JOB.withKeys("k"));

    AsyncJob second = enqueue(JOB.withKeys("k"));

    assertThat(lender.jobs()).hasSize(1);
    assertWaits(second);
    assertSeatsEnded();
  }

  @ParameterizedTest
  @EnumSource
  void whatWasEnqueuedBeforeIsNotClaimedAgain(Base kind) {
    open(kind);
    lend();
    AsyncJob job = enqueue(JOB.withIdempotencyKey("once"));

    assertThat(store.enqueue(JOB.withIdempotencyKey("once")).created()).isFalse();

    assertThat(lender.jobs()).hasSize(1);
    assertThat(stored(job).leases()).isEqualTo(1);
    assertSeatsEnded();
  }

  @ParameterizedTest
  @EnumSource
  void aJobForLaterNeedsNoSeat(Base kind) {
    open(kind);
    lend();

    assertWaits(enqueue(JOB.withDelay(Duration.ofHours(1))));

    assertThat(lender.lent()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenWithTheStartIsStored(Base kind) {
    open(kind);
    createThings();
    lend();
    lender.starting(_ -> adding("started"));

    enqueue(JOB);

    assertThat(lender.jobs()).hasSize(1);
    assertThat(things()).containsExactly("started");
  }

  @ParameterizedTest
  @EnumSource
  void effectsOfAStartThatFailPostponeItAndTheJobIsStored(Base kind) {
    open(kind);
    for (Effects failing : List.of(throwing(), adding("no such table"))) {
      lend();
      lender.starting(_ -> failing);

      AsyncJob job = enqueue(JOB);

      assertThat(lender.jobs()).isEmpty();
      assertWaits(job);
      assertSeatsEnded();
      store.closeSession(lender.session());
      store.requestCancel(job.id(), "so that the next is alone", Effects.none());
    }
  }

  /** A claim cannot go on after that, but whoever enqueues has nothing to do with it. */
  @ParameterizedTest
  @EnumSource
  void aStartThatHidesAnErrorOfTheDatabaseDoesNotKeepTheJobFromBeingStored(Base kind) {
    open(kind);
    lend();
    lender.starting(
        _ ->
            unit -> {
              try {
                adding("no such table").run(unit);
              } catch (RuntimeException e) {
                // Goes on as if nothing had happened.
              }
            });

    assertWaits(enqueue(JOB));

    assertThat(lender.jobs()).isEmpty();
    assertSeatsEnded();
  }

  @ParameterizedTest
  @EnumSource
  void aJobWithEffectsNeedsNoSeat(Base kind) {
    open(kind);
    createThings();
    lend();

    assertWaits(store.enqueue(JOB, adding("enqueued")).job());

    assertThat(lender.lent()).isZero();
    assertThat(things()).containsExactly("enqueued");
  }

  @ParameterizedTest
  @EnumSource
  void whatAWorkerThrowsWhenItsSeatEndsDoesNotReachWhoEnqueues(Base kind) {
    open(kind);
    lend();
    lender.ending(
        () -> {
          throw new IllegalStateException("the worker is broken");
        });
    try (HeardLog log = Lender.log()) {
      AsyncJob job = enqueue(JOB);

      assertThat(stored(job).status()).isEqualTo(AsyncJobStatus.RUNNING);
      assertThat(log.messages()).singleElement().asString().contains("seat");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSeatIsFreeAgainWhileItsTransactionIsTriedOnceMore(Base kind) throws Exception {
    open(kind);
    lend();
    sabotage.strike(COMMIT, When.BEFORE, kind.lost());
    CountDownLatch go = statements.holdNextCommit();
    FutureTask<AsyncJob> enqueue = new FutureTask<>(() -> enqueue(JOB));
    Thread.ofPlatform().start(enqueue);

    await().atMost(Duration.ofMinutes(1)).until(() -> lender.left() == 1);
    assertThat(enqueue).isNotDone();

    go.countDown();
    assertWaits(enqueue.get(1, TimeUnit.MINUTES));
    assertSeatsEnded();
  }

  private static Effects throwing() {
    return _ -> {
      throw new IllegalStateException("no");
    };
  }

  private void createThings() {
    database.write(it -> it.update("CREATE TABLE things (name TEXT NOT NULL)"));
  }

  private static Effects adding(String name) {
    return Unit.writing(it -> it.update("INSERT INTO things (name) VALUES (?)", name));
  }

  private List<String> things() {
    return database.read(it -> it.query("SELECT name FROM things", row -> row.getString(1)));
  }

  @ParameterizedTest
  @EnumSource
  void aSessionThatIsOverIsToldSoAndTheJobWaits(Base kind) {
    open(kind);
    lend();
    store.closeSession(lender.session());
    // As one that was ended by another process: this one has not heard of it yet.
    Lender late = new Lender(store, Scene.ALL).lending(true);
    DatabaseJobStore other = DatabaseJobStore.on(database);
    other.closeSession(late.session());
    lender = late;

    AsyncJob job = enqueue(JOB);

    assertThat(late.answers()).containsExactly(new ClaimResult.SessionOver());
    assertWaits(job);
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatIsLostAfterTheCommitLosesNeitherJobNorClaim(Base kind) {
    open(kind);
    lend();
    sabotage.strike(COMMIT, When.AFTER, kind.lost());

    AsyncJob job = enqueue(JOB);

    assertThat(sabotage.left()).isZero();
    assertThat(store.counts().of(AsyncJobStatus.RUNNING)).isEqualTo(1);
    assertThat(lender.jobs()).singleElement().isEqualTo(stored(job));
  }

  @ParameterizedTest
  @EnumSource
  void whereTheFirstTryFailsItIsStoredLikeAnyOther(Base kind) {
    open(kind);
    Predicate<String> claiming = sql -> sql.contains("FROM sessions");
    for (Predicate<String> where : List.of(COMMIT, claiming)) {
      for (SQLException error : List.of(kind.lost(), kind.busy())) {
        lend();
        sabotage.strike(where, When.BEFORE, error);

        AsyncJob job = enqueue(JOB);

        assertThat(sabotage.left()).isZero();
        assertThat(lender.jobs()).isEmpty();
        assertWaits(job);
        assertThat(lender.hints()).isPositive();
        assertSeatsEnded();
        store.closeSession(lender.session());
        store.requestCancel(job.id(), "so that the next is alone", Effects.none());
      }
    }
  }

  /** Claims go on by other ways while a lane waits for its database. */
  @Test
  void aSeatIsLeftAlsoIfItsTransactionCannotEvenBegin() {
    open(Base.SQLITE);
    lend();
    sabotage.strike("BEGIN IMMEDIATE"::equals, When.BEFORE, Base.SQLITE.busy());

    assertWaits(enqueue(JOB));

    assertThat(sabotage.left()).isZero();
    assertThat(lender.left()).isEqualTo(1);
    assertThat(lender.jobs()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void jobsThatComeTogetherAreLeftToTheWorkersNextClaim(Base kind) throws Exception {
    open(kind);
    lend();
    CountDownLatch go = statements.holdNextCommit();
    List<FutureTask<JobId>> enqueues = new ArrayList<>();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      // As a worker does: it has one seat, and another when that is taken.
      lender.lending(i < 2);
      FutureTask<JobId> enqueue = new FutureTask<>(() -> enqueue(JOB).id());
      enqueues.add(enqueue);
      callers.add(Thread.ofPlatform().start(enqueue));
      Thread last = callers.getLast();
      // All but the first wait for the lane, and so share the next transaction.
      await().atMost(Duration.ofMinutes(1)).until(() -> isWaiting(last));
    }
    go.countDown();
    for (FutureTask<JobId> enqueue : enqueues) {
      enqueue.get(1, TimeUnit.MINUTES);
    }

    assertThat(statements.count(COMMIT)).as("the first, and the others together").isEqualTo(2);
    assertThat(lender.jobs()).extracting(AsyncJob::id).containsExactly(enqueues.getFirst().get());
    assertThat(lender.left()).isEqualTo(1);
    assertThat(lender.hints()).isPositive();
    assertThat(store.counts().of(AsyncJobStatus.QUEUED)).isEqualTo(3);
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }

  /** Keeps the statements, and can hold one commit, once no error is left that strikes before. */
  private static final class Statements implements Tapped.Listener {
    private final Sabotage sabotage;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private volatile @Nullable CountDownLatch hold;

    Statements(Sabotage sabotage) {
      this.sabotage = sabotage;
    }

    void forget() {
      seen.clear();
    }

    long count(Predicate<String> which) {
      return seen.stream().filter(which).count();
    }

    CountDownLatch holdNextCommit() {
      CountDownLatch latch = new CountDownLatch(1);
      hold = latch;
      return latch;
    }

    @Override
    public void before(String sql) throws SQLException {
      seen.add(sql);
      CountDownLatch held = hold;
      if (held != null && sql.equals(COMMIT) && sabotage.left() == 0) {
        hold = null;
        await().atMost(Duration.ofMinutes(1)).until(() -> held.getCount() == 0);
      }
      sabotage.before(sql);
    }

    @Override
    public void after(String sql, Connection connection) throws SQLException {
      sabotage.after(sql, connection);
    }
  }
}

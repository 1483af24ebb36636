package dev.cleveragents.store.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.JobTableInvariants;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One run: starts processes and injects faults, then waits without faults until every job has
 * ended.
 */
final class CrashRun {

  private static final int WORKERS = 4;
  private static final long EXIT_SECONDS = 180;

  /** Long enough that the others have found it dead and taken its jobs. */
  private static final Duration FROZEN_FOR = CrashWorker.LEASE.plusMillis(1_500);

  /**
   * How big it is.
   *
   * @param jobs how many are enqueued
   * @param lasts how long they are tormented
   * @param settles how long they may take to end after that
   */
  record Size(int jobs, Duration lasts, Duration settles) {}

  private final CrashDatabase site;
  private final Path folder;
  private final Size size;
  private final Random random;
  private final Map<InjectedFault, Integer> struck = new EnumMap<>(InjectedFault.class);
  private final List<ChildProcess> workers = new ArrayList<>();
  private final Map<ChildProcess, Long> frozenUntil = new LinkedHashMap<>();
  private final Database database;
  private ChildProcess client;
  private int started;

  CrashRun(CrashDatabase site, Path folder, Size size, long seed) throws IOException {
    this.site = site;
    this.folder = folder;
    this.size = size;
    this.random = new Random(seed);
    this.database = Database.open(site.url());
    JobEventLog.create(database);
    this.client = startClient();
  }

  /** Runs it to the end and returns what was seen. */
  String run() throws Exception {
    try {
      for (int i = 0; i < WORKERS; i++) {
        startWorker();
      }
      DatabaseJobStore store = DatabaseJobStore.on(database);
      await("all are at work")
          .atMost(Duration.ofMinutes(4))
          .until(() -> store.sessions().size() == WORKERS && store.counts().total() > 20);
      torment();
      settle();
      for (ChildProcess worker : workers) {
        assertThat(worker.stop(EXIT_SECONDS)).as(worker.said()).isZero();
      }
      CrashVerdict verdict = CrashVerdict.of(database, folder, size.jobs);
      assertThat(verdict.broken()).isEmpty();
      return "%s; %s".formatted(struck, verdict.summary());
    } finally {
      for (ChildProcess child : workers) {
        child.kill();
      }
      client.kill();
      database.close();
    }
  }

  private void torment() throws Exception {
    List<InjectedFault> deck = new ArrayList<>();
    long end = System.nanoTime() + size.lasts.toNanos();
    while (System.nanoTime() - end < 0 || !struck.keySet().containsAll(site.torments())) {
      if (deck.isEmpty()) {
        deck.addAll(site.torments());
        Collections.shuffle(deck, random);
      }
      letPass(100 + random.nextInt(size.jobs > 5_000 ? 1_900 : 600));
      thawDue();
      InjectedFault torment = deck.removeFirst();
      struck.merge(torment, 1, Integer::sum);
      strike(torment);
      look();
    }
  }

  private void strike(InjectedFault torment) throws Exception {
    switch (torment) {
      case KILL_WORKER -> {
        ChildProcess worker = anyAwake();
        workers.remove(worker);
        worker.kill();
        startWorker();
      }
      case FREEZE_WORKER -> {
        if (frozenUntil.size() < WORKERS - 2) {
          ChildProcess worker = inTheMiddleOfAJob();
          worker.freeze();
          frozenUntil.put(worker, System.nanoTime() + FROZEN_FOR.toNanos());
        }
      }
      case KILL_CLIENT -> {
        client.kill();
        client = startClient();
      }
      case FULL_DISK -> {
        site.fillDisk();
        letPass(300 + random.nextInt(500));
        site.freeDisk();
      }
      case TERMINATE_BACKENDS -> site.terminateBackends();
      case RESTART_SERVER -> site.restart(false);
      case CRASH_SERVER -> site.restart(true);
    }
  }

  private ChildProcess anyAwake() {
    List<ChildProcess> awake = workers.stream().filter(it -> !frozenUntil.containsKey(it)).toList();
    return awake.get(random.nextInt(awake.size()));
  }

  /** One that runs a job which will not notice that it was frozen, if there is any. */
  private ChildProcess inTheMiddleOfAJob() {
    List<String> busy =
        database.read(
            transaction ->
                transaction.query(
                    """
                    SELECT worker FROM job_sessions JOIN job_active ON job_active.owner = job_sessions.id
                    WHERE over = 0 AND type = 'STUBBORN'
                    """,
                    row -> row.getString(1)));
    return workers.stream()
        .filter(it -> busy.contains(it.name()) && !frozenUntil.containsKey(it))
        .findFirst()
        .orElseGet(this::anyAwake);
  }

  private void thawDue() throws Exception {
    for (ChildProcess worker : List.copyOf(frozenUntil.keySet())) {
      if (System.nanoTime() - Objects.requireNonNull(frozenUntil.get(worker)) >= 0) {
        frozenUntil.remove(worker);
        worker.thaw();
      }
    }
  }

  /** No child ends by itself, and the tables are in order at every moment. */
  private void look() throws IOException {
    for (ChildProcess worker : workers) {
      assertThat(worker.isAlive()).as(worker.name() + " ended: " + worker.said()).isTrue();
    }
    assertThat(invariantsBroken()).isEmpty();
  }

  private List<String> invariantsBroken() {
    return database.read(
        transaction -> JobTableInvariants.broken(transaction, CrashJobKind.LIMITS));
  }

  private void settle() throws Exception {
    while (!frozenUntil.isEmpty()) {
      letPass(100);
      thawDue();
    }
    await("the client has enqueued all")
        .atMost(size.settles)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(
            () -> assertThat(client.isAlive()).as("at work still, %s", counts()).isFalse());
    assertThat(client.exit(EXIT_SECONDS)).as(client.said()).isZero();
    await("every job has ended")
        .atMost(size.settles)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> assertThat(unfinished()).isEmpty());
    DatabaseJobStore store = DatabaseJobStore.on(database);
    // A session declared dead while its process was frozen is replaced by another.
    await("the sessions are those of the living")
        .atMost(size.settles)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(
            () ->
                assertThat(store.sessions())
                    .extracting(WorkerSession::worker)
                    .containsExactlyInAnyOrderElementsOf(
                        workers.stream().map(ChildProcess::name).toList()));
    look();
  }

  private String counts() {
    return DatabaseJobStore.on(database).counts().toString();
  }

  private List<String> unfinished() {
    return database.read(
        transaction ->
            transaction.query(
                "SELECT type, status, stand, parked_at, attempts, leases, message FROM job_active"
                    + " LIMIT 20",
                row ->
                    "%s %s %s %s attempts %d leases %d: %s"
                        .formatted(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getLong(5),
                            row.getLong(6),
                            row.getString(7))));
  }

  private void startWorker() throws IOException {
    started++;
    workers.add(ChildProcess.start(CrashWorker.class, arguments("worker-" + started)));
  }

  private ChildProcess startClient() throws IOException {
    return ChildProcess.start(CrashClient.class, arguments("client"));
  }

  private ChildArguments arguments(String name) {
    int within = (int) size.lasts.toMillis() * 3 / 4;
    return new ChildArguments(site.url(), name, folder, random.nextLong(), size.jobs, within);
  }

  private static void letPass(long millis) throws InterruptedException {
    boolean never = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    assertThat(never).isFalse();
  }
}

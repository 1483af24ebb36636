package dev.cleveragents.store.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.BatchedWork;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves of jobs with keys that happen to be made in one transaction. */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class BatchedMovesTest {

  private static final ClaimFilter ANY = ClaimFilter.ofTypes("a", "b");

  @Parameter private boolean sqlite;
  @TempDir private Path folder;
  private Database database;
  private DatabaseJobStore store;
  private final ReadyRankBounds ready = new ReadyRankBounds();
  private BatchedMoves moves;
  private BatchedClaims claims;
  private SessionId session;

  @BeforeEach
  void open() {
    String url =
        sqlite ? "jdbc:sqlite:" + folder.resolve("jobs.db") : TestPostgres.shared().newSchema();
    database =
        Database.open(DatabaseSettings.at(url), ThreadFactories.standard(), TimeSource.system());
    store = DatabaseJobStore.on(database);
    MoveContext context =
        new MoveContext(
            database, JobSettings.DEFAULTS, UlidGenerator.system(), new Random(1), ready);
    moves = new BatchedMoves(context, BatchedWork.Lane.MOVES);
    claims = new BatchedClaims(context, new RunningStartBounds());
    session =
        store.openSession(
            new SessionRequest("w", 10, ProcessIdentity.current("here")), new SilentListener());
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static JobSpec with(String key) {
    return JobSpec.of("a").withKeys(key);
  }

  private static MoveRequest cancel(JobId job) {
    return new MoveRequest.Cancel(job, "not wanted", Effects.none());
  }

  private JobId enqueue(JobSpec spec) {
    MoveAnswer answer = together(List.of(new MoveRequest.Enqueue(spec, Effects.none()))).getFirst();
    return Objects.requireNonNull(answer.enqueued()).job().id();
  }

  private List<AsyncJob> claim() {
    BatchedClaims.ClaimAnswer made =
        database.submit(
            claims, new BatchedClaims.ClaimRequest(session, ANY, 10, _ -> Effects.none()));
    ready.raise(made.reached());
    return ((ClaimResult.Claimed) made.result()).jobs();
  }

  private List<MoveAnswer> together(List<MoveRequest> requests) {
    List<MoveAnswer> answers = database.write(transaction -> moves.run(transaction, requests));
    answers.forEach(answer -> ready.madeReady(answer.lowestReady()));
    List<String> broken =
        database.read(
            transaction ->
                JobTableInvariants.broken(transaction, JobSettings.DEFAULTS.keyLimits()));
    assertThat(broken).as(requests.toString()).isEmpty();
    return answers;
  }

  @Test
  void aJobCalledAndCancelledAtOnceCallsTheNext() {
    List<JobId> jobs = IntStream.range(0, 4).mapToObj(_ -> enqueue(with("k"))).toList();
    together(List.of(cancel(jobs.get(0)), cancel(jobs.get(1)), cancel(jobs.get(2))));
    assertThat(claim()).extracting(AsyncJob::id).containsExactly(jobs.get(3));
  }

  @Test
  void aJobCalledByTheEndOfARunAndCancelledAtOnceCallsTheNext() {
    List<JobId> jobs = IntStream.range(0, 3).mapToObj(_ -> enqueue(with("k"))).toList();
    Lease lease = claim().getFirst().lease();
    together(
        List.of(
            new MoveRequest.Finish(lease, new RunOutcome.Released("later"), Effects.none(), null),
            cancel(jobs.get(1)),
            cancel(jobs.get(0))));
    assertThat(claim()).extracting(AsyncJob::id).containsExactly(jobs.get(2));
  }

  /**
   * Whatever is made together: the tables are in order, and in the end each caller has had a turn.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noJobIsLeftBehindAKey(long seed) {
    Random random = new Random(seed);
    List<JobId> queued = new ArrayList<>();
    List<Lease> running = new ArrayList<>();
    for (int round = 0; round < 40; round++) {
      List<MoveRequest> requests = new ArrayList<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        String type = random.nextBoolean() ? "a" : "b";
        queued.add(enqueue(keyed(JobSpec.of(type), random)));
      }
      for (int i = random.nextInt(5); i > 0 && !queued.isEmpty(); i--) {
        requests.add(cancel(queued.remove(random.nextInt(queued.size()))));
      }
      while (!running.isEmpty()) {
        RunOutcome outcome =
            random.nextBoolean() ? new RunOutcome.Succeeded() : new RunOutcome.Released("again");
        requests.add(
            random.nextInt(requests.size() + 1),
            new MoveRequest.Finish(running.removeLast(), outcome, Effects.none(), null));
      }
      together(requests);
      claim().forEach(job -> running.add(job.lease()));
    }
    for (int turns = 0; turns < 1_000 && !running.isEmpty(); turns++) {
      together(running.stream().map(BatchedMovesTest::succeeded).toList());
      running.clear();
      claim().forEach(job -> running.add(job.lease()));
    }
    assertThat(store.counts().of(AsyncJobStatus.QUEUED)).isZero();
  }

  private static MoveRequest succeeded(Lease lease) {
    return new MoveRequest.Finish(lease, new RunOutcome.Succeeded(), Effects.none(), null);
  }

  private static JobSpec keyed(JobSpec spec, Random random) {
    JobSpec first = spec.withKeys("k" + random.nextInt(3));
    return random.nextInt(4) == 0 ? first.withKeys("other") : first;
  }
}

package dev.cleveragents.bench.durable;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** CleverAgents: one worker on one database, 4,000 bodies at once, otherwise its defaults. */
final class CleverAgentsQueue implements QueueContender {

  static final String NO_OP = "no-op";

  /** A job that runs until the contender is closed. */
  static final String LASTING = "lasting";

  private static final int AT_ONCE = 4_000;
  private static final int TOGETHER = 1_000;

  private final String url;
  private final BodyCounter bodies;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Database database;
  private final DatabaseJobStore store;
  private final AsyncWorker worker;

  /** With a worker that is not started yet. */
  CleverAgentsQueue(String url, BodyCounter bodies) {
    this.url = url;
    this.bodies = bodies;
    this.database = Database.open(url);
    this.store = DatabaseJobStore.on(database);
    this.worker =
        new AsyncWorker(
            store,
            Map.of(NO_OP, this::noOp, LASTING, this::lasting),
            WorkerConfig.defaults().withMaxConcurrency(AT_ONCE),
            database.workerEnvironment());
  }

  static CleverAgentsQueue onSqlite(EmptyDatabases databases, BodyCounter bodies) {
    return new CleverAgentsQueue(databases.sqlite(), bodies).startWorker();
  }

  static CleverAgentsQueue onPostgres(EmptyDatabases databases, BodyCounter bodies)
      throws Exception {
    return new CleverAgentsQueue(databases.postgres(), bodies).startWorker();
  }

  CleverAgentsQueue startWorker() {
    worker.start();
    return this;
  }

  private Effects noOp(AsyncJob job) {
    if (job.spec().payload().isEmpty()) {
      bodies.ran();
    } else {
      bodies.started(Integer.parseInt(job.spec().payload()));
    }
    return Effects.none();
  }

  private Effects lasting(AsyncJob job) throws InterruptedException {
    bodies.ran();
    closing.await();
    return Effects.none();
  }

  @Override
  public void enqueue(int jobs) {
    for (List<JobSpec> some = List.of(); jobs > 0; jobs -= some.size()) {
      some = Collections.nCopies(Math.min(jobs, TOGETHER), JobSpec.of(NO_OP));
      store.enqueueAll(some);
    }
  }

  @Override
  public void enqueueNumbered(int number) {
    enqueue(JobSpec.of(NO_OP).withPayload(String.valueOf(number)));
  }

  /** Enqueues one job and returns its id. */
  String enqueue(JobSpec job) {
    return store.enqueue(job).job().id().toString();
  }

  @Override
  public String openJobs() {
    return "SELECT EXISTS (SELECT 1 FROM job_active)";
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void close() {
    closing.countDown();
    worker.close();
    database.close();
  }
}

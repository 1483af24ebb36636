package dev.cleveragents.bench.durable;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** CleverAgents: one worker on one database. */
final class Ours implements Contender {

  private static final int AT_ONCE = 1_000;

  private final String name;
  private final AtomicLong done = new AtomicLong();
  private final Database database;
  private final DatabaseJobStore store;
  private final AsyncWorker worker;

  Ours(String name, String url) {
    this.name = name;
    this.database = Database.open(url);
    this.store = DatabaseJobStore.on(database);
    this.worker =
        store.startWorker(
            Map.of(
                "no-op",
                job -> {
                  done.incrementAndGet();
                  return Effects.none();
                }),
            WorkerConfig.defaults().withMaxConcurrency(AT_ONCE));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void enqueue(int jobs) {
    for (List<JobSpec> some = List.of(); jobs > 0; jobs -= some.size()) {
      some = Collections.nCopies(Math.min(jobs, 1_000), JobSpec.of("no-op"));
      store.enqueueAll(some);
    }
  }

  @Override
  public long done() {
    return done.get();
  }

  @Override
  public void close() {
    worker.close();
    database.close();
  }
}

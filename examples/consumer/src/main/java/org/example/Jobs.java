package org.example;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import java.util.Map;

/** Runs one durable job: {@code Jobs jdbc:sqlite:jobs.db}. */
public final class Jobs {

  private Jobs() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (var database = Database.open(arguments[0])) {
      database.write(it -> it.update("CREATE TABLE IF NOT EXISTS orders (name TEXT)"));
      var jobs = DatabaseJobStore.on(database);
      JobBody order =
          job ->
              DatabaseUnit.writing(
                  it -> it.update("INSERT INTO orders VALUES (?)", job.spec().payload()));
      try (var _ = jobs.startWorker(Map.of("order", order), WorkerConfig.defaults())) {
        jobs.enqueue(JobSpec.of("order").withPayload("tea").withIdempotencyKey("1"));
        while (jobs.counts().of(AsyncJobStatus.SUCCEEDED) < 1) {
          Thread.sleep(10);
        }
      }
      System.out.println(
          "Ordered: "
              + database.read(it -> it.query("SELECT name FROM orders", r -> r.getString(1))));
    }
  }
}

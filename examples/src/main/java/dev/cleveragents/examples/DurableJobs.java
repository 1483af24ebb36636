package dev.cleveragents.examples;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.store.sql.RowMapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Durable jobs in a Java service: greets people, each exactly once, even if the program is killed
 * at any moment and started again.
 *
 * <pre>{@code DurableJobs jdbc:sqlite:greetings.db Ada Grace}</pre>
 */
public final class DurableJobs {

  private DurableJobs() {}

  public static void main(String[] arguments) throws InterruptedException {
    String url = arguments[0];
    List<String> names = List.of(arguments).subList(1, arguments.length);
    // begin of the lines in README.md
    try (var database = Database.open(url)) { // jdbc:sqlite:<file> or jdbc:postgresql://…
      database.write(it -> it.update("CREATE TABLE IF NOT EXISTS greetings (name TEXT)"));
      var jobs = DatabaseJobStore.on(database);
      // What a body returns is stored with the end of its job, both or neither: counted once.
      JobBody greet =
          job ->
              DatabaseUnit.writing(
                  it -> it.update("INSERT INTO greetings VALUES (?)", job.spec().payload()));
      try (var _ = jobs.startWorker(Map.of("greet", greet), WorkerConfig.defaults())) {
        names.forEach(
            name -> jobs.enqueue(JobSpec.of("greet").withPayload(name).withIdempotencyKey(name)));
        awaitSucceeded(jobs, names.size());
      }
      // end
      System.out.println("Greeted: " + database.read(DurableJobs::greeted));
    }
  }

  private static List<String> greeted(Transaction transaction) {
    return transaction.query(
        "SELECT name FROM greetings ORDER BY name", RowMapper.of(String.class));
  }

  private static void awaitSucceeded(JobStore jobs, int count) throws InterruptedException {
    while (jobs.counts().of(AsyncJobStatus.SUCCEEDED) < count) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }
}

package dev.cleveragents.store.crash;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobEnding;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The effects of the jobs: a table in the same database, to which every start, note and end of a
 * run adds a row in the transaction of its move. The rows of one job, and those of all jobs that
 * share a key, are numbered in the order of their commits, because each move of theirs waits for
 * the one before.
 */
final class JobEventLog {

  /** A run's start, something it has done, its success, and its end without one. */
  enum What {
    BEGUN,
    NOTED,
    SUCCEEDED,
    ENDED
  }

  /** One row. */
  record Event(String job, long lease, What what, String worker) {}

  private JobEventLog() {}

  static void create(Database database) {
    database.write(
        transaction -> {
          String number =
              transaction.writesAlone()
                  ? "INTEGER PRIMARY KEY AUTOINCREMENT"
                  : "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
          return transaction.update(
              "CREATE TABLE witnessed (seq "
                  + number
                  + ", job TEXT NOT NULL, lease BIGINT NOT NULL, what TEXT NOT NULL, worker TEXT)");
        });
  }

  static Effects adding(What what, AsyncJob job, String worker) {
    return DatabaseUnit.writing(
        transaction ->
            transaction.update(
                "INSERT INTO witnessed (job, lease, what, worker) VALUES (?, ?, ?, ?)",
                job.id().toString(),
                job.leases(),
                what.name(),
                worker));
  }

  /** What a store has to know about the jobs, in the process of that name. */
  static JobSettings settings(String process) {
    Map<String, JobEnding> endings = new HashMap<>();
    for (CrashJobKind task : CrashJobKind.values()) {
      endings.put(task.name(), (job, status) -> adding(What.ENDED, job, process));
    }
    return new JobSettings(CrashJobKind.LIMITS, endings);
  }

  /** All of them, in order. */
  static List<Event> all(Transaction transaction) {
    return transaction.query(
        "SELECT job, lease, what, worker FROM witnessed ORDER BY seq",
        row ->
            new Event(
                row.getString(1),
                row.getLong(2),
                What.valueOf(row.getString(3)),
                row.getString(4)));
  }
}

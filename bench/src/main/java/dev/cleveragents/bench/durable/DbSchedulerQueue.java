package dev.cleveragents.bench.durable;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * db-scheduler, in both of its ways to poll. Settings: 50 threads ({@code -Ddb.scheduler.threads}
 * tries another number; none was faster) and a pool with a connection for each; lock-and-fetch with
 * the limits 1.0 and 4.0 that its README gives for high throughput, fetch with its default limits
 * 0.5 and 3.0; polling every 10 ms (default 10 s; a full batch polls again by itself), a look at
 * once after each single {@code schedule}; jobs in batches of 1,000 by {@code scheduleBatch}, with
 * inserts that the driver rewrites into multi-row ones; the table and the indexes as documented,
 * without the index on priority, which is only of use when that is on.
 */
final class DbSchedulerQueue implements QueueContender {

  private static final String TABLE =
      """
      CREATE TABLE scheduled_tasks (
        task_name            TEXT NOT NULL,
        task_instance        TEXT NOT NULL,
        task_data            BYTEA,
        execution_time       TIMESTAMP WITH TIME ZONE NOT NULL,
        picked               BOOLEAN NOT NULL,
        picked_by            TEXT,
        last_success         TIMESTAMP WITH TIME ZONE,
        last_failure         TIMESTAMP WITH TIME ZONE,
        consecutive_failures INT,
        last_heartbeat       TIMESTAMP WITH TIME ZONE,
        version              BIGINT NOT NULL,
        priority             SMALLINT,
        PRIMARY KEY (task_name, task_instance)
      );
      CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
      CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
      """;

  private static final int THREADS = Integer.getInteger("db.scheduler.threads", 50);
  private static final int TOGETHER = 1_000;

  private final String url;
  private final OneTimeTask<Void> noOp;
  private final OneTimeTask<Void> numbered;
  private final HikariDataSource pool;
  private final Scheduler scheduler;
  private long enqueued;

  private DbSchedulerQueue(String url, BodyCounter bodies, UnaryOperator<SchedulerBuilder> polling)
      throws SQLException {
    this.url = url;
    this.noOp = Tasks.oneTime("no-op").execute((job, context) -> bodies.ran());
    this.numbered =
        Tasks.oneTime("numbered")
            .execute((job, context) -> bodies.started(Integer.parseInt(job.getId())));
    this.pool = EmptyDatabases.pool(url, THREADS + 5);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    this.scheduler =
        polling
            .apply(
                Scheduler.create(pool, noOp, numbered)
                    .threads(THREADS)
                    .pollingInterval(Duration.ofMillis(10))
                    .enableImmediateExecution()
                    .shutdownMaxWait(Duration.ofSeconds(2)))
            .build();
    scheduler.start();
  }

  static DbSchedulerQueue lockAndFetch(EmptyDatabases databases, BodyCounter bodies)
      throws SQLException {
    return new DbSchedulerQueue(
        databases.postgres(), bodies, builder -> builder.pollUsingLockAndFetch(1.0, 4.0));
  }

  static DbSchedulerQueue fetch(EmptyDatabases databases, BodyCounter bodies) throws SQLException {
    return new DbSchedulerQueue(
        databases.postgres(), bodies, builder -> builder.pollUsingFetch(0.5, 3.0));
  }

  @Override
  public void enqueue(int jobs) {
    while (jobs > 0) {
      List<TaskInstance<?>> some = new ArrayList<>();
      while (jobs > 0 && some.size() < TOGETHER) {
        some.add(noOp.instance(String.valueOf(enqueued++)));
        jobs--;
      }
      scheduler.scheduleBatch(some, Instant.now());
    }
  }

  @Override
  public void enqueueNumbered(int number) {
    scheduler.schedule(numbered.instance(String.valueOf(number)), Instant.now());
  }

  @Override
  public String openJobs() {
    return "SELECT EXISTS (SELECT 1 FROM scheduled_tasks)";
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void close() {
    scheduler.stop();
    pool.close();
  }
}

package dev.cleveragents.bench.durable;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.annotations.Job;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/**
 * JobRunr. Settings: a poll every 5 s, which is the smallest it accepts on a database (after a poll
 * that found work it continues by itself while workers are free), 64 workers and a pool with a
 * connection for each, bulk enqueue of a stream, no dashboard.
 */
final class JobRunrQueue implements QueueContender {

  private static final int WORKERS = 64;

  /** The jobs; public because JobRunr calls them by reflection. */
  public static final class Body {
    private final BodyCounter bodies;

    Body(BodyCounter bodies) {
      this.bodies = bodies;
    }

    @Job(retries = 0)
    public void noOp() {
      bodies.ran();
    }

    @Job(retries = 0)
    public void numbered(int number) {
      bodies.started(number);
    }
  }

  private final String url;
  private final HikariDataSource pool;
  private final JobScheduler scheduler;

  JobRunrQueue(EmptyDatabases databases, BodyCounter bodies) throws SQLException {
    this.url = databases.postgres();
    this.pool = EmptyDatabases.pool(url, WORKERS + 6);
    Body body = new Body(bodies);
    this.scheduler =
        JobRunr.configure()
            .useStorageProvider(new PostgresStorageProvider(pool))
            .useJobActivator(
                new JobActivator() {
                  @Override
                  public <T> T activateJob(Class<T> type) {
                    return type.cast(body);
                  }
                })
            .useBackgroundJobServer(
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                    .andPollInterval(Duration.ofSeconds(5))
                    .andWorkerCount(WORKERS)
                    .andInterruptJobsAwaitDurationOnStopBackgroundJobServer(Duration.ofSeconds(1)))
            .initialize()
            .getJobScheduler();
  }

  @Override
  public void enqueue(int jobs) {
    scheduler.<Body, Integer>enqueue(IntStream.range(0, jobs).boxed(), (body, n) -> body.noOp());
  }

  @Override
  public void enqueueNumbered(int number) {
    scheduler.<Body>enqueue(body -> body.numbered(number));
  }

  @Override
  public String openJobs() {
    return "SELECT EXISTS (SELECT 1 FROM jobrunr_jobs WHERE state IN ('ENQUEUED', 'PROCESSING'))";
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void close() {
    JobRunr.destroy();
    pool.close();
  }
}

package dev.cleveragents.bench.durable;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * DBOS transact: no-op workflows on queues. Settings: as many queues as its pollers have threads
 * (one per processor), each polled every 10 ms (default 1 s) and without limits; a pool of 32
 * connections (default 10); it has no bulk enqueue, so 32 threads enqueue.
 */
final class DbosQueue implements QueueContender {

  private static final int CONNECTIONS = 32;

  /** The workflows; public because DBOS calls them by reflection. */
  public interface Flows {
    void noOp();

    void numbered(int number);
  }

  /** What they do. */
  public static final class Bodied implements Flows {
    private final BodyCounter bodies;

    Bodied(BodyCounter bodies) {
      this.bodies = bodies;
    }

    @Override
    @Workflow(name = "noOp")
    public void noOp() {
      bodies.ran();
    }

    @Override
    @Workflow(name = "numbered")
    public void numbered(int number) {
      bodies.started(number);
    }
  }

  private final String url;
  private final HikariDataSource pool;
  private final DBOS dbos;
  private final Flows flows;
  private final List<Queue> queues = new ArrayList<>();
  private final ExecutorService enqueuing = Executors.newFixedThreadPool(CONNECTIONS);

  DbosQueue(EmptyDatabases databases, BodyCounter bodies) throws SQLException {
    this.url = databases.postgres();
    this.pool = EmptyDatabases.pool(url, CONNECTIONS);
    this.dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(pool));
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      queues.add(new Queue("bench-" + i).withPollingInterval(Duration.ofMillis(10)));
    }
    dbos.registerQueues(queues.toArray(Queue[]::new));
    this.flows = dbos.registerProxy(Flows.class, new Bodied(bodies));
    dbos.launch();
  }

  @Override
  public void enqueue(int jobs) throws Exception {
    List<Future<?>> parts = new ArrayList<>();
    for (int part = 0; part < CONNECTIONS; part++) {
      int first = part;
      parts.add(
          enqueuing.submit(
              () -> {
                for (int i = first; i < jobs; i += CONNECTIONS) {
                  dbos.startWorkflow(() -> flows.noOp(), on(i));
                }
                return null;
              }));
    }
    for (Future<?> part : parts) {
      part.get();
    }
  }

  @Override
  public void enqueueNumbered(int number) {
    dbos.startWorkflow(() -> flows.numbered(number), on(number));
  }

  private StartWorkflowOptions on(int number) {
    return new StartWorkflowOptions().withQueue(queues.get(number % queues.size()));
  }

  @Override
  public String openJobs() {
    return """
    SELECT EXISTS (SELECT 1 FROM dbos.workflow_status WHERE status IN ('ENQUEUED', 'PENDING'))
    """;
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void close() {
    enqueuing.shutdownNow();
    dbos.shutdown();
    pool.close();
  }
}

package dev.cleveragents.bench;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cycle of a job in memory: enqueue one, claim one, complete it, on a store that already holds
 * a backlog. The backlog stays as long as it is, because each cycle adds what it takes; what has
 * ended is purged now and then. Is the cost flat from a thousand to a million jobs, also when all
 * of them wait for one busy key?
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms6g", "-Xmx6g"})
public class JobStoreBenchmark {

  private static final String TYPE = "work";
  private static final ClaimFilter FILTER = ClaimFilter.ofTypes(TYPE);
  private static final ProcessIdentity PROCESS = ProcessIdentity.current("bench");

  /** A store with a backlog, shared by all threads. */
  @State(Scope.Benchmark)
  public static class Store {

    /** How many jobs wait. */
    @Param({"1000", "10000", "100000", "1000000"})
    public int backlog;

    /** What the backlog is: free to be claimed, or behind one key that a running job holds. */
    @Param({"free", "behind-busy-key"})
    public String kind = "free";

    private InMemoryJobStore jobs = InMemoryJobStore.create();

    @Setup(Level.Trial)
    public void fill() {
      jobs = InMemoryJobStore.create();
      if (kind.equals("behind-busy-key")) {
        JobSpec keyed = JobSpec.of(TYPE).withKeys("busy");
        jobs.enqueue(keyed);
        jobs.claim(open(jobs), FILTER, 1);
        enqueue(keyed);
      } else {
        enqueue(JobSpec.of(TYPE));
      }
    }

    private void enqueue(JobSpec spec) {
      for (int i = 0; i < backlog; i++) {
        jobs.enqueue(spec);
      }
    }
  }

  /** One worker's session, its own thread's. */
  @State(Scope.Thread)
  public static class Worker {
    private SessionId session = open(InMemoryJobStore.create());
    private int cycles;

    @Setup(Level.Trial)
    public void openSession(Store store) {
      session = open(store.jobs);
    }
  }

  @Benchmark
  public AsyncJob cycle(Store store, Worker worker) {
    store.jobs.enqueue(JobSpec.of(TYPE));
    ClaimResult.Claimed claimed = (ClaimResult.Claimed) store.jobs.claim(worker.session, FILTER, 1);
    AsyncJob job = claimed.jobs().getFirst();
    store.jobs.complete(job.lease(), Effects.none());
    if (++worker.cycles % 1_000 == 0) {
      store.jobs.purge(Duration.ZERO, 10_000);
    }
    return job;
  }

  private static SessionId open(InMemoryJobStore jobs) {
    return jobs.openSession(new SessionRequest("bench", 1_000, PROCESS), new Silent());
  }

  private static final class Silent implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}

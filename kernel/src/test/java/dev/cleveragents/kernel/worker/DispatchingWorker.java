package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What the original's worker and ours have in common, so that one harness runs on both. */
interface DispatchingWorker {

  void enqueue(String name);

  /** Looks for work once and runs what it finds; how many bodies it ran. */
  int poll();

  /** Ours, inline, on a store that {@code around} may wrap. */
  static DispatchingWorker ours(Consumer<String> body, UnaryOperator<JobStore> around) {
    ManualTime time = new ManualTime();
    // The checker cannot see virtual threads.
    ThreadFactory platform = Thread.ofPlatform().daemon(true).factory();
    InMemoryJobStore store =
        new InMemoryJobStore(
            JobSettings.DEFAULTS, new UlidGenerator(time, new Random(1)), time, new Random(2));
    AsyncWorker worker =
        new AsyncWorker(
            around.apply(store),
            Map.of(
                "work",
                job -> {
                  body.accept(job.spec().payload());
                  return Effects.none();
                }),
            WorkerConfig.defaults().withExecution(Execution.INLINE),
            new WorkerEnvironment(
                new ThreadFactories(platform, platform), time, time, WorkerFixture.HERE));
    return new DispatchingWorker() {
      @Override
      public void enqueue(String name) {
        store.enqueue(JobSpec.of("work").withPayload(name));
      }

      @Override
      public int poll() {
        return worker.poll();
      }
    };
  }

  /** The original, overtaken where {@code afterListing} says. */
  static DispatchingWorker original(Consumer<String> body, Runnable afterListing) {
    RacyAsyncWorker worker = new RacyAsyncWorker(8, body, afterListing);
    return new DispatchingWorker() {
      @Override
      public void enqueue(String name) {
        worker.enqueue(name);
      }

      @Override
      public int poll() {
        return worker.poll();
      }
    };
  }
}

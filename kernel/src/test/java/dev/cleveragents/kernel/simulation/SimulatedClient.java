package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client: enqueues jobs and cancels some, and asks again until answered. */
final class SimulatedClient extends SimulatedProcess {

  static final String WORK = "work";
  static final String POOL = "pool";
  static final String GROUP = "tree";

  /** Longer than a request to enqueue can be under way: what it would find is still there. */
  static final Duration KEPT_FOR = Duration.ofSeconds(20);

  private static final List<String> KEYS = List.of("a", "b", POOL);
  private static final Duration ASK_AGAIN = Duration.ofMillis(300);

  private final Duration span;
  private final List<JobId> enqueued = new ArrayList<>();

  /** A client that asks for everything within {@code span}. */
  SimulatedClient(SimulationContext world, SimulatedNetwork wire, Duration span) {
    super("client", world, wire);
    this.span = span;
  }

  void start(int jobs, int cancels, int purges) {
    for (int i = 0; i < jobs; i++) {
      JobSpec spec = job("job-" + i);
      start("enqueue" + i, NextStep.sleep(world.upTo(span), () -> enqueue(spec)));
    }
    for (int i = 0; i < cancels; i++) {
      start("cancel" + i, NextStep.sleep(world.upTo(span), this::cancelOne));
    }
    for (int i = 0; i < purges; i++) {
      start("purge" + i, NextStep.sleep(KEPT_FOR.plus(world.upTo(span)), this::purge));
    }
  }

  private JobSpec job(String name) {
    RetryPolicy retry =
        new RetryPolicy(
            1 + world.random.nextInt(3), Duration.ofMillis(100), Duration.ofMillis(1_000));
    JobSpec spec =
        JobSpec.of(WORK)
            .withPayload(name)
            .withIdempotencyKey(name)
            .withPriority(world.random.nextInt(3))
            .withRetry(retry);
    if (world.once(4)) {
      spec = spec.withDelay(world.upTo(Duration.ofSeconds(2)));
    }
    if (world.once(3)) {
      spec = spec.withGroup(GROUP);
    }
    return world.once(2) ? spec.withKeys(world.oneOf(KEYS), world.oneOf(KEYS)) : spec;
  }

  private NextStep enqueue(JobSpec spec) {
    return new NextStep.Call<>(
        () -> "enqueues " + spec.payload() + " " + spec.keys(),
        store -> store.enqueue(spec),
        answer -> {
          enqueued.add(answer.job().id());
          return NextStep.end();
        },
        error -> {
          world.saw(CoveredEvent.ENQUEUE_REPEATED);
          return NextStep.sleep(ASK_AGAIN, () -> enqueue(spec));
        });
  }

  private NextStep purge() {
    return new NextStep.Call<>(
        () -> "purges what ended long ago",
        store -> store.purge(KEPT_FOR, 2),
        purged -> NextStep.end(),
        error -> NextStep.end());
  }

  private NextStep cancelOne() {
    return enqueued.isEmpty() ? NextStep.end() : cancel(world.oneOf(enqueued));
  }

  private NextStep cancel(JobId job) {
    return new NextStep.Call<>(
        () -> "asks to cancel a job",
        store -> store.requestCancel(job, "the client asked", Effects.none()),
        move -> NextStep.end(),
        error -> NextStep.sleep(ASK_AGAIN, () -> cancel(job)));
  }
}

package dev.cleveragents.bench.subplan;

import static dev.cleveragents.bench.subplan.SplitProject.GO;

import com.sun.net.httpserver.HttpServer;
import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.PlanId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The time from the cancel of a plan to the end of the last process and of the job of each of its
 * subplans: with commands that leave sleeping process trees, and with calls of a model that never
 * answers.
 */
final class CancelFigures {

  private static final int SUBPLANS = 32;

  /** A tree of shells and sleeps, some of which are in a session of their own. */
  private static final String TREE =
      "(sleep 3600 & exec setsid sh -c 'sleep 3600 & sleep 3600') & sleep 3600";

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long LOOK_EVERY_MILLIS = 5;

  private CancelFigures() {}

  static void print(int rounds) throws Exception {
    System.out.printf("%nFrom cancel to silence, %d subplans, milliseconds%n%n", SUBPLANS);
    System.out.printf("| subplans | median | p99 | survivors |%n| --- | --: | --: | --: |%n");
    List<Double> commands = new ArrayList<>();
    List<Double> models = new ArrayList<>();
    int survivors = 0;
    for (int round = 0; round < rounds; round++) {
      try (TemporaryFolder work = TemporaryFolder.make("cancel");
          SplitProject project = new SplitProject(work.folder(), Map.of())) {
        Plan plan = project.split(TREE, SUBPLANS, SUBPLANS);
        commands.addAll(
            cancelled(project.agents(), plan, () -> descendants().size() >= 5 * SUBPLANS));
        survivors += descendants().size();
      }
      models.addAll(ofModels());
    }
    row("commands with process trees", commands, survivors);
    row("blocked model calls", models, 0);
  }

  private static List<Double> ofModels() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch over = new CountDownLatch(1);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    try (TemporaryFolder work = TemporaryFolder.make("cancel");
        SplitProject project =
            new SplitProject(
                work.folder(), Map.of("OPENAI_BASE_URL", address, "OPENAI_API_KEY", "none"))) {
      Plan plan = project.split(ModelName.of("openai/gpt-5"), SUBPLANS, SUBPLANS);
      return cancelled(project.agents(), plan, () -> asked.get() >= SUBPLANS);
    } finally {
      over.countDown();
      server.stop(0);
      threads.shutdownNow();
    }
  }

  /** Whether all subplans are at work. */
  @FunctionalInterface
  private interface AllBusy {
    boolean isReached();
  }

  private static List<Double> cancelled(CleverAgents agents, Plan plan, AllBusy busy)
      throws Exception {
    Map<PlanId, Double> ended = new HashMap<>();
    try (ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor()) {
      var run = worker.submit(() -> agents.work(agents.watching(plan.id(), _ -> {}), GO));
      await(busy);
      List<PlanId> subplans =
          agents.plans().subplans(agents.plans().require(plan.id())).stream()
              .map(it -> it.id())
              .toList();
      long began = System.nanoTime();
      agents.plans().cancel(plan.id(), "measured");
      await(
          () -> {
            for (PlanId subplan : subplans) {
              if (!ended.containsKey(subplan)
                  && agents.plans().require(subplan).status().state() == PlanState.CANCELLED) {
                ended.put(subplan, (System.nanoTime() - began) / NANOS_PER_MILLI);
              }
            }
            return ended.size() == subplans.size() && descendants().isEmpty();
          });
      // The last process may outlive the last row.
      ended.put(plan.id(), (System.nanoTime() - began) / NANOS_PER_MILLI);
      run.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    return List.copyOf(ended.values());
  }

  private static void await(AllBusy what) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!what.isReached()) {
      if (System.nanoTime() > deadline) {
        throw new IOException("Nothing happened within " + PATIENCE);
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private static List<ProcessHandle> descendants() {
    return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).toList();
  }

  private static void row(String what, List<Double> seen, int survivors) {
    List<Double> sorted = seen.stream().sorted().toList();
    System.out.printf(
        "| %s | %.0f | %.0f | %d |%n",
        what,
        MedianAndRange.median(seen),
        sorted.get(Math.min(sorted.size() - 1, sorted.size() * 99 / 100)),
        survivors);
  }
}

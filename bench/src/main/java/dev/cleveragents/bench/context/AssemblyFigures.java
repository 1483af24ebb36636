package dev.cleveragents.bench.context;

import dev.cleveragents.bench.Cpu;
import dev.cleveragents.bench.Quantiles;
import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.pipeline.execution.ParallelStrategyExecutor;
import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * How long an answer takes, with one caller and 16 at once, with a strategy that hangs and one that
 * fails: {@code -Dfiles=10000,100000 -Drequests=1000}. On a made-up repository with some history;
 * budgets from 500 to 32,767 tokens.
 */
public final class AssemblyFigures {

  private static final String SIZES = System.getProperty("files", "10000");
  private static final int REQUESTS = Integer.getInteger("requests", 1_000);
  private static final int HISTORY = 200;
  private static final int WARM_UP = 100;

  /** How many questions are answered in each row before anything hangs, to warm the process. */
  private static final int FIRST = 20;

  private static final long SEED = 6;
  private static final List<Integer> CALLERS = List.of(1, 16);

  private static final CancellationToken GO = CancellationToken.none();

  private AssemblyFigures() {}

  /** Prints a table for each size. */
  public static void print() throws Exception {
    for (String files : SIZES.split(",", -1)) {
      print(Integer.parseInt(files));
    }
  }

  private static void print(int files) throws Exception {
    try (TemporaryFolder scratch = TemporaryFolder.make("assembly")) {
      Path folder = Files.createDirectory(scratch.folder().resolve("repository"));
      MadeRepository.make(folder, files, HISTORY);
      try (ContextResources equipment = ContextResources.standard();
          ProjectContext project =
              ProjectContext.open(folder, scratch.folder().resolve("state"), equipment)) {
        project.update(Progress.NONE, GO);
        project.updateSyntax(Progress.NONE, GO);
        System.out.printf(
            Locale.ROOT,
            "%nAssembly over %,d files, %,d requests a row, after %d to warm up%n%n",
            files,
            REQUESTS,
            WARM_UP);
        System.out.println(
            "| strategies | callers | p50 ms | p99 ms | largest | own CPU ms a request | over"
                + " budget |");
        System.out.println("| --- | --: | --: | --: | --: | --: | --: |");
        warmUp(project);
        for (int callers : CALLERS) {
          row("as they are", project, callers, List.of());
          hanging(project, callers);
          row("one fails", project, callers, List.of(new Trouble("failing", () -> fail())));
        }
      }
    }
  }

  /** Its calls are released when the row is done, not before: they ignore cancel and interrupt. */
  private static void hanging(ProjectContext project, int callers) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try {
      row("one hangs", project, callers, List.of(new Trouble("hanging", () -> hang(end))));
    } finally {
      end.countDown();
    }
  }

  private static void hang(CountDownLatch end) {
    while (end.getCount() > 0) {
      try {
        end.await();
      } catch (InterruptedException e) {
        // A strategy that hangs does not listen.
      }
    }
  }

  private static void fail() {
    throw new IllegalStateException("It always fails");
  }

  private static void warmUp(ProjectContext project) throws Exception {
    try (TimerThread timer = new TimerThread(ThreadFactories.standard())) {
      new Assembling(project, executor(timer), List.of()).ask(1, WARM_UP, SEED);
    }
  }

  private static void row(String what, ProjectContext project, int callers, List<Strategy> more)
      throws Exception {
    try (TimerThread timer = new TimerThread(ThreadFactories.standard())) {
      ParallelStrategyExecutor executor = executor(timer);
      new Assembling(project, executor, List.of()).ask(1, FIRST, SEED);
      long cpu = Cpu.nanos();
      Assembling.Outcome outcome =
          new Assembling(project, executor, more)
              .ask(callers, Math.ceilDiv(REQUESTS, callers), SEED + 1_000);
      Quantiles took = Quantiles.ofNanos(outcome.nanos());
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %.1f | %.1f | %.1f | %.1f | %d |%n",
          what,
          callers,
          took.at(0.5),
          took.at(0.99),
          took.at(1),
          (Cpu.nanos() - cpu) / 1e6 / outcome.nanos().size(),
          outcome.overruns());
    }
  }

  /** With circuits of its own, all closed. */
  private static ParallelStrategyExecutor executor(TimerThread timer) {
    TimeSource time = TimeSource.system();
    return new ParallelStrategyExecutor(
        new CircuitBreaker(BreakerSettings.defaults(), time, change -> {}),
        ThreadFactories.standard(),
        timer,
        time);
  }
}

package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.kernel.worker.WorkerConfig.ClosingTiming;
import dev.cleveragents.kernel.worker.WorkerHealthReport;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.store.connection.StoreException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents worker run}: a worker in the foreground, until it is interrupted. */
@Command(
    name = "run",
    description = {
      "Run jobs until interrupted; any number of workers can share a store.",
      "Ctrl-C or SIGTERM stops claiming, waits for running jobs, and requeues those "
          + "that do not end. A second Ctrl-C leaves at once."
    },
    footer = {"agents worker run --concurrency 2", "agents worker run --until-empty"})
final class WorkerRunCommand implements AgentsCommand {

  private static final Problem NOT_EMPTY =
      new Problem(
          ExitCode.INTERRUPTED,
          "Interrupted before the queue was empty; unfinished jobs are kept.",
          null,
          "agents worker status");

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /**
   * For the work after the jobs have stopped: releasing them, closing the session and the store.
   */
  private static final Duration TO_CLOSE = Duration.ofSeconds(20);

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "Maximum number of concurrent jobs; default: 8.")
  int concurrency = WorkerConfig.defaults().maxConcurrency();

  @Option(names = "--name", paramLabel = "NAME", description = "Name of the worker in lists.")
  String name = "worker-" + ProcessHandle.current().pid();

  @Option(
      names = "--until-empty",
      description = "End when no job is running, ready or waiting for a retry.")
  boolean untilEmpty;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      description = "Time that an interrupt waits for running jobs; default: 30s.")
  Duration grace = WorkerConfig.defaults().closing().grace();

  @Option(
      names = "--plan",
      paramLabel = "PLAN",
      description = "Work on this plan only (id, its start or end, or last).")
  @Nullable String plan;

  private final WorkerWarnings warnings = new WorkerWarnings(System::nanoTime);

  @Override
  public Result run(CommandContext context) {
    WorkerConfig config = config();
    context.dialogue().allow(grace.plus(config.closing().cancelGrace()).plus(TO_CLOSE));
    return StoreAccess.serve(
        context, agents -> work(agents, forPlan(config, agents, context), context));
  }

  private WorkerConfig config() {
    NumberOption.requirePositive("--concurrency", concurrency, "worker run");
    try {
      WorkerConfig defaults = WorkerConfig.defaults();
      return defaults
          .withName(name)
          .withMaxConcurrency(concurrency)
          .withClosing(new ClosingTiming(grace, defaults.closing().cancelGrace()));
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          new Problem(ExitCode.USAGE, e.getMessage() + ".", null, "agents help worker run"), e);
    }
  }

  private WorkerConfig forPlan(WorkerConfig config, CleverAgents agents, CommandContext context) {
    return plan == null
        ? config
        : config.withGroup(PlanFinder.find(agents, plan, context).kind().root().toString());
  }

  private Result work(CleverAgents agents, WorkerConfig config, CommandContext context) {
    AsyncWorker worker = agents.startWorker(config, new WorkerProgress(context.dialogue()));
    boolean isEmpty;
    try (worker) {
      context
          .dialogue()
          .say(
              "%s: up to %d jobs at once on %s"
                  .formatted(name, concurrency, agents.storeDescription()));
      isEmpty = watch(agents, worker, context);
      int running = worker.health().running();
      if (context.interrupt().isCancelled() && running > 0) {
        context
            .dialogue()
            .say(
                "stopping: waiting up to %s for %d running; Ctrl-C again stops at once"
                    .formatted(DisplayText.duration(grace), running));
      }
    }
    return answer(worker.health(), untilEmpty && !isEmpty);
  }

  /** Returns whether it ended because the queue was empty. */
  private boolean watch(CleverAgents agents, AsyncWorker worker, CommandContext context) {
    try {
      while (!context.interrupt().await(LOOK_EVERY)) {
        WorkerHealthReport health = worker.health();
        warnings.next(health).ifPresent(context.dialogue()::say);
        if (untilEmpty && health.running() == 0 && isEmpty(agents)) {
          return true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /** While the store does not answer, the worker waits for it. */
  private static boolean isEmpty(CleverAgents agents) {
    try {
      return !agents.jobs().anyLeft(CleverAgents.jobTypes());
    } catch (StoreException e) {
      return false;
    }
  }

  private Result answer(WorkerHealthReport health, boolean tooEarly) {
    Data counts = Data.empty();
    StringBuilder words = new StringBuilder();
    for (Tally tally : Tally.values()) {
      String word = tally.name().toLowerCase(Locale.ROOT);
      counts = counts.with(word, health.count(tally));
      if (health.count(tally) > 0) {
        words.append(words.isEmpty() ? ": " : ", ").append(health.count(tally)).append(' ');
        words.append(tally == Tally.RELEASED ? "returned to the queue" : word);
      }
    }
    Data data = Data.of("worker", name).with("runs", counts);
    String end = name + " has ended" + words;
    return tooEarly
        ? Result.no(NOT_EMPTY, data, Page.text(end + "; interrupted before the queue was empty"))
        : Result.ok(data, Page.text(end));
  }
}

package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.ExecCommand;
import dev.cleveragents.runtime.view.JobView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents job add}: adds a shell command to the queue. */
@Command(
    name = "add",
    description = {
      "Add a shell command to the queue; a worker runs it.",
      "There is one attempt; --retries adds more after a failure, a deadline or the death of its"
          + " worker.",
      "The command finds its job id in AGENTS_JOB and the lease number of the attempt in"
          + " AGENTS_LEASE."
    },
    footer = {
      "agents job add --exec 'make nightly' --wait",
      "agents job add --exec ./import.sh --key import --deadline 10m"
    })
final class JobAddCommand implements AgentsCommand {

  @Option(
      names = "--exec",
      required = true,
      paramLabel = "CMD",
      description = "Command to run with sh -c.")
  String line = "";

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Run one job of this key at a time; repeatable.")
  List<String> keys = List.of();

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Priority from -1000 to 1000, higher starts earlier; default: 0.")
  int priority;

  @Option(
      names = "--after",
      paramLabel = "TIME",
      description = "Delay before the first attempt, for example 5m.")
  Duration after = Duration.ZERO;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Add at most one job with this key.")
  @Nullable String idempotencyKey;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "Number of further attempts, with growing pauses between them; default: 0.")
  int retries;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "Time limit of one attempt; default: 1h.")
  Duration deadline = ExecCommand.DEFAULT_DEADLINE;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Working directory; default: this folder.")
  Path directory = Path.of("");

  @Option(
      names = "--wait",
      description =
          "Wait for the end, a week at most, and show the output; exit code 0 only if it "
              + "succeeded.")
  boolean wait;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description =
          "Wait as with --wait, but not longer than this, for example 10m; the job continues.")
  @Nullable Duration within;

  @Override
  public Result run(CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(directory).normalize();
    JobSpec spec = spec(there);
    List<Message> remarks = new ArrayList<>();
    if (!Files.isDirectory(there)) {
      remarks.add(
          Message.warning(
              there + " does not exist here; attempts fail on workers where it is missing."));
    }
    return StoreAccess.write(
        context,
        agents -> {
          Enqueued enqueued = added(agents, spec);
          if (!enqueued.created()) {
            remarks.add(
                Message.warning("A job with that idempotency key exists; nothing was added."));
          }
          return answer(agents, enqueued, context).withMessages(remarks);
        });
  }

  private JobSpec spec(Path there) {
    NumberOption.requireNotNegative("--retries", retries, "job add");
    try {
      JobSpec spec =
          new ExecCommand(line, there, deadline)
              .asJob()
              .withKeys(keys.toArray(String[]::new))
              .withPriority(priority)
              .withDelay(after)
              .withRetry(RetryPolicy.STANDARD.withMaxAttempts(1 + retries));
      return idempotencyKey == null ? spec : spec.withIdempotencyKey(idempotencyKey);
    } catch (IllegalArgumentException e) {
      throw usage(e);
    }
  }

  private static Enqueued added(CleverAgents agents, JobSpec spec) {
    try {
      return agents.jobs().add(spec);
    } catch (IllegalArgumentException e) {
      throw usage(e);
    }
  }

  private static ProblemException usage(IllegalArgumentException e) {
    return new ProblemException(
        new Problem(ExitCode.USAGE, e.getMessage() + ".", null, "agents help job add"), e);
  }

  private Result answer(CleverAgents agents, Enqueued enqueued, CommandContext context) {
    AsyncJob job = enqueued.job();
    if (wait || within != null) {
      Duration longest = within == null ? JobWait.LONGEST_WAIT : within;
      return JobWait.await(agents.jobs(), job.id(), longest, context);
    }
    Data data = Data.of(JobView.VIEW, job).with("created", enqueued.created());
    return Result.ok(data, Page.id(job.id()));
  }
}

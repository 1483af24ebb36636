package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobStore.Enqueued;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.ExecCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents job add}: puts a shell command into the queue. */
@Command(
    name = "add",
    description = {
      "Put a shell command into the queue; a worker runs it.",
      "It is tried up to three times unless --attempts says otherwise, and finds its id in"
          + " CLEVERAGENTS_JOB and the number of the run in CLEVERAGENTS_LEASE."
    })
final class JobAddCommand implements AgentsCommand {

  @Option(names = "--exec", required = true, paramLabel = "CMD", description = "Run by sh -c.")
  String line = "";

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Of all jobs with this key one runs at a time; may be given more than once.")
  List<String> keys = List.of();

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Higher starts earlier; -1000 to 1000, 0 by default.")
  int priority;

  @Option(names = "--after", paramLabel = "TIME", description = "Not before so long from now: 5m.")
  Duration after = Duration.ZERO;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Added twice with the same one, there is one job.")
  @Nullable String idempotencyKey;

  @Option(names = "--attempts", paramLabel = "N", description = "How often it is tried; 3.")
  int attempts = RetryPolicy.STANDARD.maxAttempts();

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "How long one attempt may take; 1h by default.")
  Duration deadline = ExecCommand.DEFAULT_DEADLINE;

  @Option(names = "--dir", paramLabel = "DIR", description = "Where it runs; here by default.")
  Path directory = Path.of("");

  @Option(
      names = "--wait",
      description =
          "Wait for its end, a week at most, and show its output; 0 only if it succeeded.")
  boolean wait;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "Wait as with --wait, but only so long: 10m. The job goes on after that.")
  @Nullable Duration within;

  @Override
  public Result run(CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(directory).normalize();
    JobSpec spec = spec(there);
    List<Message> remarks = new ArrayList<>();
    if (!Files.isDirectory(there)) {
      remarks.add(
          Message.warning(
              there + " is not there on this machine; the command fails where it is not."));
    }
    return Store.write(
        context,
        agents -> {
          Enqueued enqueued = added(agents, spec);
          if (!enqueued.created()) {
            remarks.add(
                Message.warning("There is a job with that idempotency key; nothing was added."));
          }
          return answer(agents, enqueued, context).withMessages(remarks);
        });
  }

  private JobSpec spec(Path there) {
    Least.one("--attempts", attempts, "job add");
    try {
      JobSpec spec =
          new ExecCommand(line, there, deadline)
              .asJob()
              .withKeys(keys.toArray(String[]::new))
              .withPriority(priority)
              .withDelay(after)
              .withRetry(RetryPolicy.STANDARD.withMaxAttempts(attempts));
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
      Duration longest = within == null ? JobEnd.LONGEST_WAIT : within;
      return JobEnd.await(agents.jobs(), job.id(), longest, context);
    }
    Data data = JobView.of(job).data().with("created", enqueued.created());
    return Result.ok(data, Page.text(job.id().toString()));
  }
}

package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.JobStatusConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.runtime.view.JobView;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents job retry}: adds a new job like a failed or cancelled one. Idempotent. */
@Command(
    name = "retry",
    description =
        "Add a new job like a failed or cancelled one; repeating this adds no second one.",
    footer = "agents job retry 8K4T")
final class JobRetryCommand implements AgentsCommand {

  @Parameters(paramLabel = "ID", description = "Job: id, or its start or end.")
  String id = "";

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          AsyncJob old = JobFinder.find(agents.jobs(), id);
          Enqueued enqueued =
              agents.jobs().retry(old).orElseThrow(() -> new ProblemException(refusal(old)));
          AsyncJob job = enqueued.job();
          Result result =
              Result.ok(
                  Data.of(JobView.VIEW, job)
                      .with("retry_of", old.id().toString())
                      .with("created", enqueued.created()),
                  Page.id(job.id()));
          return enqueued.created()
              ? result
              : result.withMessages(
                  List.of(Message.warning("It was retried before, as this job.")));
        });
  }

  private static Problem refusal(AsyncJob job) {
    boolean ended = job.status().isTerminal();
    return new Problem(
        ExitCode.CONFLICT,
        "Job %s is %s; only failed or cancelled jobs can be retried."
            .formatted(job.id(), JobStatusConverter.of(job.status())),
        ended ? "To run it again, add it again." : "Wait until it ends, or cancel it first.",
        ended ? "agents help job add" : "agents job cancel " + job.id());
  }
}

package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.JobStatusConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.runtime.view.DisplayText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents job cancel}: a queued job never starts, a running one is asked to end. */
@Command(
    name = "cancel",
    description =
        "Cancel a job: a queued one never starts, a running one is ended with its processes.",
    footer = "agents job cancel 8K4T")
final class JobCancelCommand implements AgentsCommand {

  @Parameters(paramLabel = "ID", description = "Job: id, or its start or end.")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason to record.")
  String reason = "cancelled on the command line";

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          AsyncJob job = JobFinder.find(agents.jobs(), id);
          return answer(job, agents.jobs().cancel(job.id(), reason));
        });
  }

  private Result answer(AsyncJob before, MoveResult move) {
    return switch (move) {
      case MoveResult.Moved(AsyncJob job) -> done(job);
      case MoveResult.Refused(MoveResult.Reason why, AsyncJob job)
          when why == MoveResult.Reason.ALREADY_REQUESTED && job != null ->
          done(job);
      case MoveResult.Refused(MoveResult.Reason why, AsyncJob job)
          when why == MoveResult.Reason.ALREADY_ENDED && job != null ->
          throw new ProblemException(
              new Problem(
                  ExitCode.CONFLICT,
                  "Job %s has ended already: %s."
                      .formatted(job.id(), JobStatusConverter.of(job.status())),
                  "There is nothing left to cancel.",
                  "agents job show " + job.id()));
      case MoveResult.Refused _ ->
          throw new ProblemException(JobFinder.none(before.id().toString()));
    };
  }

  private static Result done(AsyncJob job) {
    String text =
        job.status() == AsyncJobStatus.CANCELLED
            ? "%s cancelled; it will not start".formatted(DisplayText.shortId(job.id()))
            : "%s is running; cancel requested".formatted(DisplayText.shortId(job.id()));
    return Result.ok(
        Data.of("id", job.id().toString())
            .with("status", job.status())
            .with("cancel_reason", job.cancelReason()),
        Page.text(text));
  }
}

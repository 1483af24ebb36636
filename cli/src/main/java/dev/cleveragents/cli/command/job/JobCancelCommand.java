package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StatusWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Move;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents job cancel}: a queued job never starts, a running one is asked to end. */
@Command(
    name = "cancel",
    description = "Cancel a job: a queued one never starts, of a running one every process ends.")
final class JobCancelCommand implements AgentsCommand {

  @Parameters(paramLabel = "ID", description = "Its id, or the beginning or the end of it.")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for whoever looks at it.")
  String reason = "cancelled on the command line";

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          AsyncJob job = MeantJob.find(agents.jobs(), id);
          return answer(job, agents.jobs().cancel(job.id(), reason));
        });
  }

  private Result answer(AsyncJob before, Move move) {
    return switch (move) {
      case Move.Moved(AsyncJob job) -> done(job);
      case Move.Refused(Move.Reason why, AsyncJob job)
          when why == Move.Reason.ALREADY_REQUESTED && job != null ->
          done(job);
      case Move.Refused(Move.Reason why, AsyncJob job)
          when why == Move.Reason.ALREADY_ENDED && job != null ->
          throw new ProblemException(
              new Problem(
                  ExitCode.CONFLICT,
                  "Job %s has ended already: %s.".formatted(job.id(), StatusWord.of(job.status())),
                  "There is nothing left to cancel.",
                  "agents job show " + job.id()));
      case Move.Refused _ -> throw new ProblemException(MeantJob.none(before.id().toString()));
    };
  }

  private static Result done(AsyncJob job) {
    String text =
        job.status() == AsyncJobStatus.CANCELLED
            ? "%s cancelled; it will not start".formatted(job.id())
            : "%s is running and was told to end".formatted(job.id());
    return Result.ok(
        Data.of("id", job.id().toString())
            .with("status", job.status())
            .with("cancel_reason", job.cancelReason()),
        Page.text(text));
  }
}

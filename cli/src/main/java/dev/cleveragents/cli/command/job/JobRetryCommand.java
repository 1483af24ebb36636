package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StatusWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobStore.Enqueued;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents job retry}: a new job like one that failed or was cancelled; twice is once. */
@Command(
    name = "retry",
    description = "Add a new job like one that failed or was cancelled; asking twice adds one.")
final class JobRetryCommand implements AgentsCommand {

  @Parameters(paramLabel = "ID", description = "Its id, or the beginning or the end of it.")
  String id = "";

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          AsyncJob old = MeantJob.find(agents.jobs(), id);
          Enqueued enqueued =
              agents.jobs().retry(old).orElseThrow(() -> new ProblemException(refusal(old)));
          AsyncJob job = enqueued.job();
          Result result =
              Result.ok(
                  JobView.of(job)
                      .data()
                      .with("retry_of", old.id().toString())
                      .with("created", enqueued.created()),
                  Page.text(job.id().toString()));
          return enqueued.created()
              ? result
              : result.withMessages(
                  List.of(Message.warning("It was retried before, by this same job.")));
        });
  }

  private static Problem refusal(AsyncJob job) {
    boolean ended = job.status().isTerminal();
    return new Problem(
        ExitCode.CONFLICT,
        "Job %s is %s; only one that failed or was cancelled is retried."
            .formatted(job.id(), StatusWord.of(job.status())),
        ended ? "To run it once more, add it anew." : "Wait for its end, or cancel it first.",
        ended ? "agents help job add" : "agents job cancel " + job.id());
  }
}

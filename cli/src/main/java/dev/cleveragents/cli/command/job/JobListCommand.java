package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.ListCut;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.runtime.ExecCommand;
import dev.cleveragents.runtime.view.JobView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents job list}: the newest jobs. Reads only; with no store yet the list is empty. */
@Command(
    name = "list",
    description = "List your jobs, newest first; those of plans with --all.",
    footer = "agents job list --status failed")
final class JobListCommand implements AgentsCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Limit to this status: queued, running, succeeded, failed or cancelled.")
  @Nullable AsyncJobStatus status;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Limit to this job type: exec or plan; default: exec.")
  @Nullable String type;

  @Option(names = "--all", description = "List the jobs of plans too.")
  boolean all;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Limit the list to N entries; default: 50.")
  int limit = 50;

  @Override
  public Result run(CommandContext context) {
    query(limit);
    ListCut<AsyncJob> cut =
        ListCut.at(
            limit,
            most ->
                StoreAccess.readOr(
                    context, agents -> agents.jobs().list(query(most)), List.<AsyncJob>of()));
    List<AsyncJob> jobs = cut.shown();
    Page.Builder page = Page.builder();
    page.table(JobView.TABLE, jobs);
    cut.note(page);
    if (jobs.isEmpty()) {
      page.text("no jobs");
    }
    return Result.ok(
        Data.of("jobs", Data.all(JobView.VIEW, jobs)).with("limit", limit).with("more", cut.more()),
        page.build());
  }

  private JobQuery query(int most) {
    try {
      String wanted = type != null || all ? type : ExecCommand.TYPE;
      return new JobQuery(status, wanted, null, null, most);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          new Problem(ExitCode.USAGE, e.getMessage() + ".", null, "agents help job list"), e);
    }
  }
}

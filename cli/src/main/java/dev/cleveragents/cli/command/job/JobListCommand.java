package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents job list}: the newest jobs. Reads only; with no store yet the list is empty. */
@Command(name = "list", description = "List jobs, newest first.")
final class JobListCommand implements AgentsCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only these: queued, running, succeeded, failed or cancelled.")
  @Nullable AsyncJobStatus status;

  @Option(names = "--type", paramLabel = "TYPE", description = "Only these, for example exec.")
  @Nullable String type;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many; 50 by default.")
  int limit = 50;

  @Override
  public Result run(CommandContext context) {
    JobQuery query = query();
    List<AsyncJob> jobs =
        Store.readOr(context, agents -> agents.jobs().list(query), List.<AsyncJob>of());
    List<JobView> views = jobs.stream().map(JobView::of).toList();
    Page.Builder page = Page.builder();
    views.forEach(view -> view.row(page));
    if (views.isEmpty()) {
      page.text("no jobs");
    }
    return Result.ok(
        Data.of("jobs", views.stream().map(JobView::data).toList())
            .with("limit", limit)
            .with("more", jobs.size() == limit),
        page.build());
  }

  private JobQuery query() {
    try {
      return new JobQuery(status, type, null, null, limit);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          new Problem(ExitCode.USAGE, e.getMessage() + ".", null, "agents help job list"), e);
    }
  }
}

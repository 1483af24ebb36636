package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.runtime.Jobs;
import dev.cleveragents.runtime.view.JobView;
import dev.cleveragents.store.job.report.JobAttempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents job show}: one job with its attempts and the output of the last one. */
@Command(
    name = "show",
    description = "Show a job, its attempts, and the output of the last attempt.",
    footer = "agents job show 8K4T --output")
final class JobShowCommand implements AgentsCommand {

  private static final int LAST_LINES = 20;

  @Parameters(paramLabel = "ID", description = "Job: id, or its start or end.")
  String id = "";

  @Option(names = "--output", description = "Print only the kept output of the last attempt.")
  boolean output;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context,
        agents -> {
          Jobs jobs = agents.jobs();
          AsyncJob job = JobFinder.find(jobs, id);
          List<JobAttempt> attempts = withPresent(job, jobs.attempts(job.id()));
          String printed =
              attempts.stream()
                  .map(JobAttempt::output)
                  .filter(Objects::nonNull)
                  .reduce("", (_, last) -> last);
          return Result.ok(
              Data.of(JobView.VIEW, job)
                  .with("runs", Data.all(JobView.ATTEMPT, attempts))
                  .with("output", printed),
              output ? Page.text(printed) : page(job, attempts, printed));
        });
  }

  /** The store keeps an attempt once it has output or has ended; the running one is added here. */
  private static List<JobAttempt> withPresent(AsyncJob job, List<JobAttempt> kept) {
    if (job.status() != AsyncJobStatus.RUNNING
        || kept.stream().anyMatch(attempt -> attempt.lease() == job.leases())) {
      return kept;
    }
    List<JobAttempt> all = new ArrayList<>(kept);
    all.add(new JobAttempt(job.leases(), null, job.times().startedAt(), null, null, null, null));
    return all;
  }

  private static Page page(AsyncJob job, List<JobAttempt> attempts, String printed) {
    Page.Builder page = Page.builder();
    page.rows(JobView.VIEW, job);
    attempts.forEach(attempt -> page.line(JobView.ATTEMPT, attempt));
    if (!printed.isEmpty()) {
      List<String> lines = printed.lines().toList();
      int left = Math.max(0, lines.size() - LAST_LINES);
      page.heading(left == 0 ? "Output" : "Output, without its first %d lines".formatted(left));
      page.text(String.join("\n", lines.subList(left, lines.size())));
    }
    return page.build();
  }
}

package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.JobStatusConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.runtime.QueueStatus;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.WorkerView;
import dev.cleveragents.store.job.report.AttemptTotals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/**
 * {@code agents worker status}: depth of the queue, attempts, throughput, and the workers. Reads
 * only.
 */
@Command(
    name = "status",
    description = "Show queue depth, attempts, throughput and workers.",
    footer = "agents worker status")
final class WorkerStatusCommand implements AgentsCommand {

  private static final QueueStatus NOTHING =
      new QueueStatus(new JobCounts(Map.of(), 0, null), 0, AttemptTotals.NONE, Map.of(), List.of());

  @Override
  public Result run(CommandContext context) {
    QueueStatus status = StoreAccess.readOr(context, agents -> agents.jobs().status(), NOTHING);
    JobCounts counts = status.counts();
    int ready = counts.of(AsyncJobStatus.QUEUED) - counts.delayed();
    Duration oldest = counts.oldestWaiting();
    int lastMinute = status.endedLastMinute().values().stream().mapToInt(Integer::intValue).sum();

    Page.Builder page = Page.builder().heading("Queue");
    page.row("waiting", Integer.toString(ready), oldestNote(oldest), Mark.NONE);
    page.row("delayed", Integer.toString(counts.delayed()));
    page.row("running", Integer.toString(counts.of(AsyncJobStatus.RUNNING)));
    page.row("waiting for retry", Integer.toString(status.retrying()));
    AttemptTotals attempts = status.attempts();
    page.row(
        "attempts",
        attempts.started() + " for the jobs in the store",
        attempts.failed() + " failed",
        Mark.NONE);
    page.row("last minute", lastMinute + " ended", byStatus(status.endedLastMinute()), Mark.NONE);
    page.heading("Workers");
    status.sessions().forEach(session -> page.line(WorkerView.VIEW, session));
    if (status.sessions().isEmpty()) {
      page.row("none", "start one: agents worker run", "", ready > 0 ? Mark.ATTENTION : Mark.NONE);
    }
    return Result.ok(data(status, ready, lastMinute), page.build());
  }

  private static Data data(QueueStatus status, int ready, int lastMinute) {
    JobCounts counts = status.counts();
    Duration oldest = counts.oldestWaiting();
    Data jobs = Data.empty();
    Data ended = Data.of("total", lastMinute);
    for (AsyncJobStatus each : AsyncJobStatus.values()) {
      jobs = jobs.with(JobStatusConverter.of(each), counts.of(each));
      if (each.isTerminal()) {
        ended =
            ended.with(JobStatusConverter.of(each), status.endedLastMinute().getOrDefault(each, 0));
      }
    }
    return Data.of("waiting", ready)
        .with("delayed", counts.delayed())
        .with("running", counts.of(AsyncJobStatus.RUNNING))
        .with("retrying", status.retrying())
        .with(
            "attempts",
            Data.of("total", status.attempts().started())
                .with("failed", status.attempts().failed()))
        .with("oldest_waiting_ms", oldest == null ? null : oldest.toMillis())
        .with("ended_last_minute", ended)
        .with("jobs", jobs)
        .with("sessions", Data.all(WorkerView.VIEW, status.sessions()));
  }

  private static String oldestNote(@Nullable Duration oldest) {
    return oldest == null ? "" : "oldest for " + DisplayText.duration(oldest);
  }

  private static String byStatus(Map<AsyncJobStatus, Integer> ended) {
    return String.join(
        ", ",
        ended.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> entry.getValue() + " " + JobStatusConverter.of(entry.getKey()))
            .toList());
  }
}

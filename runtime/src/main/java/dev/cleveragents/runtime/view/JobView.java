package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.plan.PlanJob;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.runtime.ExecCommand;
import dev.cleveragents.store.job.report.JobAttempt;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The views of a job and of its attempts. */
public final class JobView {

  /** The fields of a job. Only its worker gets the command, or the payload, with its secrets. */
  public static final EntityView<AsyncJob> VIEW =
      EntityView.of(
          JobView::line,
          ViewField.id("id", "id", AsyncJob::id),
          ViewField.<AsyncJob>of("status", "status", AsyncJob::status)
              .shown(job -> new ViewCell(DisplayText.word(job.status()), "", mark(job))),
          ViewField.of("type", "type", AsyncJob::type),
          ViewField.<AsyncJob>of("payload", "payload", job -> job.spec().payload())
              .when(job -> command(job) == null),
          ofCommand("command", ExecCommand::line),
          ofCommand("directory", it -> it.directory().toString()),
          ofCommand("deadline_ms", it -> it.deadline().toMillis()).shown(JobView::deadline),
          ViewField.<AsyncJob>of("keys", "keys", job -> job.spec().keys())
              .shown(job -> ViewCell.of(String.join(", ", job.spec().keys()))),
          ViewField.of("idempotency_key", "idempotency key", job -> job.spec().idempotencyKey()),
          ViewField.of("priority", "priority", job -> job.spec().priority()),
          ViewField.<AsyncJob>of("attempts", "attempts", AsyncJob::attempts)
              .shown(
                  job ->
                      ViewCell.of("%d of %d used up".formatted(job.attempts(), maxAttempts(job)))),
          data("max_attempts", JobView::maxAttempts),
          data("leases", AsyncJob::leases),
          ViewField.of("cancel_reason", "cancel asked", AsyncJob::cancelReason),
          ViewField.of("message", "message", AsyncJob::message),
          ViewField.of("enqueued_at", "enqueued", job -> job.times().enqueuedAt()),
          data("due_at", job -> job.times().dueAt()),
          ViewField.<AsyncJob>page("not before", job -> job.times().dueAt())
              .when(JobView::isDelayed),
          ViewField.of("started_at", "started", job -> job.times().startedAt()),
          ViewField.of("ended_at", "ended", job -> job.times().endedAt()));

  /** The fields of an attempt; its line also is a row of the job's page. */
  public static final EntityView<JobAttempt> ATTEMPT =
      EntityView.of(
          (attempt, _) -> line(attempt),
          data("lease", JobAttempt::lease),
          data("worker", JobAttempt::worker),
          data("started_at", JobAttempt::startedAt),
          data("ended_at", JobAttempt::endedAt),
          data("outcome", JobAttempt::outcome),
          data("message", JobAttempt::message),
          data("output", JobAttempt::output));

  /** The table of jobs. */
  public static final ViewTable<AsyncJob> TABLE =
      new ViewTable<>(
          List.of("id", "status", "age", "attempts", "command"),
          job -> {
            boolean retried = job.status() == AsyncJobStatus.QUEUED && job.attempts() > 0;
            return new ViewTable.Line(
                List.of(
                    DisplayText.shortId(job.id()),
                    DisplayText.word(job.status()),
                    DisplayText.ago(job.times().enqueuedAt()),
                    retried ? "%d of %d failed".formatted(job.attempts(), maxAttempts(job)) : "",
                    DisplayText.oneLine(order(job))),
                mark(job));
          });

  private JobView() {}

  /** The command or the payload, without secrets. */
  private static String order(AsyncJob job) {
    if (job.spec().type().equals(PlanJob.TYPE)) {
      return "plan " + DisplayText.shortId(PlanJob.of(job.spec().payload()).plan());
    }
    return command(job) == null
        ? DisplayText.shortIds(VIEW.text(job, "payload"))
        : VIEW.text(job, "command");
  }

  /** The command or the payload, without secrets, on one line. */
  public static String summary(AsyncJob job) {
    return EntityView.shortened(order(job));
  }

  private static ViewRow line(AsyncJob job, Function<String, String> text) {
    String order = text.apply(command(job) == null ? "payload" : "command");
    boolean retried = job.status() == AsyncJobStatus.QUEUED && job.attempts() > 0;
    return new ViewRow(
        DisplayText.shortId(job.id()),
        "%-9s  %s".formatted(DisplayText.word(job.status()), EntityView.shortened(order)),
        retried ? "attempt %d of %d failed".formatted(job.attempts(), maxAttempts(job)) : "",
        mark(job));
  }

  private static Mark mark(AsyncJob job) {
    return switch (job.status()) {
      case QUEUED, RUNNING -> Mark.NONE;
      case SUCCEEDED -> Mark.GOOD;
      case FAILED, CANCELLED -> Mark.ATTENTION;
    };
  }

  private static boolean isDelayed(AsyncJob job) {
    return job.status() == AsyncJobStatus.QUEUED
        && job.times().dueAt().isAfter(job.times().enqueuedAt());
  }

  private static int maxAttempts(AsyncJob job) {
    return job.spec().retry().maxAttempts();
  }

  private static ViewField<AsyncJob> ofCommand(
      String name, Function<ExecCommand, @Nullable Object> value) {
    return ViewField.<AsyncJob>of(
            name,
            name.replace("_ms", ""),
            job -> {
              ExecCommand command = command(job);
              return command == null ? null : value.apply(command);
            })
        .when(job -> command(job) != null);
  }

  private static ViewCell deadline(AsyncJob job) {
    ExecCommand command = command(job);
    return ViewCell.of(command == null ? "" : DisplayText.duration(command.deadline()));
  }

  /** The command of an exec job; null for other types and for a payload that is not readable. */
  private static @Nullable ExecCommand command(AsyncJob job) {
    if (!job.type().equals(ExecCommand.TYPE)) {
      return null;
    }
    try {
      return ExecCommand.of(job.spec().payload());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static ViewRow line(JobAttempt attempt) {
    AsyncJobStatus outcome = attempt.outcome();
    String became =
        switch (outcome) {
          case null -> "running";
          case QUEUED -> "to be tried again";
          case SUCCEEDED, FAILED, CANCELLED, RUNNING -> DisplayText.word(outcome);
        };
    return new ViewRow(
        "attempt " + attempt.lease(),
        became + (attempt.message() == null ? "" : ": " + attempt.message()),
        attempt.startedAt() == null || attempt.endedAt() == null
            ? ""
            : DisplayText.duration(Duration.between(attempt.startedAt(), attempt.endedAt())),
        Mark.NONE);
  }
}

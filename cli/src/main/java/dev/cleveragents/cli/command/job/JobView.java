package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.Span;
import dev.cleveragents.cli.command.StatusWord;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobTimes;
import dev.cleveragents.runtime.ExecCommand;
import dev.cleveragents.store.job.Attempt;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job as commands show it, to people and to programs. */
record JobView(AsyncJob job, @Nullable ExecCommand command) {

  private static final int LONGEST_SUMMARY = 60;
  private static final Redactor REDACTOR = Redactor.standard();

  static JobView of(AsyncJob job) {
    return new JobView(job, commandOf(job));
  }

  /** A payload that is none of ours is shown as it is. */
  private static @Nullable ExecCommand commandOf(AsyncJob job) {
    if (!job.type().equals(ExecCommand.TYPE)) {
      return null;
    }
    try {
      return ExecCommand.of(job.spec().payload());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  Data data() {
    JobTimes times = job.times();
    Data data =
        Data.of("id", job.id().toString())
            .with("type", job.type())
            .with("status", job.status())
            .with("keys", job.spec().keys())
            .with("priority", job.spec().priority())
            .with("attempts", job.attempts())
            .with("max_attempts", job.spec().retry().maxAttempts())
            .with("leases", job.leases())
            .with("idempotency_key", job.spec().idempotencyKey())
            .with("cancel_reason", job.cancelReason())
            .with("message", job.message())
            .with("enqueued_at", times.enqueuedAt())
            .with("due_at", times.dueAt())
            .with("started_at", times.startedAt())
            .with("ended_at", times.endedAt());
    return command == null
        ? data.with("payload", told())
        : data.with("command", told())
            .with("directory", command.directory())
            .with("deadline_ms", command.deadline().toMillis());
  }

  /** What it is told to do, secrets taken out: only its worker gets it as it was said. */
  private String told() {
    return REDACTOR.redact(command == null ? job.spec().payload() : command.line());
  }

  /** What it does, on one line. */
  String summary() {
    String whole = told().replace('\n', ' ');
    return whole.codePointCount(0, whole.length()) <= LONGEST_SUMMARY
        ? whole
        : whole.substring(0, whole.offsetByCodePoints(0, LONGEST_SUMMARY - 1)) + "…";
  }

  /** One row of a list. */
  void row(Page.Builder page) {
    page.row(
        job.id().toString(),
        "%-9s  %s".formatted(StatusWord.of(job.status()), summary()),
        note(),
        mark());
  }

  private String note() {
    return job.status() == AsyncJobStatus.QUEUED && job.attempts() > 0
        ? "attempt %d of %d failed".formatted(job.attempts(), job.spec().retry().maxAttempts())
        : "";
  }

  private Mark mark() {
    return switch (job.status()) {
      case QUEUED, RUNNING -> Mark.NONE;
      case SUCCEEDED -> Mark.GOOD;
      case FAILED, CANCELLED -> Mark.ATTENTION;
    };
  }

  /** Everything about it, in rows. */
  void rows(Page.Builder page) {
    page.row("id", job.id().toString());
    page.row("status", StatusWord.of(job.status()), "", mark());
    page.row("type", job.type());
    if (command == null) {
      page.row("payload", told());
    } else {
      page.row("command", told());
      page.row("directory", command.directory().toString());
      page.row("deadline", Span.words(command.deadline()));
    }
    optional(page, "keys", String.join(", ", job.spec().keys()));
    optional(page, "idempotency key", job.spec().idempotencyKey());
    page.row("priority", Integer.toString(job.spec().priority()));
    page.row("attempts", "%d of %d used up".formatted(job.attempts(), maxAttempts()));
    optional(page, "cancel asked", job.cancelReason());
    optional(page, "message", job.message());
    JobTimes times = job.times();
    page.row("enqueued", times.enqueuedAt().toString());
    if (job.status() == AsyncJobStatus.QUEUED && times.dueAt().isAfter(times.enqueuedAt())) {
      page.row("not before", times.dueAt().toString());
    }
    optional(page, "started", times.startedAt());
    optional(page, "ended", times.endedAt());
  }

  private int maxAttempts() {
    return job.spec().retry().maxAttempts();
  }

  private static void optional(Page.Builder page, String label, @Nullable Object value) {
    if (value != null && !value.toString().isEmpty()) {
      page.row(label, value.toString());
    }
  }

  static Data data(Attempt attempt) {
    return Data.of("lease", attempt.lease())
        .with("worker", attempt.worker())
        .with("started_at", attempt.startedAt())
        .with("ended_at", attempt.endedAt())
        .with("outcome", attempt.outcome())
        .with("message", attempt.message())
        .with("output", attempt.output());
  }

  static void row(Attempt attempt, Page.Builder page) {
    AsyncJobStatus outcome = attempt.outcome();
    String became =
        switch (outcome) {
          case null -> "running";
          case QUEUED -> "to be tried again";
          case SUCCEEDED, FAILED, CANCELLED, RUNNING -> StatusWord.of(outcome);
        };
    page.row(
        "attempt " + attempt.lease(),
        became + (attempt.message() == null ? "" : ": " + attempt.message()),
        took(attempt.startedAt(), attempt.endedAt()),
        Mark.NONE);
  }

  private static String took(@Nullable Instant start, @Nullable Instant end) {
    return start == null || end == null ? "" : Span.words(Duration.between(start, end));
  }
}

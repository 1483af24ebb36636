package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.runtime.Jobs;
import dev.cleveragents.runtime.view.JobView;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.job.report.JobAttempt;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Waits for the end of a job. An interrupt or a timeout ends the wait, not the job. */
final class JobWait {

  /** The longest wait, if the user gives none. */
  static final Duration LONGEST_WAIT = Duration.ofDays(7);

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private JobWait() {}

  /** The ended job with the output of its last attempt; a failure unless it succeeded. */
  static Result await(Jobs jobs, JobId id, Duration longest, CommandContext context) {
    try {
      return look(jobs, id, longest, context);
    } catch (StoreException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "Job %s is stored, but its state cannot be read: %s.".formatted(id, e.getMessage()),
              "Do not add it again; check it when the store answers.",
              "agents job show " + id),
          e);
    }
  }

  private static Result look(Jobs jobs, JobId id, Duration longest, CommandContext context) {
    long begun = System.nanoTime();
    if (!jobs.status().hasWorker()) {
      context.dialogue().say("waiting for a worker, none is running; start one: agents worker run");
    }
    AsyncJob job = find(jobs, id);
    int failed = job.attempts();
    while (!job.status().isTerminal()) {
      if (longest.compareTo(Duration.ofNanos(System.nanoTime() - begun)) <= 0) {
        throw noLonger(ExitCode.FAILED, "Timed out", job);
      }
      pause(job, context);
      job = find(jobs, id);
      if (job.attempts() > failed && job.status() == AsyncJobStatus.QUEUED) {
        failed = job.attempts();
        context.dialogue().say(again(job));
      }
    }
    List<JobAttempt> attempts = jobs.attempts(id);
    Data data = Data.of(JobView.VIEW, job).with("runs", Data.all(JobView.ATTEMPT, attempts));
    Page page = page(job, attempts);
    return job.status() == AsyncJobStatus.SUCCEEDED
        ? Result.ok(data, page)
        : Result.no(ended(job), data, page);
  }

  private static String again(AsyncJob job) {
    return "attempt %d of %d failed%s; it runs again"
        .formatted(
            job.attempts(),
            job.spec().retry().maxAttempts(),
            job.message() == null ? "" : ": " + job.message());
  }

  private static Problem ended(AsyncJob job) {
    String word = job.status().name().toLowerCase(Locale.ROOT);
    return new Problem(
        ExitCode.FAILED,
        job.message() == null
            ? "The job ended as %s.".formatted(word)
            : "The job ended as %s: %s".formatted(word, job.message()),
        null,
        "agents job show " + job.id());
  }

  private static Page page(AsyncJob job, List<JobAttempt> attempts) {
    Page.Builder page = Page.builder();
    page.line(JobView.VIEW, job);
    if (job.message() != null) {
      page.row("message", job.message());
    }
    if (!attempts.isEmpty() && attempts.getLast().output() != null) {
      page.text(attempts.getLast().output());
    }
    return page.build();
  }

  private static AsyncJob find(Jobs jobs, JobId id) {
    return jobs.get(id).orElseThrow(() -> new ProblemException(JobFinder.none(id.toString())));
  }

  private static void pause(AsyncJob job, CommandContext context) {
    boolean interrupted;
    try {
      interrupted = context.interrupt().await(LOOK_EVERY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      interrupted = true;
    }
    if (interrupted) {
      throw noLonger(ExitCode.INTERRUPTED, "Stopped waiting", job);
    }
  }

  private static ProblemException noLonger(ExitCode code, String what, AsyncJob job) {
    String still = job.status() == AsyncJobStatus.QUEUED ? "stays queued" : "continues";
    return new ProblemException(
        new Problem(
            code,
            "%s; job %s %s.".formatted(what, job.id(), still),
            "Check it later, or cancel it.",
            "agents job show " + job.id()));
  }
}

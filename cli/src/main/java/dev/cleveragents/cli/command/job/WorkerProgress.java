package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.runtime.WorkerListener;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.JobView;
import java.time.Duration;
import java.time.Instant;

/** Prints the progress of a worker: one line for each start and each end of a job. */
record WorkerProgress(Dialogue dialogue) implements WorkerListener {

  @Override
  public void started(AsyncJob job) {
    dialogue.say(
        DisplayText.shortIds(String.valueOf(job.lease())) + " started: " + JobView.summary(job));
  }

  @Override
  public void ended(Lease lease, MoveResult move) {
    dialogue.say(DisplayText.shortIds(lease + " " + words(move)));
  }

  private static String words(MoveResult move) {
    return switch (move) {
      case MoveResult.Refused _ -> "result discarded: the lease expired before the job ended";
      case MoveResult.Moved(AsyncJob job) ->
          switch (job.status()) {
            case SUCCEEDED -> "succeeded" + took(job);
            case FAILED -> "failed, no attempts left: " + job.message();
            case CANCELLED -> "cancelled: " + job.cancelReason();
            case QUEUED, RUNNING ->
                "is queued again, %d of %d attempts failed: %s"
                    .formatted(job.attempts(), job.spec().retry().maxAttempts(), job.message());
          };
    };
  }

  private static String took(AsyncJob job) {
    Instant start = job.times().startedAt();
    Instant end = job.times().endedAt();
    return start == null || end == null
        ? ""
        : " in " + DisplayText.duration(Duration.between(start, end));
  }
}

package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.command.Span;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Move;
import dev.cleveragents.runtime.WorkerListener;
import java.time.Duration;
import java.time.Instant;

/** Tells a person what a worker does, one line for each start and each end of a run. */
record WorkerProgress(Dialogue dialogue) implements WorkerListener {

  @Override
  public void started(AsyncJob job) {
    dialogue.say("%s started: %s".formatted(job.lease(), JobView.of(job).summary()));
  }

  @Override
  public void ended(Lease lease, Move move) {
    dialogue.say(lease + " " + words(move));
  }

  private static String words(Move move) {
    return switch (move) {
      case Move.Refused _ -> "ended too late: its lease was over, nothing of it counts";
      case Move.Moved(AsyncJob job) ->
          switch (job.status()) {
            case SUCCEEDED -> "succeeded" + took(job);
            case FAILED -> "failed for good: " + job.message();
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
    return start == null || end == null ? "" : " in " + Span.words(Duration.between(start, end));
  }
}

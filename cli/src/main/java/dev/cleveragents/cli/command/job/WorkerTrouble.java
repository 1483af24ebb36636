package dev.cleveragents.cli.command.job;

import dev.cleveragents.kernel.worker.WorkerHealthReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What troubles a worker, in words: the same at most once a minute, however often it comes. */
final class WorkerTrouble {

  private static final Duration AGAIN_AFTER = Duration.ofMinutes(1);

  private @Nullable String told;
  private Instant toldAt = Instant.MIN;

  /** What is to be said now, if anything. */
  Optional<String> news(WorkerHealthReport health) {
    Instant at = health.lastErrorAt();
    String error = health.lastError();
    if (at == null || error == null || !at.isAfter(toldAt)) {
      return Optional.empty();
    }
    if (error.equals(told) && at.isBefore(toldAt.plus(AGAIN_AFTER))) {
      return Optional.empty();
    }
    told = error;
    toldAt = at;
    return Optional.of("trouble, going on: " + withoutClass(error));
  }

  /** The name of a class says nothing to whoever runs a worker. */
  private static String withoutClass(String error) {
    return error.replaceFirst("^(\\w+\\.)+\\w+Exception: ", "");
  }
}

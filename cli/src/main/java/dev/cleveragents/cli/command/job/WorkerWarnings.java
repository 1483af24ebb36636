package dev.cleveragents.cli.command.job;

import dev.cleveragents.kernel.worker.WorkerHealthReport;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What troubles a worker, in words: the same at most once a minute, however often it comes. */
final class WorkerWarnings {

  private static final Duration AGAIN_AFTER = Duration.ofMinutes(1);

  private final LongSupplier nanos;
  private final Map<String, Long> told = new HashMap<>();
  private @Nullable Instant seen;

  /**
   * @param nanos a clock that nobody sets
   */
  WorkerWarnings(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** What is to be said now, if anything. */
  Optional<String> news(WorkerHealthReport health) {
    Instant at = health.lastErrorAt();
    String error = health.lastError();
    if (at == null || error == null || at.equals(seen)) {
      return Optional.empty();
    }
    seen = at;
    long now = nanos.getAsLong();
    told.values().removeIf(then -> now - then >= AGAIN_AFTER.toNanos());
    return told.putIfAbsent(error, now) == null
        ? Optional.of("warning, retrying: " + withoutClass(error))
        : Optional.empty();
  }

  /** The name of a class says nothing to whoever runs a worker. */
  private static String withoutClass(String error) {
    return error.replaceFirst("^(\\w+\\.)+\\w+Exception: ", "");
  }
}

package dev.cleveragents.cli.command.job;

import dev.cleveragents.kernel.worker.WorkerHealthReport;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Warns of the errors of a worker: of the same one at most once a minute. */
final class WorkerWarnings {

  private static final Duration AGAIN_AFTER = Duration.ofMinutes(1);

  private final LongSupplier nanos;
  private final Map<String, Long> printedAt = new HashMap<>();
  private @Nullable Instant seen;

  /**
   * @param nanos a monotonic clock
   */
  WorkerWarnings(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The warning to print now, if any. */
  Optional<String> next(WorkerHealthReport health) {
    Instant at = health.lastErrorAt();
    String error = health.lastError();
    if (at == null || error == null || at.equals(seen)) {
      return Optional.empty();
    }
    seen = at;
    long now = nanos.getAsLong();
    printedAt.values().removeIf(then -> now - then >= AGAIN_AFTER.toNanos());
    return printedAt.putIfAbsent(error, now) == null
        ? Optional.of("warning, retrying: " + withoutClass(error))
        : Optional.empty();
  }

  /** The name of the exception class does not help the user. */
  private static String withoutClass(String error) {
    return error.replaceFirst("^(\\w+\\.)+\\w+Exception: ", "");
  }
}

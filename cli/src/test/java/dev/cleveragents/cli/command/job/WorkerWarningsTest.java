package dev.cleveragents.cli.command.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.worker.WorkerHealthReport;
import dev.cleveragents.kernel.worker.WorkerState;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkerWarningsTest {

  private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

  private long now;
  private final WorkerWarnings trouble = new WorkerWarnings(() -> now);

  private static WorkerHealthReport with(@Nullable String error, @Nullable Instant at) {
    return new WorkerHealthReport(
        "w", WorkerState.RUNNING, 8, 0, Map.of(), 1, error, at, null, null);
  }

  @Test
  void aHealthyWorkerWarnsOfNothing() {
    assertThat(trouble.next(with(null, null))).isEmpty();
  }

  /** Also if the machine's clock is set back. */
  @Test
  void theSameErrorIsReportedOnceAMinute() {
    assertThat(trouble.next(with("full", NOON))).contains("warning, retrying: full");
    now += TimeUnit.SECONDS.toNanos(59);
    assertThat(trouble.next(with("full", NOON.minusSeconds(3_600)))).isEmpty();
    now += TimeUnit.SECONDS.toNanos(1);
    assertThat(trouble.next(with("full", NOON.minusSeconds(3_599)))).isPresent();
    now += TimeUnit.MINUTES.toNanos(1);
    assertThat(trouble.next(with("full", NOON.minusSeconds(3_599)))).as("no new one").isEmpty();
  }

  @Test
  void anotherErrorIsReportedAtOnceAndTheFirstIsRemembered() {
    trouble.next(with("full", NOON));

    assertThat(trouble.next(with("away", NOON.plusMillis(1)))).contains("warning, retrying: away");
    assertThat(trouble.next(with("full", NOON.plusMillis(2)))).isEmpty();
  }

  @Test
  void classesAreNotNamed() {
    String error =
        "dev.cleveragents.store.connection.StoreException: The disk of x is full: free some space";

    assertThat(trouble.next(with(error, NOON)))
        .contains("warning, retrying: The disk of x is full: free some space");
  }
}

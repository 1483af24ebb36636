package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.worker.WorkerConfig.ClosingTiming;
import dev.cleveragents.kernel.worker.WorkerConfig.ErrorWaits;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import dev.cleveragents.kernel.worker.WorkerConfig.SessionTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WorkerConfigTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private final WorkerConfig config = WorkerConfig.defaults();

  @Test
  void theDefaultsAreTheDocumentedOnes() {
    assertThat(config)
        .isEqualTo(
            new WorkerConfig(
                "worker",
                8,
                Execution.VIRTUAL_THREADS,
                null,
                Duration.ofSeconds(1),
                new SessionTiming(
                    Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(2)),
                new ClosingTiming(Duration.ofSeconds(30), Duration.ofSeconds(5)),
                new ErrorWaits(Duration.ofMillis(100), Duration.ofSeconds(5))));
  }

  @Test
  void eachSettingIsChangedAlone() {
    assertThat(config.withName("n").name()).isEqualTo("n");
    assertThat(config.withMaxConcurrency(3).maxConcurrency()).isEqualTo(3);
    assertThat(config.withExecution(Execution.INLINE).execution()).isEqualTo(Execution.INLINE);
    assertThat(config.withGroup("g").group()).isEqualTo("g");
    assertThat(config.withPollEvery(SECOND).pollEvery()).isEqualTo(SECOND);
    SessionTiming session = new SessionTiming(SECOND, Duration.ofSeconds(3), Duration.ZERO);
    assertThat(config.withSession(session).session()).isEqualTo(session);
    ClosingTiming closing = new ClosingTiming(SECOND, SECOND);
    assertThat(config.withClosing(closing).closing()).isEqualTo(closing);
    ErrorWaits errors = new ErrorWaits(SECOND, SECOND);
    assertThat(config.withErrors(errors).errors()).isEqualTo(errors);
    assertThat(config.withName("n").withName("worker")).isEqualTo(config);
  }

  @Test
  void anInvalidSettingIsRefusedByName() {
    refused(() -> config.withMaxConcurrency(0), "maxConcurrency must be at least 1, is 0");
    refused(() -> config.withPollEvery(Duration.ZERO), "pollEvery must be positive, is PT0S");
    refused(() -> new SessionTiming(Duration.ZERO, SECOND, SECOND), "beatEvery must be positive");
    refused(
        () -> new SessionTiming(SECOND, SECOND, SECOND.negated()),
        "fenceMargin must not be negative");
    refused(
        () -> new SessionTiming(SECOND, Duration.ofSeconds(3), Duration.ofMillis(1001)),
        "must be at least two beats");
    refused(() -> new ClosingTiming(SECOND.negated(), SECOND), "grace must not be negative");
    refused(() -> new ClosingTiming(SECOND, SECOND.negated()), "cancelGrace must not be negative");
    refused(() -> new ErrorWaits(Duration.ZERO, SECOND), "first must be positive");
    refused(() -> new ErrorWaits(SECOND, Duration.ofMillis(999)), "max must not be below first");
  }

  @Test
  void errorWaitsDoubleUpToTheMaximumAndStartAgainAfterAnAnswer() {
    Backoff backoff = new Backoff(new ErrorWaits(Duration.ofMillis(100), Duration.ofMillis(350)));
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      waits.add(backoff.next().toMillis());
    }
    backoff.reset();
    waits.add(backoff.next().toMillis());
    assertThat(waits).containsExactly(100L, 200L, 350L, 350L, 100L);
  }

  @Test
  void aWakeUpThatComesEarlyIsKeptAndManyAreOne() throws Exception {
    WakeSignal signal = new WakeSignal();
    signal.wake();
    signal.wake();
    signal.await(Duration.ofDays(1));
    long before = System.nanoTime();
    signal.await(Duration.ofMillis(20));
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(20_000_000L);
    signal.await(Duration.ofMillis(-5));
  }

  @Test
  void onlyARunningWorkerWhoseStoreAnswersIsHealthy() {
    WorkerHealth health = new WorkerHealth(new dev.cleveragents.kernel.time.ManualTime());
    assertThat(health.report("w", WorkerState.RUNNING, 1, 0).healthy()).isTrue();
    assertThat(health.report("w", WorkerState.FENCED, 1, 0).healthy()).isFalse();
    health.error("gone");
    assertThat(health.report("w", WorkerState.RUNNING, 1, 0).healthy()).isFalse();
    assertThat(health.report("w", WorkerState.RUNNING, 1, 0).errorsInARow()).isEqualTo(1);
    health.beatAnswered(0);
    assertThat(health.report("w", WorkerState.RUNNING, 1, 0).healthy()).isTrue();
    assertThat(health.report("w", WorkerState.RUNNING, 1, 0).sincePoll()).isNull();
  }

  private static void refused(ThrowingCallable making, String message) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}

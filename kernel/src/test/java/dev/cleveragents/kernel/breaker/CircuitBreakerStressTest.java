package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.Race.Body;
import dev.cleveragents.kernel.Race.Round;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Real threads that start together and share one breaker. */
class CircuitBreakerStressTest {

  private static final String NAME = "search";
  private static final int THREADS = 64;
  private static final int RECORDS = 10_000;

  @Test
  void noRecordIsLostAtSixtyFourThreads() throws Exception {
    CircuitBreaker breaker =
        new CircuitBreaker(BreakerSettings.defaults(), TimeSource.system(), change -> {});
    AtomicLong successes = new AtomicLong();
    AtomicLong failures = new AtomicLong();
    AtomicLong cancelled = new AtomicLong();
    AtomicLong refused = new AtomicLong();
    Race.rounds(
        1,
        () ->
            new Round(
                bodies(
                    THREADS,
                    thread ->
                        () -> records(breaker, thread, successes, failures, cancelled, refused)),
                () -> {
                  BreakerView view = breaker.view(NAME);
                  assertThat(view.successes()).isEqualTo(successes.get());
                  assertThat(view.failures()).isEqualTo(failures.get());
                  assertThat(view.cancelled()).isEqualTo(cancelled.get());
                  assertThat(view.refused()).isEqualTo(refused.get());
                  assertThat(view.successes() + view.failures() + view.cancelled() + view.refused())
                      .isEqualTo((long) THREADS * RECORDS);
                }));
  }

  /** All ways to report an outcome, in turn; trips, trials and resets happen on the way. */
  private static void records(
      CircuitBreaker breaker,
      int thread,
      AtomicLong successes,
      AtomicLong failures,
      AtomicLong cancelled,
      AtomicLong refused) {
    for (int i = 0; i < RECORDS; i++) {
      int turn = (i + thread) % 8;
      if (turn == 0) {
        breaker.recordSuccess(NAME);
        successes.incrementAndGet();
      } else if (turn < 4) {
        breaker.recordFailure(NAME);
        failures.incrementAndGet();
      } else if (!(breaker.tryAcquire(NAME) instanceof Permit permit)) {
        refused.incrementAndGet();
      } else if (turn == 4) {
        permit.success();
        successes.incrementAndGet();
      } else if (turn == 5) {
        permit.failure();
        failures.incrementAndGet();
      } else {
        permit.cancel();
        cancelled.incrementAndGet();
      }
      if (i % 1_000 == 999) {
        breaker.reset(NAME);
      }
    }
  }

  @Test
  void theFailureThatReachesTheThresholdIsNeverLost() throws Exception {
    Race.rounds(
        2_000,
        () -> {
          CircuitBreaker breaker = new CircuitBreaker();
          return new Round(
              bodies(3, thread -> () -> breaker.recordFailure(NAME)),
              () -> assertThat(breaker.isOpen(NAME)).isTrue());
        });
  }

  @Test
  void exactlyOneCallerGetsTheTrial() throws Exception {
    Race.rounds(
        2_000,
        () -> {
          CircuitBreaker breaker = dueForATrial();
          AtomicInteger trials = new AtomicInteger();
          return new Round(
              bodies(
                  4,
                  thread ->
                      () -> {
                        if (breaker.tryAcquire(NAME) instanceof Permit) {
                          trials.incrementAndGet();
                        }
                      }),
              () -> {
                assertThat(trials).hasValue(1);
                assertThat(breaker.view(NAME).refused()).isEqualTo(3);
              });
        });
  }

  @Test
  void exactlyOneCallEndsAPermit() throws Exception {
    Race.rounds(
        2_000,
        () -> {
          CircuitBreaker breaker = dueForATrial();
          Permit trial = (Permit) breaker.tryAcquire(NAME);
          AtomicInteger ended = new AtomicInteger();
          return new Round(
              bodies(
                  3,
                  thread ->
                      () -> {
                        boolean mine =
                            switch (thread) {
                              case 0 -> trial.success();
                              case 1 -> trial.failure();
                              default -> trial.cancel();
                            };
                        ended.addAndGet(mine ? 1 : 0);
                      }),
              () -> {
                assertThat(ended).hasValue(1);
                BreakerView view = breaker.view(NAME);
                assertThat(view.successes() + view.failures() - 1 + view.cancelled()).isEqualTo(1);
              });
        });
  }

  @Test
  void everyChangeIsPublishedOnceAndTheNumbersPutThemInOrder() throws Exception {
    ConcurrentLinkedQueue<BreakerChange> published = new ConcurrentLinkedQueue<>();
    BreakerSettings settings =
        new BreakerSettings(2, Duration.ofNanos(1), Duration.ofNanos(1), Duration.ofNanos(50_000));
    CircuitBreaker breaker = new CircuitBreaker(settings, TimeSource.system(), published::add);
    Race.rounds(
        1,
        () ->
            new Round(
                bodies(8, thread -> () -> changing(breaker, thread)),
                () -> checkOrder(List.copyOf(published), breaker.isOpen(NAME))));
  }

  private static void changing(CircuitBreaker breaker, int thread) {
    for (int i = 0; i < 5_000; i++) {
      breaker.recordFailure(NAME);
      if (breaker.tryAcquire(NAME) instanceof Permit permit && (i + thread) % 5 != 0) {
        boolean ended = i % 2 == 0 ? permit.failure() : permit.success();
        assertThat(ended).isTrue();
      }
      if (i % 7 == thread) {
        breaker.reset(NAME);
      }
    }
  }

  private static void checkOrder(List<BreakerChange> published, boolean open) {
    List<BreakerChange> changes = new ArrayList<>(published);
    changes.sort(Comparator.comparingLong(BreakerChange::incarnation));
    Set<Long> numbers = new HashSet<>();
    BreakerState at = BreakerState.CLOSED;
    for (BreakerChange change : changes) {
      assertThat(numbers.add(change.incarnation())).isTrue();
      assertThat(change.from()).isEqualTo(at);
      at = change.to();
    }
    assertThat(changes).hasSizeGreaterThan(100);
    assertThat(at != BreakerState.CLOSED).isEqualTo(open);
  }

  @Test
  void aViewNeverContradictsItself() throws Exception {
    BreakerSettings settings = BreakerSettings.defaults().withFailureThreshold(2);
    CircuitBreaker breaker = new CircuitBreaker(settings, TimeSource.system(), change -> {});
    // One thread, so that the order of its calls is the order of the totals.
    Body writer =
        () -> {
          for (int i = 0; i < 100_000; i++) {
            breaker.recordFailure(NAME);
            breaker.recordFailure(NAME);
            breaker.recordSuccess(NAME);
          }
        };
    Body reader =
        () -> {
          BreakerView view;
          do {
            view = breaker.view(NAME);
            long failures = view.failures() - 2 * view.successes();
            assertThat(failures).isBetween(0L, 2L);
            assertThat(view.consecutiveFailures()).isEqualTo((int) failures);
            assertThat(view.state())
                .isEqualTo(failures == 2 ? BreakerState.OPEN : BreakerState.CLOSED);
          } while (view.successes() < 100_000);
        };
    Race.rounds(1, () -> new Round(() -> {}, writer, reader));
  }

  @Test
  void aViewOfACircuitThatIsMostlyCalmNeverContradictsItself() throws Exception {
    CircuitBreaker breaker = new CircuitBreaker();
    int calmCalls = 5 * OutcomeWord.FULL / 2;
    int turns = 100;
    // One thread, so that the order of its calls is the order of the totals; others read only.
    Body writer =
        () -> {
          for (int turn = 0; turn < turns; turn++) {
            for (int i = 0; i < calmCalls; i++) {
              breaker.recordSuccess(NAME);
            }
            breaker.recordFailure(NAME);
          }
        };
    Body reader =
        () -> {
          BreakerView view;
          do {
            view = breaker.view(NAME);
            long failed = view.successes() / calmCalls;
            boolean atTheEdge = view.successes() % calmCalls == 0;
            assertThat(view.failures()).isBetween(atTheEdge ? failed - 1 : failed, failed);
            assertThat(view.consecutiveFailures())
                .isEqualTo(atTheEdge && view.failures() == failed && failed > 0 ? 1 : 0);
          } while (view.failures() < turns);
        };
    Race.rounds(1, () -> new Round(() -> {}, writer, reader, reader));
  }

  @Test
  void noSuccessIsLostWhenACalmEnds() throws Exception {
    int threads = 8;
    int calls = 4 * OutcomeWord.FULL;
    Race.rounds(
        20,
        () -> {
          CircuitBreaker breaker = new CircuitBreaker();
          return new Round(
              bodies(
                  threads,
                  thread ->
                      () -> {
                        for (int i = 1; i <= calls; i++) {
                          breaker.recordSuccess(NAME);
                          if (thread == 0 && i % OutcomeWord.FULL == 0) {
                            breaker.recordFailure(NAME);
                          }
                        }
                      }),
              () -> {
                assertThat(breaker.view(NAME).successes()).isEqualTo((long) threads * calls);
                assertThat(breaker.view(NAME).failures()).isEqualTo(4);
              });
        });
  }

  private static CircuitBreaker dueForATrial() {
    ManualTime time = new ManualTime();
    CircuitBreaker breaker =
        new CircuitBreaker(BreakerSettings.defaults().withFailureThreshold(1), time, change -> {});
    breaker.recordFailure(NAME);
    time.advance(Duration.ofSeconds(30));
    return breaker;
  }

  private static List<Body> bodies(int threads, IntFunction<Body> body) {
    List<Body> bodies = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      bodies.add(body.apply(i));
    }
    return Collections.unmodifiableList(bodies);
  }
}

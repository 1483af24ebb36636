package dev.cleveragents.bench;

import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.breaker.Permit;
import dev.cleveragents.kernel.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A circuit breaker under a schedule. Each is set up to mean the same: open after 3 failures in a
 * row, closed to callers for {@link #OPEN_FOR}, then one trial call, whose success closes it and
 * whose failure opens it again, with a deadline where the library knows one. What is not set is
 * left at its default.
 */
interface BreakerContender {

  Duration OPEN_FOR = Duration.ofMillis(20);
  Duration TRIAL_DEADLINE = Duration.ofMillis(500);

  /** A call if one may be made now. */
  Optional<Call> ask();

  /** A call that was let through. */
  interface Call {
    void succeed();

    void fail();

    /** Gives the leave back unused, where the breaker knows such a thing. */
    void giveBack();
  }

  static BreakerContender ours() {
    CircuitBreaker breaker =
        new CircuitBreaker(
            new BreakerSettings(3, OPEN_FOR, OPEN_FOR.multipliedBy(2), TRIAL_DEADLINE),
            TimeSource.system(),
            change -> {});
    return () -> breaker.tryAcquire("search") instanceof Permit permit ? call(permit) : none();
  }

  private static Optional<Call> call(Permit permit) {
    return Optional.of(
        new Call() {
          @Override
          public void succeed() {
            permit.success();
          }

          @Override
          public void fail() {
            permit.failure();
          }

          @Override
          public void giveBack() {
            permit.cancel();
          }
        });
  }

  static BreakerContender resilience4j() {
    var breaker =
        io.github.resilience4j.circuitbreaker.CircuitBreaker.of(
            "search",
            CircuitBreakerConfig.custom()
                .slidingWindow(3, 3, SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(100)
                .waitDurationInOpenState(OPEN_FOR)
                .permittedNumberOfCallsInHalfOpenState(1)
                .maxWaitDurationInHalfOpenState(TRIAL_DEADLINE)
                .build());
    return () -> breaker.tryAcquirePermission() ? call(breaker) : none();
  }

  private static Optional<Call> call(io.github.resilience4j.circuitbreaker.CircuitBreaker breaker) {
    return Optional.of(
        new Call() {
          @Override
          public void succeed() {
            breaker.onSuccess(1, TimeUnit.NANOSECONDS);
          }

          @Override
          public void fail() {
            breaker.onError(1, TimeUnit.NANOSECONDS, new IllegalStateException("failed"));
          }

          @Override
          public void giveBack() {
            breaker.releasePermission();
          }
        });
  }

  static BreakerContender failsafe() {
    var breaker =
        dev.failsafe.CircuitBreaker.builder()
            .withFailureThreshold(3)
            .withSuccessThreshold(1)
            .withDelay(OPEN_FOR)
            .build();
    return () -> breaker.tryAcquirePermit() ? call(breaker) : none();
  }

  private static Optional<Call> call(dev.failsafe.CircuitBreaker<Object> breaker) {
    return Optional.of(
        new Call() {
          @Override
          public void succeed() {
            breaker.recordSuccess();
          }

          @Override
          public void fail() {
            breaker.recordFailure();
          }

          @Override
          public void giveBack() {
            // Failsafe has no call for this: without an outcome the leave is lost.
          }
        });
  }

  private static Optional<Call> none() {
    return Optional.empty();
  }
}

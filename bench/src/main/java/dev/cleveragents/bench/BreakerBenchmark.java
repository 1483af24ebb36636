package dev.cleveragents.bench;

import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.breaker.Permit;
import dev.cleveragents.kernel.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One guarded call that costs nothing: ask for leave, report the outcome. All threads share one
 * breaker, which stays closed. {@code success} reports successes only and opens after 3 failures in
 * a row; {@code mixed} reports every eighth call as failed and would open after 100 in a row.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BreakerBenchmark {

  private static final String NAME = "search";

  /** The three breakers with one meaning: open after this many failures in a row. */
  private record Breakers(
      CircuitBreaker ours,
      io.github.resilience4j.circuitbreaker.CircuitBreaker resilience4j,
      dev.failsafe.CircuitBreaker<Object> failsafe) {

    static Breakers openingAfter(int failures) {
      return new Breakers(
          new CircuitBreaker(
              BreakerSettings.defaults().withFailureThreshold(failures),
              TimeSource.system(),
              change -> {}),
          io.github.resilience4j.circuitbreaker.CircuitBreaker.of(
              NAME,
              CircuitBreakerConfig.custom()
                  .slidingWindow(failures, failures, SlidingWindowType.COUNT_BASED)
                  .failureRateThreshold(100)
                  .build()),
          dev.failsafe.CircuitBreaker.builder().withFailureThreshold(failures).build());
    }
  }

  /** Shared by all threads. */
  @State(Scope.Benchmark)
  public static class Shared {
    private final Breakers strict = Breakers.openingAfter(3);
    private final Breakers lenient = Breakers.openingAfter(100);
  }

  /** Which call of a thread fails. */
  @State(Scope.Thread)
  public static class Calls {
    private final IllegalStateException failure = new IllegalStateException("failed");
    private int made;

    boolean nextFails() {
      return (++made & 7) == 0;
    }
  }

  @Benchmark
  public boolean successOurs(Shared shared) {
    return shared.strict.ours.tryAcquire(NAME) instanceof Permit permit && permit.success();
  }

  @Benchmark
  public boolean successResilience4j(Shared shared) {
    var breaker = shared.strict.resilience4j;
    if (!breaker.tryAcquirePermission()) {
      return false;
    }
    breaker.onSuccess(1, TimeUnit.NANOSECONDS);
    return true;
  }

  @Benchmark
  public boolean successFailsafe(Shared shared) {
    var breaker = shared.strict.failsafe;
    if (!breaker.tryAcquirePermit()) {
      return false;
    }
    breaker.recordSuccess();
    return true;
  }

  @Benchmark
  public boolean mixedOurs(Shared shared, Calls calls) {
    return shared.lenient.ours.tryAcquire(NAME) instanceof Permit permit
        && (calls.nextFails() ? permit.failure() : permit.success());
  }

  @Benchmark
  public boolean mixedResilience4j(Shared shared, Calls calls) {
    var breaker = shared.lenient.resilience4j;
    if (!breaker.tryAcquirePermission()) {
      return false;
    }
    if (calls.nextFails()) {
      breaker.onError(1, TimeUnit.NANOSECONDS, calls.failure);
    } else {
      breaker.onSuccess(1, TimeUnit.NANOSECONDS);
    }
    return true;
  }

  @Benchmark
  public boolean mixedFailsafe(Shared shared, Calls calls) {
    var breaker = shared.lenient.failsafe;
    if (!breaker.tryAcquirePermit()) {
      return false;
    }
    if (calls.nextFails()) {
      breaker.recordFailure();
    } else {
      breaker.recordSuccess();
    }
    return true;
  }
}

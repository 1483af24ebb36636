package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every pair of state and call. A breaker that opens after 3 failures, for 30 s; a trial has 60 s.
 * "own" is a permit of the present stay, "stale" one from before a reset.
 */
class CircuitBreakerTableTest {

  private static final String NAME = "search";

  private final ManualTime time = new ManualTime();
  private final List<BreakerChange> changes = new ArrayList<>();
  private final CircuitBreaker breaker =
      new CircuitBreaker(BreakerSettings.defaults(), time, changes::add);
  private final Permit stale = permit();
  private Permit own = stale;

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      useHeadersInDisplayName = false,
      textBlock =
          """
          # given          | call           | answer  | state     | row | trial in | totals | refused | changes
          closed           | recordSuccess  |         | CLOSED    | 0   | -        | S      | 0       |
          closed           | recordFailure  |         | CLOSED    | 1   | -        | F      | 0       |
          closed           | isOpen         | false   | CLOSED    | 0   | -        |        | 0       |
          closed           | reset          |         | CLOSED    | 0   | -        |        | 0       |
          closed           | resetAll       |         | CLOSED    | 0   | -        |        | 0       |
          closed           | tryAcquire     | permit  | CLOSED    | 0   | -        |        | 0       |
          closed           | own success    | true    | CLOSED    | 0   | -        | S      | 0       |
          closed           | own failure    | true    | CLOSED    | 1   | -        | F      | 0       |
          closed           | own cancel     | true    | CLOSED    | 0   | -        | C      | 0       |
          closed           | own close      |         | CLOSED    | 0   | -        | C      | 0       |
          closed           | stale success  | true    | CLOSED    | 0   | -        | S      | 0       |
          closed           | stale failure  | true    | CLOSED    | 0   | -        | F      | 0       |
          closed           | stale cancel   | true    | CLOSED    | 0   | -        | C      | 0       |
          2 failures       | recordSuccess  |         | CLOSED    | 0   | -        | S      | 0       |
          2 failures       | recordFailure  |         | OPEN      | 3   | 30       | F      | 0       | CLOSED>OPEN
          2 failures       | isOpen         | false   | CLOSED    | 2   | -        |        | 0       |
          2 failures       | reset          |         | CLOSED    | 0   | -        |        | 0       |
          2 failures       | resetAll       |         | CLOSED    | 0   | -        |        | 0       |
          2 failures       | tryAcquire     | permit  | CLOSED    | 2   | -        |        | 0       |
          2 failures       | own success    | true    | CLOSED    | 0   | -        | S      | 0       |
          2 failures       | own failure    | true    | OPEN      | 3   | 30       | F      | 0       | CLOSED>OPEN
          2 failures       | own cancel     | true    | CLOSED    | 2   | -        | C      | 0       |
          2 failures       | own close      |         | CLOSED    | 2   | -        | C      | 0       |
          2 failures       | stale success  | true    | CLOSED    | 2   | -        | S      | 0       |
          2 failures       | stale failure  | true    | CLOSED    | 2   | -        | F      | 0       |
          2 failures       | stale cancel   | true    | CLOSED    | 2   | -        | C      | 0       |
          open             | recordSuccess  |         | CLOSED    | 0   | -        | S      | 0       | OPEN>CLOSED
          open             | recordFailure  |         | OPEN      | 3   | 30       | F      | 0       |
          open             | isOpen         | true    | OPEN      | 3   | 30       |        | 0       |
          open             | reset          |         | CLOSED    | 0   | -        |        | 0       | OPEN>CLOSED
          open             | resetAll       |         | CLOSED    | 0   | -        |        | 0       | OPEN>CLOSED
          open             | tryAcquire     | refused | OPEN      | 3   | 30       |        | 1       |
          open             | stale success  | true    | OPEN      | 3   | 30       | S      | 0       |
          open             | stale failure  | true    | OPEN      | 3   | 30       | F      | 0       |
          open             | stale cancel   | true    | OPEN      | 3   | 30       | C      | 0       |
          open, due        | recordSuccess  |         | CLOSED    | 0   | -        | S      | 0       | OPEN>CLOSED
          open, due        | recordFailure  |         | OPEN      | 3   | 0        | F      | 0       |
          open, due        | isOpen         | true    | OPEN      | 3   | 0        |        | 0       |
          open, due        | reset          |         | CLOSED    | 0   | -        |        | 0       | OPEN>CLOSED
          open, due        | resetAll       |         | CLOSED    | 0   | -        |        | 0       | OPEN>CLOSED
          open, due        | tryAcquire     | trial   | HALF_OPEN | 3   | -        |        | 0       | OPEN>HALF_OPEN
          open, due        | stale success  | true    | OPEN      | 3   | 0        | S      | 0       |
          open, due        | stale failure  | true    | OPEN      | 3   | 0        | F      | 0       |
          open, due        | stale cancel   | true    | OPEN      | 3   | 0        | C      | 0       |
          half-open        | recordSuccess  |         | CLOSED    | 0   | -        | S      | 0       | HALF_OPEN>CLOSED
          half-open        | recordFailure  |         | HALF_OPEN | 3   | -        | F      | 0       |
          half-open        | isOpen         | true    | HALF_OPEN | 3   | -        |        | 0       |
          half-open        | reset          |         | CLOSED    | 0   | -        |        | 0       | HALF_OPEN>CLOSED
          half-open        | resetAll       |         | CLOSED    | 0   | -        |        | 0       | HALF_OPEN>CLOSED
          half-open        | tryAcquire     | refused | HALF_OPEN | 3   | -        |        | 1       |
          half-open        | own success    | true    | CLOSED    | 0   | -        | S      | 0       | HALF_OPEN>CLOSED
          half-open        | own failure    | true    | OPEN      | 3   | 60       | F      | 0       | HALF_OPEN>OPEN
          half-open        | own cancel     | true    | OPEN      | 3   | 0        | C      | 0       | HALF_OPEN>OPEN
          half-open        | own close      |         | OPEN      | 3   | 0        | C      | 0       | HALF_OPEN>OPEN
          half-open        | stale success  | true    | HALF_OPEN | 3   | -        | S      | 0       |
          half-open        | stale failure  | true    | HALF_OPEN | 3   | -        | F      | 0       |
          half-open        | stale cancel   | true    | HALF_OPEN | 3   | -        | C      | 0       |
          half-open, lost  | recordSuccess  |         | CLOSED    | 0   | -        | S      | 0       | HALF_OPEN>OPEN OPEN>CLOSED
          half-open, lost  | recordFailure  |         | OPEN      | 3   | 60       | F      | 0       | HALF_OPEN>OPEN
          half-open, lost  | isOpen         | true    | OPEN      | 3   | 60       |        | 0       |
          half-open, lost  | reset          |         | CLOSED    | 0   | -        |        | 0       | HALF_OPEN>OPEN OPEN>CLOSED
          half-open, lost  | resetAll       |         | CLOSED    | 0   | -        |        | 0       | HALF_OPEN>OPEN OPEN>CLOSED
          half-open, lost  | tryAcquire     | refused | OPEN      | 3   | 60       |        | 1       | HALF_OPEN>OPEN
          half-open, lost  | own success    | true    | OPEN      | 3   | 60       | S      | 0       | HALF_OPEN>OPEN
          half-open, lost  | own failure    | true    | OPEN      | 3   | 60       | F      | 0       | HALF_OPEN>OPEN
          half-open, lost  | own cancel     | true    | OPEN      | 3   | 60       | C      | 0       | HALF_OPEN>OPEN
          half-open, lost  | own close      |         | OPEN      | 3   | 60       | C      | 0       | HALF_OPEN>OPEN
          half-open, lost  | stale success  | true    | OPEN      | 3   | 60       | S      | 0       | HALF_OPEN>OPEN
          half-open, lost  | stale failure  | true    | OPEN      | 3   | 60       | F      | 0       | HALF_OPEN>OPEN
          half-open, lost  | stale cancel   | true    | OPEN      | 3   | 60       | C      | 0       | HALF_OPEN>OPEN
          """)
  void everyPairOfStateAndCall(
      String given,
      String call,
      String answer,
      BreakerState state,
      int row,
      String trialIn,
      String totals,
      long refused,
      String changed) {
    bring(given);
    changes.clear();
    BreakerView before = breaker.view(NAME);

    assertThat(call(call)).isEqualTo(answer == null ? "" : answer);

    BreakerView after = breaker.view(NAME);
    assertThat(after.state()).isEqualTo(state);
    assertThat(after.consecutiveFailures()).isEqualTo(row);
    assertThat(after.nextTrialIn().map(in -> "" + in.toSeconds()).orElse("-")).isEqualTo(trialIn);
    assertThat(added(before, after)).isEqualTo(totals == null ? "" : totals);
    assertThat(after.refused() - before.refused()).isEqualTo(refused);
    assertThat(changes.stream().map(c -> c.from() + ">" + c.to()).collect(Collectors.joining(" ")))
        .isEqualTo(changed == null ? "" : changed);
    assertThat(breaker.isOpen(NAME)).isEqualTo(state != BreakerState.CLOSED);
  }

  private void bring(String given) {
    breaker.reset(NAME);
    own = permit();
    switch (given) {
      case "closed" -> {}
      case "2 failures" -> fail(2);
      case "open" -> fail(3);
      case "open, due" -> due();
      case "half-open" -> trial();
      case "half-open, lost" -> {
        trial();
        time.advance(Duration.ofSeconds(60));
      }
      default -> throw new IllegalArgumentException(given);
    }
  }

  private void due() {
    fail(3);
    time.advance(Duration.ofSeconds(30));
  }

  private void trial() {
    due();
    own = permit();
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      breaker.recordFailure(NAME);
    }
  }

  private Permit permit() {
    return (Permit) breaker.tryAcquire(NAME);
  }

  private String call(String call) {
    return switch (call) {
      case "recordSuccess" -> nothing(() -> breaker.recordSuccess(NAME));
      case "recordFailure" -> nothing(() -> breaker.recordFailure(NAME));
      case "isOpen" -> "" + breaker.isOpen(NAME);
      case "reset" -> nothing(() -> breaker.reset(NAME));
      case "resetAll" -> nothing(breaker::resetAll);
      case "tryAcquire" -> told(breaker.tryAcquire(NAME));
      case "own success" -> "" + own.success();
      case "own failure" -> "" + own.failure();
      case "own cancel" -> "" + own.cancel();
      case "own close" -> nothing(own::close);
      case "stale success" -> "" + stale.success();
      case "stale failure" -> "" + stale.failure();
      case "stale cancel" -> "" + stale.cancel();
      default -> throw new IllegalArgumentException(call);
    };
  }

  private static String nothing(Runnable call) {
    call.run();
    return "";
  }

  private static String told(Admission admission) {
    return switch (admission) {
      case Permit permit -> permit.isTrial() ? "trial" : "permit";
      case Refusal refused -> "refused";
    };
  }

  private static String added(BreakerView before, BreakerView after) {
    return "S".repeat((int) (after.successes() - before.successes()))
        + "F".repeat((int) (after.failures() - before.failures()))
        + "C".repeat((int) (after.cancelled() - before.cancelled()));
  }
}

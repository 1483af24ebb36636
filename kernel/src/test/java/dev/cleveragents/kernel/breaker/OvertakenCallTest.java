package dev.cleveragents.kernel.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A call that another one overtakes, forced: the clock lets the other one in while it is read. What
 * the stress tests meet on some runs only is met here on every run.
 */
class OvertakenCallTest {

  private static final String NAME = "search";

  private final ManualTime time = new ManualTime();
  private final List<BreakerChange> changes = new ArrayList<>();
  private Runnable meanwhile = () -> {};
  private final CircuitBreaker breaker =
      new CircuitBreaker(
          BreakerSettings.defaults().withFailureThreshold(1), new Interrupting(), changes::add);

  @Test
  void aViewDuringATripFindsTheCircuitOpenAndTheTripIsReportedOnce() {
    List<BreakerView> seen = new ArrayList<>();
    meanwhile = () -> seen.add(breaker.view(NAME));

    breaker.recordFailure(NAME);

    assertThat(seen).extracting(BreakerView::state).containsExactly(BreakerState.OPEN);
    assertThat(seen).extracting(BreakerView::failures).containsExactly(1L);
    assertThat(changes).extracting(BreakerChange::to).containsExactly(BreakerState.OPEN);
  }

  @Test
  void aFailureReportedDuringATripIsCountedInTheOpenCircuit() {
    meanwhile = () -> breaker.recordFailure(NAME);

    breaker.recordFailure(NAME);

    assertThat(breaker.view(NAME).state()).isEqualTo(BreakerState.OPEN);
    assertThat(breaker.view(NAME).failures()).isEqualTo(2);
    assertThat(changes).extracting(BreakerChange::to).containsExactly(BreakerState.OPEN);
  }

  @Test
  void aCallerOvertakenOnTheWayToTheTrialIsRefused() {
    breaker.recordFailure(NAME);
    time.advance(Duration.ofSeconds(30));
    List<Admission> first = new ArrayList<>();
    meanwhile = () -> first.add(breaker.tryAcquire(NAME));

    assertThat(breaker.tryAcquire(NAME)).isInstanceOf(Refusal.class);

    assertThat(first).hasOnlyElementsOfType(Permit.class).hasSize(1);
  }

  @Test
  void aViewThatIsOvertakenShowsTheLaterState() {
    breaker.recordFailure(NAME);
    meanwhile = () -> breaker.recordFailure(NAME);

    assertThat(breaker.view(NAME).failures()).isEqualTo(2);
  }

  /** Does what is to be done meanwhile, once, whenever it is read. */
  private final class Interrupting implements TimeSource {
    @Override
    public long nanos() {
      Runnable now = meanwhile;
      meanwhile = () -> {};
      now.run();
      return time.nanos();
    }

    @Override
    public Instant wallTime() {
      return time.wallTime();
    }
  }
}

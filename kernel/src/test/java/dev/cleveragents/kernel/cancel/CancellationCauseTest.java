package dev.cleveragents.kernel.cancel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationCause.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CancellationCauseTest {

  @Test
  void eachFactoryGivesItsKind() {
    assertThat(CancellationCause.requested("why"))
        .isEqualTo(new CancellationCause(Kind.REQUESTED, "why"));
    assertThat(CancellationCause.deadline(Duration.ofSeconds(2)))
        .isEqualTo(new CancellationCause(Kind.DEADLINE, "not done within 2000 ms"));
    assertThat(CancellationCause.superseded().kind()).isEqualTo(Kind.SUPERSEDED);
    assertThat(CancellationCause.closed("why"))
        .isEqualTo(new CancellationCause(Kind.CLOSED, "why"));
    assertThat(CancellationCause.leaseLost("why"))
        .isEqualTo(new CancellationCause(Kind.LEASE_LOST, "why"));
    assertThat(CancellationCause.shutdown("why"))
        .isEqualTo(new CancellationCause(Kind.SHUTDOWN, "why"));
  }

  @Test
  void aReasonIsNeeded() {
    assertThatThrownBy(() -> CancellationCause.requested(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Say in a few words why");
  }
}

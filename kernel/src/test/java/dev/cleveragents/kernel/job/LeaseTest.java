package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Equality of leases and ids is written out, so it is shown here. */
class LeaseTest {

  private final JobId job = new JobId(new Ulid(1, 2));
  private final SessionId session = new SessionId(new Ulid(3, 4));

  @Test
  void oneOfTheSameJobNumberAndSessionIsTheSame() {
    Lease lease = new Lease(job, 7, session);
    Lease same = new Lease(new JobId(new Ulid(1, 2)), 7, new SessionId(new Ulid(3, 4)));

    assertThat(lease).isEqualTo(same).hasSameHashCodeAs(same);
  }

  @Test
  void oneOfAnotherJobNumberOrSessionIsAnother() {
    Lease lease = new Lease(job, 7, session);

    assertThat(lease)
        .isNotEqualTo(new Lease(new JobId(new Ulid(1, 3)), 7, session))
        .isNotEqualTo(new Lease(job, 8, session))
        .isNotEqualTo(new Lease(job, 7, new SessionId(new Ulid(3, 5))))
        .isNotEqualTo(null);
  }

  @Test
  void idsDifferInEitherHalfAndByWhatTheyName() {
    assertThat(Set.of(new Ulid(1, 2), new Ulid(2, 2), new Ulid(1, 1), new Ulid(2, 1))).hasSize(4);
    assertThat((Object) job).isNotEqualTo(new SessionId(new Ulid(1, 2)));
    assertThat((Object) session).isNotEqualTo(new JobId(new Ulid(3, 4)));
  }
}

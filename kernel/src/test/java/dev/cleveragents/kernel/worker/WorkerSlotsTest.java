package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkerSlotsTest {

  @Test
  void noMoreAreTakenThanThereAreUntilSomeAreGivenBack() {
    WorkerSlots slots = new WorkerSlots(3);

    assertThat(slots.take(2)).isEqualTo(2);
    assertThat(slots.take(2)).isEqualTo(1);
    assertThat(slots.take(1)).isZero();
    slots.giveBack(2);
    assertThat(slots.take(5)).isEqualTo(2);
    assertThat(slots.take(1)).isZero();
  }
}

package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureMessageTest {

  @Test
  void onlyWhatIsTooLongIsCut() {
    String name = IllegalStateException.class.getName() + ": ";
    String fits = "x".repeat(4_000 - name.length());

    assertThat(FailureMessage.of(new IllegalStateException(fits))).isEqualTo(name + fits);
    assertThat(FailureMessage.of(new IllegalStateException(fits + "y")))
        .isEqualTo(name + fits + "…");
  }
}

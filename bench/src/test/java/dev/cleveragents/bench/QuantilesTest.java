package dev.cleveragents.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuantilesTest {

  @Test
  void ofAHundredTheHalfTheNinetyNinthAndTheLast() {
    List<Long> nanos = new ArrayList<>();
    for (long i = 100; i >= 1; i--) {
      nanos.add(i * 1_000_000);
    }
    Quantiles quantiles = Quantiles.ofNanos(nanos);
    assertThat(quantiles.at(0)).isEqualTo(1);
    assertThat(quantiles.at(0.5)).isEqualTo(50);
    assertThat(quantiles.at(0.99)).isEqualTo(99);
    assertThat(quantiles.at(1)).isEqualTo(100);
  }

  @Test
  void ofOneAllAreThatOne() {
    Quantiles quantiles = Quantiles.ofNanos(List.of(5_000_000L));
    assertThat(quantiles.at(0.01)).isEqualTo(5);
    assertThat(quantiles.at(0.99)).isEqualTo(5);
  }

  @Test
  void ofNoneThereIsNoNumber() {
    assertThat(Quantiles.ofNanos(List.of()).at(0.5)).isNaN();
  }
}

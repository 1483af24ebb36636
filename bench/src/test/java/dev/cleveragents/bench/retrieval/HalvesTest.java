package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.history.CommitCase;
import dev.cleveragents.context.quality.JudgedCase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HalvesTest {

  private static final List<Asked> ONE = List.of(asked("1"), asked("2"), asked("3"), asked("4"));
  private static final List<Asked> OTHER = List.of(asked("5"), asked("6"));

  @Test
  void ofOneRepositoryTheNewerHalfIsReportedAndTheOlderFittedOn() {
    Halves halves = Halves.of(Map.of("one", ONE), "one");
    assertThat(halves.tuning()).isEqualTo(ONE.subList(0, 2));
    assertThat(halves.reported()).isEqualTo(ONE.subList(2, 4));
  }

  @Test
  void ofSeveralNothingOfTheReportedOneIsFittedOnOrDecides() {
    Halves halves = Halves.of(Map.of("one", ONE, "other", OTHER), "other");
    assertThat(halves.tuning()).isEqualTo(ONE.subList(0, 2));
    assertThat(halves.deciding()).isEqualTo(ONE.subList(2, 4));
    assertThat(halves.reported()).isEqualTo(OTHER);
  }

  private static Asked asked(String id) {
    return new Asked(
        new CommitCase(id, "before " + id, Instant.EPOCH, "why", List.of("file")),
        new JudgedCase(id, Set.of("file"), Map.of()),
        Map.of(),
        Map.of());
  }
}

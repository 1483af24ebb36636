package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.cleveragents.context.history.Commit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HotFilesTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void aChangeCountsForHalfAsMuchEveryNinetyDays() {
    assertThat(HotFiles.heat(List.of(commit(0, "a"), commit(90, "a"), commit(180, "b")), NOW))
        .containsExactly(entry("a", 1.5), entry("b", 0.25));
  }

  private static Commit commit(int daysAgo, String path) {
    return new Commit(
        "id",
        List.of(),
        NOW.minus(Duration.ofDays(daysAgo)),
        "somebody",
        "why",
        List.of(new Commit.Touch(Commit.Kind.CHANGED, path)),
        1);
  }
}

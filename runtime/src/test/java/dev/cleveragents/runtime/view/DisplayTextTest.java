package dev.cleveragents.runtime.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayTextTest {

  private static final String ID = "01M7TTRG70P92SKZ6RBW0Y9004";

  /** In the time zone of this machine. */
  private static final Instant NOON =
      LocalDateTime.of(2026, 11, 19, 12, 0).atZone(ZoneId.systemDefault()).toInstant();

  @ParameterizedTest
  @CsvSource({
    "PT-2S, now",
    "PT0.5S, now",
    "PT59S, 59 s ago",
    "PT4M59S, 4 min ago",
    "PT23H, 23 h ago",
    "PT24H, 1 day ago",
    "P29D, 29 days ago",
    "P49D, 2026-10-01",
    "PT-2H, 2026-11-19 14:00:00"
  })
  void agesAreToldAsPeopleDo(Duration age, String shown) {
    assertThat(DisplayText.ago(NOON.minus(age), NOON)).isEqualTo(shown);
  }

  @Test
  void timesAreLocalWithoutFractions() {
    assertThat(DisplayText.time(NOON.plusMillis(300))).isEqualTo("2026-11-19 12:00:00");
  }

  @Test
  void idsAreShortenedButNotInPaths() {
    assertThat(DisplayText.shortIds("plan %s, \"%s\".".formatted(ID, ID)))
        .isEqualTo("plan BW0Y9004, \"BW0Y9004\".");
    String path = "/home/ana/sandboxes/%s/shop and %s.patch".formatted(ID, ID);
    assertThat(DisplayText.shortIds(path)).isEqualTo(path);
  }
}

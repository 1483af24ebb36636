package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CleanEnvironmentTest {

  private static final Map<String, String> OURS =
      Map.of(
          "PATH", "/bin",
          "LC_ALL", "C",
          "TERM", "xterm",
          "API_KEY", "secret",
          "AGENTS_RUN", "outer/1",
          "EXTRA", "more");

  @Test
  void onlyTheShortListIsInherited() {
    assertThat(CleanEnvironment.DEFAULT.below(OURS))
        .isEqualTo(Map.of("PATH", "/bin", "LC_ALL", "C", "TERM", "dumb"));
  }

  @Test
  void whatIsNamedIsInheritedAndWhatIsSetCountsMore() {
    CleanEnvironment environment =
        CleanEnvironment.DEFAULT
            .inheriting(Set.of("EXTRA"))
            .inheriting(Set.of("API_KEY"))
            .with(Map.of("API_KEY", "other"))
            .with(Map.of("PATH", "/sbin"));
    assertThat(environment.below(OURS))
        .isEqualTo(
            Map.of(
                "PATH", "/sbin", "LC_ALL", "C", "TERM", "dumb", "EXTRA", "more", "API_KEY",
                "other"));
  }

  @Test
  void thereIsAlwaysASearchPath() {
    assertThat(CleanEnvironment.DEFAULT.below(Map.of())).containsKey("PATH");
  }
}

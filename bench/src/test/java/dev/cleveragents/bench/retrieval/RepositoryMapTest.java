package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.bench.retrieval.RepositoryMap.Names;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RepositoryMapTest {

  private static final Map<String, Names> FILES =
      Map.of(
          "a/User.java", new Names(Set.of("User"), List.of("Store", "Clock")),
          "a/Order.java", new Names(Set.of("Order"), List.of("Store", "Unknown")),
          "b/Store.java", new Names(Set.of("Store"), List.of()),
          "b/Clock.java", new Names(Set.of("Clock"), List.of()));

  @Test
  void whatManyUseIsBeforeWhatFewUse() {
    Map<String, Double> scores = RepositoryMap.scores(FILES, "something else");
    assertThat(scores.get("b/Store.java")).isGreaterThan(scores.get("b/Clock.java"));
    assertThat(scores.get("b/Clock.java")).isGreaterThan(scores.get("a/User.java"));
  }

  @Test
  void aNameThatTheQuestionHasCountsForMore() {
    double before = RepositoryMap.scores(FILES, "nothing").getOrDefault("b/Clock.java", 0.0);
    double asked = RepositoryMap.scores(FILES, "the clock").getOrDefault("b/Clock.java", 0.0);
    assertThat(asked).isGreaterThan(before);
  }

  @Test
  void itStartsAtFilesThatTheQuestionNames() {
    Map<String, Double> scores = RepositoryMap.scores(FILES, "order");
    assertThat(scores.get("a/User.java")).isZero();
    assertThat(scores.get("a/Order.java")).isPositive();
  }
}

package dev.cleveragents.bench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.token.TokenCounter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SentRequestTest {

  private static final TokenCounter COUNTER = TokenCounter.forModel("gpt-5");
  private static final String LONG = "a word ".repeat(1_000);

  private static SentRequest of(Object... messages) {
    return new SentRequest(0, 0, 0, SentRequest.parts(Map.of("messages", List.of(messages))));
  }

  @Test
  void theLongestBeginningOfAnyRequestBeforeIsCachedInWholeBlocks() {
    SentRequest first = of(LONG);
    SentRequest second = of(LONG, "more");

    int cached = second.cached(List.of(of("other"), first), COUNTER);

    assertThat(cached).isPositive().isLessThanOrEqualTo(first.tokens(COUNTER));
    assertThat(cached % 128).isZero();
    assertThat(first.tokens(COUNTER) - cached).isLessThan(128);
  }

  @Test
  void aChangedBeginningAndAShortOneAreNotCached() {
    assertThat(of("changed", LONG).cached(List.of(of("first", LONG)), COUNTER)).isZero();
    assertThat(of("short", LONG).cached(List.of(of("short")), COUNTER)).isZero();
  }

  @Test
  void marksOfAProvidersCacheAreNoPartOfAMessage() {
    Map<String, Object> plain = new TreeMap<>(Map.of("role", "user", "content", LONG));
    Map<String, Object> marked = new TreeMap<>(plain);
    marked.put("cache_control", Map.of("type", "ephemeral"));

    assertThat(of(marked).cached(List.of(of(plain)), COUNTER)).isPositive();
  }

  @Test
  void toolsComeBeforeMessages() {
    assertThat(
            SentRequest.parts(
                Map.of("messages", List.of("m"), "tools", List.of("t"), "system", "s")))
        .containsExactly("\"t\"", "\"s\"", "\"m\"");
  }
}

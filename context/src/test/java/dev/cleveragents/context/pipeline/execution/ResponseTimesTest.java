package dev.cleveragents.context.pipeline.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {

  private static final Duration MOST = Duration.ofSeconds(2);

  private final ResponseTimes usual = new ResponseTimes();

  private long millis(String strategy) {
    return usual.deadline(strategy, MOST).toMillis();
  }

  private void answers(String strategy, long millis) {
    usual.answered(strategy, Duration.ofMillis(millis));
  }

  @Test
  void withoutAnyAnswerTheWholeDeadlineIsWaited() {
    assertThat(millis("words")).isEqualTo(2_000);
    usual.timedOut("words");
    assertThat(millis("words")).isEqualTo(2_000);
  }

  @Test
  void aStrategyIsWaitedForAFewTimesAsLongAsItsSlowestAnswer() {
    answers("words", 100);
    answers("words", 80);
    assertThat(millis("words")).isEqualTo(500);
  }

  @Test
  void neverLessThanALittleAndNeverMoreThanTheDeadline() {
    answers("words", 1);
    assertThat(millis("words")).isEqualTo(ResponseTimes.LEAST.toMillis());
    answers("words", 1_900);
    assertThat(millis("words")).isEqualTo(2_000);
  }

  @Test
  void oldAnswersAreForgotten() {
    answers("words", 300);
    for (int i = 0; i < ResponseTimes.KEPT; i++) {
      answers("words", 100);
    }
    assertThat(millis("words")).isEqualTo(500);
  }

  @Test
  void oneThatHasNeverAnsweredIsGivenAsMuchAsTheSlowestOfTheOthers() {
    answers("words", 10);
    answers("graph", 120);
    assertThat(millis("new")).isEqualTo(600);
  }

  @Test
  void afterEachTimeOutTwiceAsLongIsWaitedUntilItAnswers() {
    answers("words", 10);
    usual.timedOut("words");
    assertThat(millis("words")).isEqualTo(500);
    usual.timedOut("words");
    assertThat(millis("words")).isEqualTo(1_000);
    for (int i = 0; i < 100; i++) {
      usual.timedOut("words");
    }
    assertThat(millis("words")).isEqualTo(2_000);
    answers("words", 10);
    assertThat(millis("words")).isEqualTo(250);
  }
}

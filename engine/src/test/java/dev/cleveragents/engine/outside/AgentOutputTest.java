package dev.cleveragents.engine.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.exec.OutputChannel;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentOutputTest {

  private static final String TEXT =
      "{\"type\":\"text\",\"part\":{\"type\":\"text\",\"text\":\"%s\"}}\n";

  private final List<String> progress = new ArrayList<>();
  private long now;
  private final AgentOutput output = output((line, left) -> progress.add(line + "/" + left));

  private AgentOutput output(AgentOutput.Progress to) {
    return new AgentOutput(
        "opencode",
        to,
        new TimeSource() {
          @Override
          public long nanos() {
            return now;
          }

          @Override
          public Instant wallTime() {
            return Instant.EPOCH;
          }
        });
  }

  private static void print(AgentOutput output, String text) {
    output.received(OutputChannel.OUTPUT, text.getBytes(StandardCharsets.UTF_8));
  }

  private void say(String text) {
    print(output, TEXT.formatted(text));
  }

  @Test
  void aFloodIsToldAFewTimesASecondAndTheRestIsCounted() {
    for (int i = 0; i < 100; i++) {
      say("line " + i);
    }
    assertThat(progress).hasSize(AgentOutput.BURST).last().isEqualTo("line 5/0");
    now += 1_000_000_000L;
    say("later");
    assertThat(progress).last().isEqualTo("later/94");
    assertThat(output.report().summary()).isEqualTo("later");
  }

  @Test
  void aRunTellsNoMoreThanItsMost() {
    for (int i = 0; i < 2 * AgentOutput.MOST; i++) {
      now += 1_000_000_000L;
      say("line " + i);
    }
    assertThat(progress).hasSize(AgentOutput.MOST);
  }

  @Test
  void linesMayArriveInPiecesAndTheLastWithoutItsEnd() {
    for (byte each : TEXT.formatted("grün").getBytes(StandardCharsets.UTF_8)) {
      output.received(OutputChannel.OUTPUT, new byte[] {each});
    }
    print(output, TEXT.formatted("end").strip());
    output.ended();
    assertThat(progress).containsExactly("grün/0", "end/0");
  }

  @Test
  void aLineWithoutEndIsPassedOver() {
    byte[] piece = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
    print(output, "{");
    for (int i = 0; i < 10; i++) {
      output.received(OutputChannel.OUTPUT, piece);
    }
    print(output, "}\n");
    say("after");
    assertThat(progress).containsExactly("after/0");
  }

  @Test
  void aListenerThatThrowsIsNotCalledAgainAndTheRestIsStillRead() {
    AgentOutput failing =
        output(
            (line, _) -> {
              progress.add(line);
              throw new IllegalStateException("the store is gone");
            });
    print(failing, TEXT.formatted("one") + TEXT.formatted("two"));
    assertThat(progress).containsExactly("one");
    assertThat(failing.report().summary()).isEqualTo("two");
  }

  @Test
  void progressIsOneShortLine() {
    say("first\\nsecond " + "x".repeat(1_000));
    say("y".repeat(1_000));
    assertThat(progress).first().isEqualTo("first/0");
    assertThat(progress.getLast()).hasSizeLessThan(170).contains("…");
  }
}

package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveLinesTest {

  private final List<String> heard = new ArrayList<>();
  private final LiveLines lines = new LiveLines((channel, line) -> heard.add(channel + ":" + line));

  private void say(OutputChannel channel, String text) {
    lines.received(channel, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aLineComesWhenItIsWholeAndTheStreamsKeepApart() {
    say(OutputChannel.OUTPUT, "on");
    say(OutputChannel.ERRORS, "oh\n");
    say(OutputChannel.OUTPUT, "e\n\ntwo\r\nthr");
    assertThat(heard).containsExactly("ERRORS:oh", "OUTPUT:one", "OUTPUT:", "OUTPUT:two");
    lines.ended();
    assertThat(heard).endsWith("OUTPUT:thr").hasSize(5);
  }

  @Test
  void aCharacterThatComesInTwoPiecesIsWhole() {
    byte[] bytes = "ü\n".getBytes(StandardCharsets.UTF_8);
    for (byte b : bytes) {
      lines.received(OutputChannel.OUTPUT, new byte[] {b});
    }
    assertThat(heard).containsExactly("OUTPUT:ü");
  }

  @Test
  void aLineWithoutEndComesInPieces() {
    say(OutputChannel.OUTPUT, "x".repeat(20_000));
    assertThat(heard).hasSize(2).allMatch(line -> line.length() == 7 + 8192);
  }
}

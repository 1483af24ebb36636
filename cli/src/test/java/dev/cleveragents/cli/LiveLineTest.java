package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LiveLineTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Streams streams = new Streams(out, OutputStream.nullOutputStream());

  @Test
  void whatIsSaidTakesThePlaceOfWhatWasShown() {
    LiveLine line = new LiveLine(streams, true);
    line.show("step 1");
    line.show("step 1");
    line.say("done");
    line.say("more");
    assertThat(written()).isEqualTo("\r\033[Kstep 1\r\033[Kdone\nmore\n");
  }

  @Test
  void withoutATerminalOnlyWhatIsSaidIsWritten() {
    LiveLine line = new LiveLine(streams, false);
    line.show("step 1");
    line.say("done");
    assertThat(written()).isEqualTo("done\n");
  }

  @Test
  void itNeverTakesMoreThanOneLineOrObeysWhatItShows() {
    LiveLine line = new LiveLine(streams, true);
    line.show("a\nb\033[2J" + "x".repeat(500));
    assertThat(written().substring("\r\033[K".length()))
        .doesNotContain("\n", "\033")
        .hasSizeLessThan(80);
  }

  private String written() {
    return out.toString(StandardCharsets.UTF_8);
  }
}

package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.cli.output.AnswerRenderer.Rendered;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class StreamsTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @Test
  void bothTextsAreWrittenAsUtf8() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Streams(out, err).write(new Rendered("ü✓", "é"));

    assertThat(out.toByteArray()).containsExactly(0xc3, 0xbc, 0xe2, 0x9c, 0x93);
    assertThat(err.toByteArray()).containsExactly(0xc3, 0xa9);
  }

  @Test
  void aReaderThatHasGoneIsNoError() {
    assertThatCode(() -> new Streams(failing("Broken pipe"), err).write(new Rendered("x", "")))
        .doesNotThrowAnyException();
  }

  @Test
  void aFullDiskIs() {
    assertThatThrownBy(
            () -> new Streams(failing("No space left on device"), err).write(new Rendered("x", "")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aClosedStandardErrorIsIgnored() {
    assertThatCode(
            () -> new Streams(OutputStream.nullOutputStream(), failing("gone")).complain("x"))
        .doesNotThrowAnyException();
  }
}

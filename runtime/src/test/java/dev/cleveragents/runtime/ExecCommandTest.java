package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"true", "echo \"a\" 'b' \\ $c\n\t{}", "größe 𝄞", "\u0001"})
  void itComesBackFromItsPayloadAsItWas(String line) {
    ExecCommand command = new ExecCommand(line, Path.of("/a b/ü"), Duration.ofMillis(1234));

    assertThat(ExecCommand.of(command.asJob().payload())).isEqualTo(command);
    assertThat(command.asJob().type()).isEqualTo("exec");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "[]",
        "{}",
        "{\"command\":\"x\"}",
        "{\"command\":\"x\",\"directory\":\"/\"",
        "{\"command\":\"x\",\"directory\":\"/\",\"deadline_ms\":\"soon\"}",
        "{\"command\":\"x\",\"directory\":\"rel\",\"deadline_ms\":5}",
        "{\"command\":\"x\",\"directory\":\"/\",\"deadline_ms\":0}"
      })
  void aForeignPayloadIsRefused(String payload) {
    assertThatThrownBy(() -> ExecCommand.of(payload)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void unknownFieldsOfALaterVersionAreIgnored() {
    assertThat(
            ExecCommand.of(
                "{\"new\":{\"a\":[1]},\"command\":\"x\",\"directory\":\"/\",\"deadline_ms\":5}"))
        .isEqualTo(new ExecCommand("x", Path.of("/"), Duration.ofMillis(5)));
  }

  @Test
  void anInvalidCommandIsRefused() {
    Path root = Path.of("/");
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new ExecCommand(" ", root, second))
        .hasMessageContaining("command is empty");
    assertThatThrownBy(() -> new ExecCommand("a\0", root, second)).hasMessageContaining("NUL");
    assertThatThrownBy(() -> new ExecCommand("a", Path.of("b"), second))
        .hasMessageContaining("absolute");
    assertThatThrownBy(() -> new ExecCommand("a", root, Duration.ZERO))
        .hasMessageContaining("deadline");
  }
}

package dev.cleveragents.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DataTest {

  @Test
  void aNewNameLeavesTheOldObjectAsItWas() {
    Data one = Data.of("a", 1);
    Data two = one.with("b", 2);

    assertThat(one.get("b")).isNull();
    assertThat(two.get("a")).isEqualTo(1);
    assertThat(two.with("a", 9).get("a")).isEqualTo(9);
  }

  @Test
  void pathsInstantsAndConstantsBecomeText() {
    Data data =
        Data.of("path", Path.of("/a/b"))
            .with("at", Instant.EPOCH)
            .with("code", ExitCode.NOT_FOUND)
            .with("all", List.of(Path.of("c")));

    assertThat(data.get("path")).isEqualTo("/a/b");
    assertThat(data.get("at")).isEqualTo("1970-01-01T00:00:00Z");
    assertThat(data.get("code")).isEqualTo("not_found");
    assertThat(data.get("all")).isEqualTo(List.of("c"));
  }

  @Test
  void aListIsCopied() {
    List<String> names = new ArrayList<>(List.of("a"));
    Data data = Data.of("names", names);
    names.add("b");

    assertThat(data.get("names")).isEqualTo(List.of("a"));
  }

  @Test
  void anUnsupportedTypeIsRefused() {
    assertThatThrownBy(() -> Data.of("price", new BigDecimal("1.0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("BigDecimal as price");
    assertThatThrownBy(() -> Data.of("prices", List.of(new Object())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aProblemCannotEndWell() {
    assertThatThrownBy(() -> new Problem(ExitCode.OK, "fine", null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

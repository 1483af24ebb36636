package dev.cleveragents.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreAddressTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:sqlite:/a/b.db              | jdbc:sqlite:/a/b.db",
        "jdbc:postgresql://h/d            | jdbc:postgresql://h/d",
        "jdbc:postgresql://h:5432/d?user=ana&password=x |"
            + " jdbc:postgresql://h:5432/d?user=ana&password=…",
        "jdbc:postgresql://a:1,[::1]:2/?sslmode=require&k |"
            + " jdbc:postgresql://a:1,[::1]:2/?sslmode=require&=…",
        "jdbc:postgresql://h/d?user=a@b&options=x | jdbc:postgresql://h/d?user=a@b&options=…"
      })
  void onlyWhatIsHarmlessIsShown(String url, String shown) {
    assertThat(new StoreAddress(url)).hasToString(shown);
    assertThat(new StoreAddress(url).url()).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "jdbc:sqlite:",
        "jdbc:sqlite:/",
        "jdbc:sqlite:a\0b",
        "jdbc:sqlite::memory:",
        "jdbc:postgresql:d",
        "jdbc:postgresql://h",
        "jdbc:postgresql:///d",
        "jdbc:postgresql://h:0/d",
        "jdbc:postgresql://h:70000/d",
        "jdbc:postgresql://h:x/d",
        "jdbc:postgresql://h/d?password=%zz",
        "jdbc:postgresql://u:cret@h/d",
        "jdbc:postgresql://h/d&user=ana&password=cret",
        "jdbc:postgresql://h/d;password=cret"
      })
  void whatIsNoAddressIsRefusedWithoutItsSecret(String url) {
    assertThatThrownBy(() -> new StoreAddress(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("jdbc:sqlite:<file>")
        .hasMessageNotContaining("cret");
  }

  @Test
  void aRelativeFileIsInTheGivenFolder() {
    Path folder = Path.of("/data");

    assertThat(new StoreAddress("jdbc:sqlite:x.db").in(folder).file())
        .contains(Path.of("/data/x.db"));
    assertThat(new StoreAddress("jdbc:sqlite:/y.db").in(folder).file()).contains(Path.of("/y.db"));
    assertThat(new StoreAddress("jdbc:postgresql://h/d").in(folder).file()).isEmpty();
  }
}

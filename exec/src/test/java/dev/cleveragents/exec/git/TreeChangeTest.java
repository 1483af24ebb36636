package dev.cleveragents.exec.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeChangeTest {

  @Test
  void rawOutputIsReadChangeByChange() {
    List<TreeChange> changes =
        TreeChange.parse(
            raw(
                ":000000 100644 0000 aaaa A",
                "new file",
                ":100644 000000 aaaa 0000 D",
                "old",
                ":100644 100755 aaaa bbbb R075",
                "from",
                "to",
                ":160000 160000 aaaa bbbb M",
                "sub"));

    assertThat(changes)
        .extracting(TreeChange::path)
        .containsExactly("new file", "old", "to", "sub");
    assertThat(changes.get(0).creates()).isTrue();
    assertThat(changes.get(1).deletes()).isTrue();
    assertThat(changes.get(2).from()).isEqualTo("from");
    assertThat(changes.get(2).after()).isEqualTo(new TreeChange.Side("100755", "bbbb"));
    assertThat(changes.get(2).touchesSubmodule()).isFalse();
    assertThat(changes.get(3).touchesSubmodule()).isTrue();
    assertThat(TreeChange.parse(new byte[0])).isEmpty();
  }

  @Test
  void aNameThatIsNotUtf8IsReplacedWhereThatIsAllowed() {
    byte[] output = raw(":000000 100644 0000 aaaa A", "x");
    output[output.length - 2] = (byte) 0xff;

    assertThat(TreeChange.parseLeniently(output))
        .extracting(TreeChange::path)
        .containsExactly("\ufffd");
  }

  private static byte[] raw(String... items) {
    return (String.join("\0", items) + "\0").getBytes(StandardCharsets.UTF_8);
  }
}

package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work on many files whose results do not go together. */
class SubplanCommandsTest {

  private static final String CLASH = "! { grep -q x a.txt && grep -q x c.txt; }";

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
    shop.commit("b.txt", "two\n");
    shop.commit("c.txt", "three\n");
  }

  private Run each(String... more) {
    String[] line = {
      "run", "add x", "--each", "*.txt", "--exec", "echo x >> {file}", "--check", CLASH, "--yes"
    };
    String[] all = java.util.Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    return shop.cli().run(all);
  }

  @Test
  void aClashStopsThePlanAndIsNamed() throws Exception {
    Run run = each();
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("searching the clash: 2 of 3 subplans");
    assertThat(run.err())
        .contains("`a.txt` and `c.txt` pass alone, fail together: check")
        .contains("leave one out:");
    assertThat(shop.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void whatIsLeftOutOfAGreenResultIsNamed() throws Exception {
    Run run = each("--on-clash", "land_green");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("left out: c.txt")
        .contains("`a.txt` and `c.txt` pass alone, fail together: check");
    assertThat(shop.read("a.txt")).isEqualTo("one\nx\n");
    assertThat(shop.read("c.txt")).isEqualTo("three\n");
    assertThat(shop.cli().run("plan", "status").out()).contains("left out: c.txt");
    JsonNode subplans = shop.cli().run("plan", "subplans", "--format", "json").json();
    assertThat(subplans.toString()).contains("c.txt");
  }
}

package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands and checks print is kept, and shown where they fail. */
class PlanLogTest {

  private static final String SECRET = "hunter2" + "hunter2";

  @TempDir Path folder;
  private TestShop shop;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
  }

  @Test
  void theOutputOfStepsAndChecksIsKeptWithoutSecrets() throws Exception {
    String command = "echo hello; echo DB_PASSWORD=" + SECRET + " >&2; echo x > x.txt";
    shop.cli().run("run", "x", "--exec", command, "--check", "echo checked");

    String log = shop.cli().run("plan", "log").out();
    assertThat(log)
        .contains("step 1: run echo hello", "exit code 0", "  hello\n", "  DB_PASSWORD=[REDACTED:")
        .contains("check: exit code 0", "  checked\n")
        .doesNotContain(SECRET);

    JsonNode outputs =
        JsonMapper.builder()
            .build()
            .readTree(shop.cli().run("plan", "log", "--step", "1", "--json").out())
            .path("data")
            .path("outputs");
    assertThat(outputs).hasSize(1);
    assertThat(outputs.path(0).path("succeeded").asBoolean()).isTrue();
    assertThat(outputs.path(0).path("output").asText()).startsWith("hello\n");
    assertThat(shop.cli().run("plan", "log", "--follow").out()).contains("hello", "checked");
  }

  @Test
  void aFailedCommandShowsTheEndOfItsOutput() {
    String failing = "for i in $(seq 30); do echo line $i; done; exit 3";

    String said = shop.cli().run("run", "x", "--exec", failing).out();

    assertThat(said)
        .contains("| line 11\n", "| line 30\n", "all output: agents plan log")
        .doesNotContain("| line 10\n");
  }

  @Test
  void aPlanWithoutCommandsSaysSo() {
    shop.cli().run("run", "x", "--exec", "true", "--profile", "manual");

    assertThat(shop.cli().run("plan", "log").out()).contains("no command of this plan has ended");
  }
}

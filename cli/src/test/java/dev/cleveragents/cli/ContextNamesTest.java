package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File names of foreign origin, such as those in a cloned repository. */
class ContextNamesTest {

  private static final List<String> FOR_PEOPLE = List.of("plain", "rich");

  @TempDir private Path folder;

  private static Run run(TestCli cli, List<String> command, String format) {
    Run run =
        cli.run(
            Stream.concat(command.stream(), Stream.of("--format", format)).toArray(String[]::new));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run;
  }

  private static JsonNode data(TestCli cli, List<String> command) {
    return run(cli, command, "json").json().path("data");
  }

  @Test
  void aFilesNameBreaksNoLineAndRepaintsNoTerminalAndIsExactForPrograms() throws Exception {
    String name = "Gauge\ntokens: 9\u001b[2J\u009b\r.txt";
    TestShop shop = TestShop.in(folder);
    shop.commit(name, "the pressure of the gauge\n");
    String question = "the pressure of the gauge, which is of no other kind";
    for (List<String> command :
        List.of(
            List.of("context", "search", "pressure"),
            List.of("context", "inspect", question, "--no-deadline"),
            List.of("context", "inspect", question, "--no-deadline", "--budget", "60"),
            List.of("context", "simulate", question, "--no-deadline"))) {
      for (String format : FOR_PEOPLE) {
        assertThat(run(shop.cli(), command, format).out())
            .as("%s %s", command, format)
            .contains("Gauge\\ntokens: 9\\u001b[2J\\u009b\\u000d.txt:")
            .doesNotContain("Gauge\n", "\u001b", "\u009b", "\r");
      }
      assertThat(data(shop.cli(), command).findValuesAsText("path")).contains(name);
    }
  }

  @Test
  void aFoldersNameIsOneLineOfItsStatus() throws Exception {
    Path notes = Files.createDirectories(folder.toRealPath().resolve("notes\nfiles: 9\u001b[2J"));
    TestCli cli = new TestCli(folder).in(notes);
    for (String format : FOR_PEOPLE) {
      assertThat(run(cli, List.of("index", "status"), format).out())
          .contains("notes\\nfiles: 9\\u001b[2J\n")
          .doesNotContain("notes\n", "\u001b");
    }
    assertThat(data(cli, List.of("index", "status")).path("root").asText())
        .isEqualTo(notes.toString());
  }
}

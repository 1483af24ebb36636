package dev.cleveragents.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableJobsTest {

  @Test
  void runTwiceTheProgramGreetsEachNameOnce(@TempDir Path folder) throws Exception {
    greetTwice("jdbc:sqlite:" + folder.resolve("greetings.db"));
  }

  @Test
  void eachNameIsGreetedOnceOnPostgresqlToo() throws Exception {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(2)).start()) {
      greetTwice(server.getJdbcUrl("postgres", "postgres"));
    }
  }

  private static void greetTwice(String url) throws Exception {
    assertThat(outputOf(url, "Ada", "Grace")).isEqualTo("Greeted: [Ada, Grace]\n");
    assertThat(outputOf(url, "Ada", "Grace", "Barbara"))
        .isEqualTo("Greeted: [Ada, Barbara, Grace]\n");
  }

  @Test
  void theReadmeShowsTheseLines() throws Exception {
    String source =
        Files.readString(Path.of("src/main/java/dev/cleveragents/examples/DurableJobs.java"));
    String begin = "README.md\n";
    String lines =
        source
            .substring(source.indexOf(begin) + begin.length(), source.indexOf("\n      // end"))
            .stripIndent();
    assertThat(Path.of("../README.md")).content().contains(lines);
  }

  private static String outputOf(String... arguments) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      DurableJobs.main(arguments);
    } finally {
      System.setOut(out);
    }
    return captured.toString(StandardCharsets.UTF_8);
  }
}

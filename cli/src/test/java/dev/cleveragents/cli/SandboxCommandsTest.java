package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the copies that plans work in. */
class SandboxCommandsTest {

  @TempDir private Path folder;

  @Test
  void removingWorkReportsWhatIsLostBeforeAndAfter() throws Exception {
    TestShop shop = TestShop.in(folder);
    shop.cli().run("run", "b", "--exec", "echo b > b.txt");
    JsonNode copy = shop.cli().run("sandbox", "list", "--json").json().at("/data/sandboxes/0");
    Path files = Path.of(copy.path("directory").asText()).resolve("files/shop");
    Files.writeString(files.resolve("only.txt"), "only here\n");
    String[] remove = {"sandbox", "remove", copy.path("id").asText(), "--format", "plain"};

    Run asked = shop.cli().onTerminal().answering("n\n").run(remove);
    assertThat(asked.exitCode()).isEqualTo(4);
    assertThat(asked.err())
        .contains("would be lost: only.txt. Remove the sandbox?", "agents sandbox export");
    assertThat(files).isDirectory();

    Run removed = shop.cli().onTerminal().answering("y\n").run(remove);
    assertThat(removed.exitCode()).as(removed.err()).isZero();
    assertThat(removed.out()).contains("removed: ", "lost with it: only.txt");
    assertThat(files).doesNotExist();
  }
}

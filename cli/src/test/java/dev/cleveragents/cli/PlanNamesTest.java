package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that a plan has given to files. */
class PlanNamesTest {

  @TempDir private Path folder;

  @Test
  void aNameWithALineFeedIsOneLineOfEveryPage() throws Exception {
    TestShop shop = TestShop.in(folder);
    Run made = shop.cli().run("run", "b", "--exec", "echo b > 'b\nstage: applied'", "--json");
    assertThat(made.out()).contains("execute/complete");
    Path copy =
        Path.of(
            shop.cli()
                .run("sandbox", "list", "--json")
                .json()
                .at("/data/sandboxes/0/directory")
                .asText());
    Files.writeString(copy.resolve("files/shop/c\nstage: applied"), "only here\n");
    String sandbox =
        shop.cli().run("sandbox", "list", "--json").json().at("/data/sandboxes/0/id").asText();
    String first =
        shop.cli()
            .run("plan", "checkpoints", "last", "--json")
            .json()
            .at("/data/checkpoints/0/id")
            .asText();

    for (List<String> page :
        List.of(
            List.of("plan", "artifacts", "last"),
            List.of("plan", "rollback", "last", first, "--dry-run"),
            List.of("sandbox", "show", sandbox),
            List.of("sandbox", "remove", sandbox, "--force"))) {
      Run shown = shop.cli().run(page.toArray(String[]::new));
      assertThat(shown.exitCode()).as(shown.err()).isZero();
      assertThat(shown.out()).as(page.toString()).contains("\\nstage: applied");
      assertThat(shown.out().lines()).noneMatch(line -> line.startsWith("stage: applied"));
    }
  }
}

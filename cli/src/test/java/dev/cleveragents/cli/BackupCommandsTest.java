package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code backup} and {@code restore} refuse; {@code OrphansIT} has what they do. */
class BackupCommandsTest {

  @TempDir private Path folder;

  @Test
  void aForeignFileIsRefusedAndNothingChanges() throws Exception {
    TestShop shop = TestShop.in(folder);
    shop.cli().run("run", "add", "--exec", "echo x > b.txt");
    Path junk = Files.writeString(folder.resolve("junk"), "PK not a zip");

    Run refused = shop.cli().run("restore", junk.toString(), "--force");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("not a backup");
    assertThat(shop.cli().run("restore", "nowhere", "--force").exitCode()).isEqualTo(3);
    assertThat(shop.cli().run("plan", "list", "--json").json().at("/data/plans")).hasSize(1);
  }

  @Test
  void aBackupAndItsRestoreCountWhatIsInIt() throws Exception {
    TestShop shop = TestShop.in(folder);
    shop.cli().run("run", "add", "--exec", "echo x > b.txt", "--yes");
    shop.cli().run("job", "add", "--exec", "true");
    Path file = folder.resolve("x.backup");

    Run made = shop.cli().run("backup", file.toString(), "--json");
    Run restored = shop.cli().run("restore", file.toString(), "--force", "--json");

    for (Run run : List.of(made, restored)) {
      assertThat(run.json().at("/data/plans").asInt()).isEqualTo(1);
      assertThat(run.json().at("/data/jobs").asInt()).isEqualTo(4);
      assertThat(run.json().at("/data/events").asInt()).isGreaterThan(10);
      assertThat(run.json().at("/data/bytes").asLong()).isEqualTo(Files.size(file));
    }
    assertThat(shop.cli().run("restore", file.toString(), "--force").out())
        .containsPattern("store: 1 plan, 4 jobs, [0-9]+ events, [0-9]+ kB");
  }

  @Test
  void aServerIsBackedUpByItsOwnProgramAndNoPasswordIsPrinted() throws Exception {
    Run server =
        TestShop.in(folder)
            .cli()
            .variable(
                "CLEVERAGENTS_STORE_URL",
                "jdbc:postgresql://db.example.org:5433/agents?user=ana&password=secret")
            .run("backup", "x.backup");

    assertThat(server.exitCode()).isEqualTo(4);
    assertThat(server.err())
        .contains("pg_dump --format=custom --file=")
        .contains("--host=db.example.org --port=5433 --username=ana --dbname=agents")
        .doesNotContain("secret");
  }
}

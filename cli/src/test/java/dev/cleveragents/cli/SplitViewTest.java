package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose work is split, as people and programs see them. */
class SplitViewTest {

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void aShopWithFiles() throws Exception {
    shop = TestShop.in(folder);
    for (String name : new String[] {"b.txt", "c.txt", "d.txt"}) {
      shop.commit(name, name + "\n");
    }
  }

  private Run split(TestCli cli, String command, String... more) {
    String[] words = {"run", "change them", "--each", "[b-d].txt", "--exec", command};
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return cli.run(all);
  }

  @Test
  void subplansAskInTheForegroundByTheirNames() throws Exception {
    Run waiting =
        split(
            shop.cli().answering("y\ny\ny\ny\nn\n").onTerminal(),
            "echo new > {file}",
            "--profile",
            "manual",
            "--format",
            "plain");
    assertThat(waiting.exitCode()).isEqualTo(4);
    assertThat(waiting.err())
        .contains("b.txt: Step 1: run", "c.txt: Step 1: run", "d.txt: Step 1: run");
    assertThat(waiting.out())
        .contains("3: 1 asks, 2 complete", "asks: d.txt: Step 1: run echo new > 'd.txt'?");
    assertThat(waiting.err().split("d.txt: Step 1", -1)).as("asked once").hasSize(2);

    String asking =
        shop.cli()
            .run("plan", "subplans", "--status", "asks", "--json")
            .json()
            .at("/data/subplans/0/id")
            .asText();
    assertThat(shop.cli().run("approvals", asking, "--grant").exitCode()).isZero();
    Run done = shop.cli().run("plan", "resume", "--yes");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(shop.read("d.txt")).isEqualTo("new\n");
  }

  @Test
  void yesAlsoAnswersWhatSubplansAsk() throws Exception {
    Run done = split(shop.cli(), "echo new > {file}", "--profile", "manual", "--yes");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(shop.read("c.txt")).isEqualTo("new\n");
  }

  @Test
  void theEndOfASplitRunSumsItUpAndNamesTheWaysOn() {
    Run failed = split(shop.cli(), "test {file} = c.txt && echo new > c.txt");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out() + failed.err())
        .contains("subplans: 3: 2 failed, 1 complete · 1 changed file ·")
        .contains("2 of 3 subplans failed", "agents plan subplans", "--status failed");
    JsonNode tree = shop.cli().run("plan", "tree", "--json").json().path("data");
    assertThat(tree.at("/subplans/1/name").asText()).isEqualTo("c.txt");
    assertThat(tree.at("/subplans/1/changed").asInt()).isEqualTo(1);
    assertThat(shop.cli().run("plan", "tree").out()).containsPattern("failed.*b\\.txt");
    assertThat(shop.cli().run("plan", "subplans", "--status", "failed").out())
        .contains("2 of 3; all: agents plan subplans");
  }

  @Test
  void blameNamesTheSubplansOfEachPath() {
    split(shop.cli(), "echo new > {file}; test {file} = d.txt || sed -i \"s/^/x/\" a.txt", "--yes");
    JsonNode paths = shop.cli().run("plan", "diff", "--blame", "--json").json().at("/data/paths");
    assertThat(paths)
        .extracting(it -> it.path("path").asText() + " " + it.path("names"))
        .containsExactly(
            "a.txt [\"b.txt\",\"c.txt\"]",
            "b.txt [\"b.txt\"]",
            "c.txt [\"c.txt\"]",
            "d.txt [\"d.txt\"]");
    assertThat(shop.cli().run("plan", "diff", "--blame").out())
        .containsPattern("a\\.txt: several: b\\.txt \\(.{8}\\), c\\.txt");
  }

  @Test
  void oneSubplanRunsAgainAndAResultIsMergedWithoutTheOthersRunningAgain() throws Exception {
    split(shop.cli(), "echo {file} >> %s; echo old > {file}".formatted(folder.resolve("runs")));
    String one =
        shop.cli().run("plan", "subplans", "--json").json().at("/data/subplans/0/id").asText();
    Run guided = shop.cli().run("plan", "replan", one, "--guidance", "be brief");
    assertThat(guided.err()).contains("takes no guidance");
    Run again = shop.cli().run("plan", "replan", one, "--exec", "echo new > {file}", "--yes");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(shop.read("b.txt")).isEqualTo("new\n");
    assertThat(shop.read("c.txt")).isEqualTo("old\n");
    assertThat(Files.readString(folder.resolve("runs")).lines()).hasSize(3);
    assertThat(shop.cli().run("plan", "replan", one).err()).contains("Undo the plan instead");
  }

  @Test
  void aReplannedCommandSaysThatItRunsAgainAndTakesAnother() throws Exception {
    shop.cli().run("run", "change it", "--exec", "echo one > z.txt");
    Run same = shop.cli().run("plan", "replan", "--reason", "again");
    assertThat(same.out() + same.err())
        .contains("the same command runs again, another with --exec CMD: echo one");
    Run other =
        shop.cli().run("plan", "replan", "--reason", "x", "--exec", "echo two > z.txt", "--yes");
    assertThat(other.exitCode()).as(other.err()).isZero();
    assertThat(shop.read("z.txt")).isEqualTo("two\n");
  }
}

package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of an agent, and what is shown of them afterwards. */
class AgentRunTest {

  @TempDir private Path folder;

  @Test
  void theConversationIsShown() throws Exception {
    TestShop shop = TestShop.in(folder);
    Path model = folder.resolve("model.yaml");
    Files.writeString(
        model,
        """
        - turn: 1
          reply: {calls: [{tool: git_log}]}
        - turn: 2
          when: more
          reply: {calls: [{tool: write_file, arguments: {path: a.txt, content: "two\\n"}}]}
        - turn: 3
          reply: {calls: [{tool: finish, arguments: {summary: done}}]}
        """);
    Run run = shop.cli().run("run", "greet", "--actor", "scripted/" + model, "--fast", "--yes");
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();

    Run page = shop.cli().run("plan", "explain", "--conversation");
    JsonNode json = shop.cli().run("plan", "explain", "--conversation", "--json").json();

    assertThat(page.out())
        .contains("execution", "1 task", "2 reply", "git_log", "5 answer", "wrote a.txt");
    assertThat(json.at("/data/conversation/0/kind").textValue()).isEqualTo("task");
    assertThat(json.at("/data/conversation/1/calls/0").textValue()).isEqualTo("git_log {}");
    shop.cli().run("run", "b", "--exec", "echo b > b.txt", "--yes");
    assertThat(shop.cli().run("plan", "explain", "--conversation").out())
        .contains("No language model has worked on this plan.");
  }
}

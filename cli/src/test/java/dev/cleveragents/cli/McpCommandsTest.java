package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.fixtures.McpScript;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about MCP servers, and runs whose model calls their tools. */
class McpCommandsTest {

  @TempDir Path folder;
  private TestShop shop;
  private McpScript script;

  @BeforeEach
  void aServer() throws Exception {
    shop = TestShop.in(folder);
    script = McpScript.in(folder.resolve("mcp"));
    Files.writeString(
        folder.resolve("test.yaml"), script.yaml("normal", "effects: {read: [echo, fail]}"));
  }

  private Run run(int exitCode, String... arguments) {
    Run run = shop.cli().run(arguments);
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(exitCode);
    return run;
  }

  private void add() {
    run(0, "mcp", "add", folder.resolve("test.yaml").toString());
  }

  @Test
  void aServerIsStoredListedShownTestedAndRemoved() {
    assertThat(run(0, "mcp", "list").out()).contains("no MCP servers");
    assertThat(run(0, "mcp", "validate", folder.resolve("test.yaml").toString()).out())
        .contains("is a valid MCP server");

    add();

    assertThat(run(0, "mcp", "list").out()).contains("test", "command: sh ");
    assertThat(run(0, "mcp", "list", "--json").json().at("/data/mcp_servers/0/name").textValue())
        .isEqualTo("local/test");
    assertThat(run(0, "mcp", "show", "test").out()).contains("effects: {read: [echo, fail]}");
    JsonNode tested = run(0, "mcp", "test", "test", "--json").json().path("data");
    assertThat(tested.at("/tools/0/name").textValue()).isEqualTo("mcp__test__echo");
    assertThat(tested.at("/tools/0/effect").textValue()).isEqualTo("read");
    assertThat(tested.at("/tools/1/effect").textValue()).isEqualTo("write");
    assertThat(script.living()).isEmpty();
    assertThat(run(0, "mcp", "remove", "test", "--yes").out()).contains("MCP server test removed");
    assertThat(run(3, "mcp", "test", "test").err()).contains("There is no MCP server test");
  }

  @Test
  void aServerThatCannotBeStartedIsReported() throws Exception {
    Files.writeString(folder.resolve("test.yaml"), script.yaml("exits", ""));
    add();

    assertThat(run(1, "mcp", "test", "test").err())
        .contains("MCP server test cannot be used: exit code 3: no licence.");
  }

  @Test
  void aModelCallsItsToolsAndNoProcessIsLeft() throws Exception {
    add();
    Path model = folder.resolve("model.yaml");
    Files.writeString(
        model,
        """
        - turn: 1
          reply: {calls: [{tool: mcp__test__echo, arguments: {text: hello}}]}
        - turn: 2
          when: echo answered
          reply: {calls: [{tool: mcp__test__crash}]}
        - turn: 3
          when: whether the call took effect is unknown
          reply: {calls: [{tool: write_file, arguments: {path: a.txt, content: "two\\n"}}]}
        - turn: 4
          reply: {calls: [{tool: finish, arguments: {summary: done}}]}
        """);

    run(0, "run", "greet", "--actor", "scripted/" + model, "--mcp", "test", "--fast", "--yes");

    assertThat(shop.read("a.txt")).isEqualTo("two\n");
    assertThat(script.received()).contains("\"hello\"");
    assertThat(script.living()).isEmpty();
  }

  @Test
  void anActorNamesItsServers() throws Exception {
    Path model = folder.resolve("model.yaml");
    Files.writeString(model, "- reply: {text: done}\n");
    add();
    shop.actor("name: asker\ntype: llm\nmodel: scripted/%s\nmcp: [test]\n".formatted(model));
    run(0, "mcp", "remove", "test", "--yes");

    assertThat(run(3, "run", "greet", "--actor", "asker", "--yes").err())
        .contains("There is no MCP server test");
    add();
    run(0, "run", "greet", "--actor", "asker", "--yes");
    assertThat(script.starts()).isPositive();
    assertThat(run(2, "run", "greet", "--actor", "asker", "--mcp", "test").err())
        .contains("--mcp is only for a model");
  }
}

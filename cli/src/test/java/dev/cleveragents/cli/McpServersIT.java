package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.exec.CannotStartException;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The servers of the protocol's authors, from npm. Skipped without npm, node or a registry.
 * Exhaustive, because the installation takes half a minute.
 */
@Tag("exhaustive")
class McpServersIT {

  private static final String VERSION = "2026.8.31";
  private static final Path INSTALLED = Path.of("target", "mcp-servers").toAbsolutePath();

  @TempDir Path folder;
  private TestShop shop;

  @BeforeAll
  static void install() throws Exception {
    Files.createDirectories(INSTALLED);
    Command npm =
        Command.of(
                "npm",
                "install",
                "--no-audit",
                "--no-fund",
                "--prefix",
                ".",
                "@modelcontextprotocol/server-everything@" + VERSION,
                "@modelcontextprotocol/server-filesystem@" + VERSION)
            .withDirectory(INSTALLED)
            .withInherited("npm_config_registry", "NPM_CONFIG_REGISTRY", "NODE_EXTRA_CA_CERTS")
            .withDeadline(Duration.ofMinutes(2));
    CommandResult result;
    try {
      result = npm.run(CancellationToken.none());
    } catch (CannotStartException e) {
      assumeThat(true).as("npm is not installed: " + e.getMessage()).isFalse();
      return;
    }
    assumeThat(result.succeeded()).as("npm install: " + result.errors().text()).isTrue();
  }

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
  }

  private Run run(String... arguments) {
    Run run = shop.cli().variable("PATH", System.getenv("PATH")).run(arguments);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run;
  }

  private void add(String yaml) throws IOException {
    Path file = folder.resolve("server.yaml");
    Files.writeString(file, yaml);
    run("mcp", "add", file.toString());
  }

  private static Path program(String name) {
    return INSTALLED.resolve("node_modules/.bin").resolve(name);
  }

  private Path model(String script) throws IOException {
    return Files.writeString(folder.resolve("model.yaml"), script);
  }

  private static void assertNoneLeft() {
    assertThat(
            ProcessHandle.current()
                .descendants()
                .map(it -> it.info().commandLine().orElse(""))
                .filter(line -> line.contains("mcp-server")))
        .isEmpty();
  }

  @Test
  void everything() throws Exception {
    add(
        """
        name: everything
        command: %s
        arguments: [stdio]
        effects: {read: [echo, get-sum]}
        """
            .formatted(program("mcp-server-everything")));
    assertThat(run("mcp", "test", "everything").out()).contains("mcp__everything__echo");
    Path script =
        model(
            """
            - turn: 1
              reply: {calls: [{tool: mcp__everything__echo, arguments: {message: hi}}]}
            - turn: 2
              when: "Echo: hi"
              reply: {calls: [{tool: mcp__everything__get-sum, arguments: {a: 2, b: 3}}]}
            - turn: 3
              when: "5"
              reply: {calls: [{tool: mcp__everything__echo, arguments: {wrong: 1}}]}
            - turn: 4
              when: "failed|refused"
              reply: {calls: [{tool: mcp__everything__get-tiny-image}]}
            - turn: 5
              when: "image, image/png"
              reply: {calls: [{tool: finish, arguments: {summary: done}}]}
            """);

    run("run", "ask", "--actor", "scripted/" + script, "--mcp", "everything", "--fast", "--yes");

    assertNoneLeft();
  }

  @Test
  void filesystem() throws Exception {
    Path notes = Files.createDirectories(folder.resolve("notes"));
    Files.writeString(notes.resolve("one.txt"), "buy milk\n");
    add(
        """
        name: notes
        command: %s
        arguments: [%s]
        writable: [%s]
        effects: {read: ["read_*", "list_*", "get_*"]}
        """
            .formatted(program("mcp-server-filesystem"), notes, notes));
    Path script =
        model(
            """
            - turn: 1
              reply: {calls: [{tool: mcp__notes__read_text_file, arguments: {path: "%1$s/one.txt"}}]}
            - turn: 2
              when: buy milk
              reply: {calls: [{tool: mcp__notes__write_file, arguments: {path: "%1$s/two.txt", content: bread}}]}
            - turn: 3
              when: write_file answered
              reply: {calls: [{tool: mcp__notes__read_text_file, arguments: {path: /etc/hostname}}]}
            - turn: 4
              when: failed
              reply: {calls: [{tool: finish, arguments: {summary: done}}]}
            """
                .formatted(notes));

    run("run", "note", "--actor", "scripted/" + script, "--mcp", "notes", "--fast", "--yes");

    assertThat(Files.readString(notes.resolve("two.txt"))).isEqualTo("bread");
    assertNoneLeft();
  }
}

package dev.cleveragents.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.definition.McpServer.Effect;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MCP servers in YAML. */
class McpYamlTest {

  @Test
  void aProgramWithItsArguments() {
    McpServer server =
        McpServer.read(
            """
            name: team/files
            command: npx
            arguments: [-y, server-filesystem, /notes]
            environment: [NOTES_TOKEN]
            writable: [/notes]
            timeout: 5s
            """);

    assertThat(server.transport())
        .isEqualTo(
            new McpServer.Stdio(
                List.of("npx", "-y", "server-filesystem", "/notes"),
                List.of("NOTES_TOKEN"),
                List.of(Path.of("/notes"))));
    assertThat(server.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(server.toolPrefix()).isEqualTo("mcp__team_files__");
  }

  @Test
  void aLineIsRunByTheShell() {
    assertThat(McpServer.read("name: a\ncommand: tracker --serve\n").transport())
        .isEqualTo(
            new McpServer.Stdio(List.of("sh", "-c", "tracker --serve"), List.of(), List.of()));
  }

  @Test
  void anAddressWithHeadersFromTheEnvironment() {
    assertThat(
            McpServer.read(
                    """
                    name: a
                    url: https://example.org/mcp
                    headers: [{name: Authorization, variable: A_TOKEN, prefix: "Bearer "}]
                    """)
                .transport())
        .isEqualTo(
            new McpServer.Http(
                URI.create("https://example.org/mcp"),
                List.of(new McpServer.Header("Authorization", "A_TOKEN", "Bearer "))));
  }

  @Test
  void effectsGoByTheListsAndThenByTheDefault() {
    McpServer.Rules rules =
        McpServer.read(
                """
                name: a
                command: x
                tools: ["find_*", "get_*", close]
                effects: {read: ["find_*", "get_*"], write: [get_and_delete]}
                """)
            .rules();

    assertThat(rules.admits("find_ticket")).isTrue();
    assertThat(rules.admits("drop")).isFalse();
    assertThat(rules.effectOf("find_ticket")).isEqualTo(Effect.READ);
    assertThat(rules.effectOf("get_and_delete")).isEqualTo(Effect.WRITE);
    assertThat(rules.effectOf("close")).isEqualTo(Effect.WRITE);
    assertThat(
            McpServer.read("name: a\ncommand: x\neffects: {default: read}\n")
                .rules()
                .effectOf("any"))
        .isEqualTo(Effect.READ);
    assertThat(McpServer.read("name: a\ncommand: x\n").rules().effectOf("any"))
        .isEqualTo(Effect.WRITE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "name: a | either 'command' or 'url'",
        "{name: a, command: x, url: 'https://a.org'} | either 'command' or 'url'",
        "{name: a, url: 'https://a.org', arguments: [b]} | 'arguments' belongs to servers with 'command'",
        "{name: a, command: x, headers: []} | 'headers' belongs to servers with 'url'",
        "{name: a, url: 'https://me:pw@a.org'} | neither user nor password",
        "{name: a, url: 'http://a.org', headers: [{name: X, variable: Y}]} | unencrypted",
        "{name: a, command: x, environment: ['A=b']} | the name of a variable",
        "{name: a, command: x, writable: [notes]} | an absolute path",
        "{name: a, command: x, effects: {default: none}} | read"
      })
  void mistakesAreReported(String yaml, String message) {
    assertThatThrownBy(() -> McpServer.read(yaml)).hasMessageContaining(message);
  }

  @Test
  void patternsNameToolsOfServers() {
    ToolPattern all = ToolPattern.of("mcp__tracker__*");

    assertThat(all.matchesAny("mcp__tracker__close", List.of())).isTrue();
    assertThat(all.matchesAny("mcp__other__close", List.of())).isFalse();
    assertThat(ToolPattern.of("mcp__t__Close-it").matchesAll("mcp__t__Close-it", List.of()))
        .isTrue();
    assertThatThrownBy(() -> ToolPattern.of("mcp__tracker__close(7)"))
        .hasMessageContaining("takes no pattern");
  }
}

package dev.cleveragents.models.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.mcp.McpException;
import dev.cleveragents.engine.mcp.McpServers.Offer;
import dev.cleveragents.engine.mcp.McpServers.Outcome;
import dev.cleveragents.engine.mcp.McpServers.Request;
import dev.cleveragents.engine.tool.ConfinedCommands;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.fixtures.McpScript;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import dev.cleveragents.workspace.sandbox.SharedPaths;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MCP servers that are programs. */
class McpClientsTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path folder;
  private McpScript script;
  private McpClients clients;

  @BeforeEach
  void open() {
    script = McpScript.in(folder.resolve("mcp"));
    clients = clients(folder);
  }

  @AfterEach
  void close() {
    clients.close();
    assertThat(script.living()).isEmpty();
  }

  static McpClients clients(Path folder) {
    return clients(folder, CommandBounds.Mode.AUTO);
  }

  static McpClients clients(Path folder, CommandBounds.Mode mode) {
    return new McpClients(
        new ConfinedCommands(
            new CommandRunner(
                ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
            CommandBounds.of(mode, SharedPaths.parse("/nowhere", folder), folder.resolve("data"))),
        Map.of("TICKETS", "open", "HIDDEN_TOKEN", "secret"),
        ThreadFactories.standard(),
        TimeSource.system());
  }

  private McpServer server(String mode, String... more) {
    return McpServer.read(script.yaml(mode, String.join("\n", more)));
  }

  private Outcome call(McpServer server, String tool, String arguments) throws Exception {
    return clients.call(server, new Request(tool, arguments, false), GO);
  }

  private static List<String> names(List<Offer> tools) {
    return tools.stream().map(Offer::name).toList();
  }

  @Test
  void itsToolsAreListedOverAllPagesAndCalled() throws Exception {
    McpServer server = server("normal");

    assertThat(names(clients.tools(server, GO))).startsWith("echo", "slow").contains("hang");
    assertThat(call(server, "echo", "{\"text\": \"hello\"}"))
        .isEqualTo(new Outcome(false, "hello"));
    assertThat(call(server, "fail", "{}")).isEqualTo(new Outcome(true, "no such ticket"));
    assertThatThrownBy(() -> call(server, "nothing", "{}")).hasMessageContaining("Unknown tool");
    assertThat(script.starts()).isOne();
    assertThat(script.received()).contains("notifications/initialized", "\"id\":\"s1\",\"result\"");
  }

  @Test
  void itSeesOnlyTheVariablesThatItsDefinitionNames() throws Exception {
    assertThat(call(server("normal", "environment: [TICKETS]"), "environment", "{}").text())
        .isEqualTo("open--/");
  }

  @Test
  void aVariableThatIsNotSetIsReported() {
    assertThatThrownBy(() -> clients.tools(server("normal", "environment: [NOT_SET]"), GO))
        .isInstanceOf(McpException.class)
        .hasMessage("MCP server test: the environment variable NOT_SET is not set");
  }

  @Test
  void aServerThatEndsAtOnceIsTriedAgainOnceAndReportedWithWhatItSaid() {
    assertThatThrownBy(() -> clients.tools(server("exits"), GO))
        .hasMessage("MCP server test cannot be used: exit code 3: no licence");
    assertThat(script.starts()).isEqualTo(2);
  }

  @Test
  void aServerThatFailsAgainAndAgainIsLeftAloneForAWhile() {
    McpServer server = server("exits");
    for (int i = 0; i < 2; i++) {
      assertThat(catchThrowable(() -> clients.tools(server, GO))).isNotNull();
    }

    assertThatThrownBy(() -> clients.tools(server, GO))
        .hasMessageContaining("failed 4 times in a row (exit code 3: no licence)");
    assertThat(script.starts()).isEqualTo(4);
  }

  @Test
  void aServerThatDoesNotAnswerIsGivenUpAndKilled() {
    assertThatThrownBy(() -> clients.tools(server("silent", "timeout: 500ms"), GO))
        .hasMessageContaining("it has not answered initialize within 500 ms");
    Awaitility.await().untilAsserted(() -> assertThat(script.living()).isEmpty());
  }

  @Test
  void linesThatAreNoMessagesAreSkipped() throws Exception {
    assertThat(names(clients.tools(server("garbage"), GO))).contains("echo");
  }

  @Test
  void aMessageWithoutEndEndsTheServer() {
    assertThatThrownBy(() -> clients.tools(server("long"), GO))
        .hasMessageContaining("it sent a message of more than 8,388,608 bytes");
  }

  @Test
  void aCallEndsWithItsTokenAndTheServerIsTold() throws Exception {
    McpServer server = server("normal");
    clients.tools(server, GO);
    try (CancellationSource source = new CancellationSource();
        Scope scope = Scope.open("test", ThreadFactories.standard(), GO)) {
      var call =
          scope.fork(
              "call",
              () ->
                  catchThrowable(
                      () ->
                          clients.call(server, new Request("slow", "{}", false), source.token())));
      Awaitility.await().until(() -> script.received().contains("\"slow\""));
      long started = System.nanoTime();
      source.cancel(CancellationCause.requested("the test"));

      assertThat(call.join(Duration.ofSeconds(30))).isInstanceOf(CancelledException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
    }
    Awaitility.await().until(() -> script.received().contains("notifications/cancelled"));
    assertThat(call(server, "echo", "{\"text\": \"on\"}").text()).isEqualTo("on");
    assertThat(script.starts()).isOne();
  }

  @Test
  void aCallThatTakesTooLongFailsAndTheServerStays() throws Exception {
    McpServer server = server("normal", "timeout: 1s");
    clients.tools(server, GO);

    assertThatThrownBy(() -> call(server, "slow", "{}"))
        .hasMessage("MCP server test: it has not answered tools/call within 1 s");
    assertThat(call(server, "echo", "{\"text\": \"on\"}").text()).isEqualTo("on");
    assertThat(script.starts()).isOne();
  }

  @Test
  void aServerThatHangsIsKilledAndStartedAgain() throws Exception {
    McpServer server = server("normal", "timeout: 1s");
    clients.tools(server, GO);

    assertThatThrownBy(() -> call(server, "hang", "{}")).hasMessageContaining("no ping after it");
    assertThat(script.living()).isEmpty();
    assertThat(call(server, "echo", "{\"text\": \"on\"}").text()).isEqualTo("on");
    assertThat(script.starts()).isEqualTo(2);
  }

  @Test
  void aCallThatMayBeRepeatedSurvivesACrash() throws Exception {
    Outcome outcome = clients.call(server("normal"), new Request("crash", "{}", true), GO);

    assertThat(outcome.text()).isEqualTo("survived");
    assertThat(script.starts()).isEqualTo(2);
  }

  @Test
  void aCallThatMayHaveHadEffectIsNotRepeated() throws Exception {
    McpServer server = server("normal");

    assertThatThrownBy(() -> call(server, "crash", "{}"))
        .hasMessage(
            "MCP server test ended during the call (exit code 7: out of memory); whether the call"
                + " took effect is unknown");
    assertThat(call(server, "crash", "{}").text()).isEqualTo("survived");
  }

  @Test
  void toolsAreAskedForAgainWhenTheyChanged() throws Exception {
    McpServer server = server("normal");
    assertThat(names(clients.tools(server, GO))).doesNotContain("extra");

    call(server, "change", "{}");

    assertThat(names(clients.tools(server, GO))).contains("extra");
  }

  @Test
  void resultsAreBoundedAndImagesAreNamed() throws Exception {
    McpServer server = server("normal");

    assertThat(call(server, "big", "{}").text())
        .hasSizeLessThan(ToolText.LONGEST + 100)
        .endsWith("(The rest of the result was left out.)");
    assertThat(call(server, "image", "{}").text())
        .isEqualTo("(image, image/png, about 6 bytes)\na cat");
  }

  @Test
  void anotherDefinitionOfTheNameReplacesTheServer() throws Exception {
    clients.tools(server("children"), GO);
    assertThat(script.living()).hasSizeGreaterThan(1);

    clients.tools(server("normal"), GO);

    assertThat(script.living()).isNotEmpty().noneMatch(line -> line.contains("child"));
    assertThat(script.starts()).isEqualTo(2);
  }

  @Test
  void theServersOfAKilledProcessAreEndedBeforeTheNextStart() throws Exception {
    Path other = folder.resolve("other");
    McpScript left = McpScript.in(other.resolve("mcp"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                AbandonedServers.class.getName(),
                other.toString())
            .redirectErrorStream(true)
            .start();
    try (var output = process.inputReader()) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> "ready".equals(output.readLine()));
      process.destroyForcibly().waitFor();
    }
    assertThat(left.living()).anyMatch(line -> line.contains("child"));

    clients.tools(server("normal"), GO);

    assertThat(left.living()).isEmpty();
  }

  @Test
  void closingEndsTheServerWithItsChildren() throws Exception {
    clients.tools(server("children"), GO);

    clients.close();

    assertThat(script.living()).isEmpty();
    assertThatThrownBy(() -> clients.tools(server("children"), GO))
        .hasMessageContaining("this process is closing");
  }
}

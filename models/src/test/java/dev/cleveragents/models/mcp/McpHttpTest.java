package dev.cleveragents.models.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.mcp.McpServers.Outcome;
import dev.cleveragents.engine.mcp.McpServers.Request;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.models.mcp.HttpScript.Received;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MCP servers on streamable HTTP. */
class McpHttpTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path folder;
  private HttpScript script;
  private McpClients clients;

  @BeforeEach
  void open() throws Exception {
    script = new HttpScript();
    clients = McpClientsTest.clients(folder);
  }

  @AfterEach
  void close() {
    clients.close();
    script.close();
  }

  private McpServer server() {
    return McpServer.read(
        """
        name: test
        url: %s
        headers: [{name: X-Secret, variable: HIDDEN_TOKEN, prefix: "is "}]
        """
            .formatted(script.url()));
  }

  private Outcome call(String tool) throws Exception {
    return clients.call(server(), new Request(tool, "{}", false), GO);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void toolsAreListedAndCalled(boolean streams) throws Exception {
    script.streams = streams;

    assertThat(clients.tools(server(), GO)).extracting(it -> it.name()).containsExactly("echo");
    assertThat(call("echo")).isEqualTo(new Outcome(false, "heard"));

    assertThat(script.received)
        .filteredOn(it -> it.method().equals("POST"))
        .extracting(Received::secret)
        .containsOnly("is secret");
    assertThat(script.received.getLast().version()).isEqualTo("2025-06-18");
    assertThat(script.received.getLast().session()).isEqualTo("s1");
    assertThat(script.received.get(1).body()).contains("notifications/initialized");
    clients.close();
    assertThat(script.received.getLast().method()).isEqualTo("DELETE");
  }

  @Test
  void toolsAreAskedForAgainWhenTheServerSaysThatTheyChanged() throws Exception {
    clients.tools(server(), GO);
    Awaitility.await().until(script::listens);

    script.changeTools();

    Awaitility.await().until(() -> clients.tools(server(), GO).size() == 2);
  }

  @Test
  void aLostSessionIsBegunAgain() throws Exception {
    call("echo");

    script.restart();

    assertThat(call("echo").text()).isEqualTo("heard");
    assertThat(script.received.getLast().session()).isEqualTo("s2");
  }

  @Test
  void aRefusalIsReportedAndNotRepeated() {
    script.statuses.add(401);

    assertThatThrownBy(() -> call("echo"))
        .hasMessage("MCP server test: it refused the request: HTTP status 401: not today");
  }

  @Test
  void aServerThatIsNotThereIsReported() {
    script.close();

    assertThatThrownBy(() -> call("echo"))
        .hasMessageContaining("MCP server test cannot be used: no connection");
  }

  @Test
  void aCallEndsWithItsTokenAndTheServerIsTold() throws Exception {
    McpServer server = server();
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
      Awaitility.await()
          .until(() -> script.received.stream().anyMatch(it -> it.body().contains("slow")));
      source.cancel(CancellationCause.requested("the test"));

      assertThat(call.join(Duration.ofSeconds(30))).isInstanceOf(CancelledException.class);
    }
    Awaitility.await()
        .until(
            () ->
                script.received.stream()
                    .anyMatch(it -> it.body().contains("notifications/cancelled")));
    assertThat(call("echo").text()).isEqualTo("heard");
  }
}

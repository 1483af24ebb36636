package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.fixtures.GitRepository;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real coding agents, installed with npm, do the work of a plan. A server on this machine answers
 * in place of their providers. Skipped without node, npm or the registry of npm.
 */
@Tag("exhaustive")
class CodingAgentsIT extends ScriptShop {

  private static final Path INSTALLED = Path.of("target/coding-agents").toAbsolutePath();
  private static final Path BIN = INSTALLED.resolve("node_modules/.bin");

  private static final List<String> PACKAGES =
      List.of(
          "@anthropic-ai/claude-code@2.1.197",
          "@openai/codex@0.169.0",
          "@google/gemini-cli@0.61.0",
          "opencode-ai@1.18.33",
          "@copilotkit/aimock@1.43.0");

  private @Nullable Process server;

  @BeforeEach
  void agentsAndTheServerThatAnswersThem() throws Exception {
    install();
    int port = start();
    Path home = emptied(home());
    String address = "http://127.0.0.1:" + port;
    put(
        home.resolve(".codex/config.toml"),
        """
        model = "gpt-5"
        model_provider = "mock"
        [model_providers.mock]
        name = "mock"
        base_url = "%s/v1"
        env_key = "OPENAI_API_KEY"
        wire_api = "responses"
        """
            .formatted(address));
    put(
        home.resolve(".gemini/settings.json"),
        "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}}}");
    put(
        home.resolve(".config/opencode/opencode.json"),
        """
        {"provider":{"mock":{"npm":"@ai-sdk/openai-compatible","name":"mock",
          "options":{"baseURL":"%s/v1","apiKey":"none"},
          "models":{"m1":{"name":"m1","cost":{"input":3,"output":15}}}}},
         "model":"mock/m1","small_model":"mock/m1","autoupdate":false,"share":"disabled"}
        """
            .formatted(address));
    checkout
        .variable("HOME", home.toString())
        .variable("PATH", BIN + ":" + nodeFolder() + ":/usr/bin:/bin")
        .variable("ANTHROPIC_BASE_URL", address)
        .variable("ANTHROPIC_API_KEY", "none-needed")
        .variable("ANTHROPIC_MODEL", "claude-sonnet-4-5")
        .variable("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .variable("OPENAI_API_KEY", "none-needed")
        .variable("GOOGLE_GEMINI_BASE_URL", address)
        .variable("GEMINI_API_KEY", "none-needed")
        .variable("GEMINI_MODEL", "gemini-2.5-flash");
  }

  /** Codex runs no command if its home is below a folder of temporary files. */
  private static Path home() {
    return INSTALLED.startsWith("/tmp")
        ? Path.of(System.getProperty("user.home"), ".cache/cleveragents-coding-agents")
        : INSTALLED.resolve("home");
  }

  @AfterEach
  void stopServer() throws Exception {
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
  }

  private static String nodeFolder() {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    List<Path> folders =
        Stream.of(path.split(":", -1))
            .map(Path::of)
            .filter(folder -> Files.isExecutable(folder.resolve("node")))
            .filter(folder -> Files.isExecutable(folder.resolve("npm")))
            .toList();
    assumeThat(folders).as("node and npm are on the PATH").isNotEmpty();
    return folders.getFirst().toString();
  }

  /** Installs the programs once; later runs find them. */
  private static void install() throws Exception {
    nodeFolder();
    Path done = INSTALLED.resolve("installed");
    if (Files.exists(done) && Files.readString(done).equals(PACKAGES.toString())) {
      return;
    }
    put(INSTALLED.resolve("package.json"), "{\"private\":true}");
    String packages = String.join(" ", PACKAGES);
    int exitCode =
        bash("npm install --no-audit --no-fund " + packages)
            // npm may be told not to run these.
            .waitFor();
    assumeThat(exitCode).as("npm can install the agents").isZero();
    assertThat(
            bash("node node_modules/@anthropic-ai/claude-code/install.cjs"
                    + " && cd node_modules/opencode-ai && node postinstall.mjs")
                .waitFor())
        .isZero();
    Files.writeString(done, PACKAGES.toString());
  }

  private static Process bash(String line) throws IOException {
    return new ProcessBuilder("bash", "-c", line)
        .directory(INSTALLED.toFile())
        .redirectErrorStream(true)
        .redirectOutput(INSTALLED.resolve("log").toFile())
        .start();
  }

  private static void put(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Path emptied(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(folder);
  }

  private int start() throws Exception {
    Path replies = INSTALLED.resolve("replies.json");
    try (InputStream in =
        Objects.requireNonNull(
            CodingAgentsIT.class.getResourceAsStream("/coding-agents/replies.json"))) {
      Files.write(replies, in.readAllBytes());
    }
    int port = freePort();
    server = bash("exec '%s/llmock' -p %d -f replies.json --log-level warn".formatted(BIN, port));
    await().atMost(Duration.ofSeconds(60)).until(() -> answers(port));
    return port;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** The first run writes the wrong file, the check fails, and the second run corrects it. */
  @ParameterizedTest
  @CsvSource({
    "claude-code, Write, true",
    "codex, run, false",
    "gemini-cli, write_file, false",
    "opencode, write, true"
  })
  void anAgentDoesTheWorkRepairsItAndReportsItsProgressAndCost(
      String agent, String tool, boolean reportsMoney) throws Exception {
    assertThat(script("actor", "list").out()).contains(agent + ": preset, installed");
    Ran ran =
        script("run", "write the file", "--actor", agent, "--check", "test -f hello.txt", "--yes");
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    assertThat(new GitRepository(repository).git("show", "--name-only", "--format="))
        .isEqualTo("first.txt\nhello.txt");
    List<JsonNode> progress = events("agent.progress");
    assertThat(progress)
        .extracting(data -> data.path("what").asText())
        .anyMatch(what -> what.startsWith(tool + " "))
        .contains("Wrote the file.");
    List<JsonNode> ended = events("agent.ended");
    assertThat(ended)
        .hasSize(2)
        .allSatisfy(
            data -> {
              assertThat(data.path("summary").asText()).isEqualTo("Wrote the file.");
              assertThat(data.path("input").asLong()).isPositive();
              assertThat(data.has("cost")).isEqualTo(reportsMoney);
            });
    JsonNode costs = json("cost", "--by", "model").path("costs");
    assertThat(costs).hasSize(1);
    assertThat(costs.path(0).path("name").asText()).isEqualTo(agent);
    assertThat(costs.path(0).path("calls").asInt()).isEqualTo(2);
  }

  private List<JsonNode> events(String type) throws Exception {
    return Stream.of(json("audit", "log", "--type", type).path("events"))
        .flatMap(all -> all.valueStream())
        .map(event -> event.path("data"))
        .toList();
  }
}

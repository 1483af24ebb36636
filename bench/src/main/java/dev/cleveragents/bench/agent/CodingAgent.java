package dev.cleveragents.bench.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A coding agent that is started as a program, with a home folder of its own: our command line with
 * the wire format of OpenAI and of Anthropic, and others, which npm installs into {@code target}.
 */
enum CodingAgent {
  OURS_AS_OPENAI("ours, as to OpenAI", Dialect.OURS) {
    @Override
    List<String> command(Path home) {
      return ours(home, "openai/m1");
    }
  },
  OPENCODE("opencode 1.18.33", Dialect.OPENCODE) {
    @Override
    List<String> command(Path home) {
      return List.of(program("opencode"), "run", "--model", "mock/m1", MixedTask.GOAL);
    }
  },
  OURS_AS_ANTHROPIC("ours, as to Anthropic", Dialect.OURS) {
    @Override
    List<String> command(Path home) {
      return ours(home, "anthropic/m1");
    }
  },
  CLAUDE_CODE("claude-code 2.1.197", Dialect.CLAUDE_CODE) {
    @Override
    List<String> command(Path home) {
      return List.of(
          program("claude"), "-p", MixedTask.GOAL, "--allowedTools", "Read,Edit,Write,Bash");
    }
  };

  private static final Path SOURCE = Path.of("coding-agents");
  private static final Path INSTALLED = Path.of("target", "coding-agents");
  private static final String KEY = "none-needed";

  final String title;
  final Dialect dialect;

  CodingAgent(String title, Dialect dialect) {
    this.title = title;
    this.dialect = dialect;
  }

  /** The program and its arguments, which let it carry out the task without a question. */
  abstract List<String> command(Path home);

  /** Our launcher; it builds first if sources have changed. */
  static String launcher() {
    return Path.of("..", "agents").toAbsolutePath().normalize().toString();
  }

  private static List<String> ours(Path home, String model) {
    return List.of(
        launcher(),
        "--data-dir",
        home.resolve("data").toString(),
        "run",
        MixedTask.GOAL,
        "--fast",
        "--actor",
        model,
        "--yes");
  }

  private static String program(String name) {
    return INSTALLED.resolve("node_modules/.bin").resolve(name).toAbsolutePath().toString();
  }

  /** What it needs in its environment to ask this server. */
  static Map<String, String> variables(Path home, String server) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("HOME", home.toString());
    variables.put("XDG_CONFIG_HOME", home.resolve(".config").toString());
    variables.put("OPENAI_BASE_URL", server);
    variables.put("OPENAI_API_KEY", KEY);
    variables.put("ANTHROPIC_BASE_URL", server);
    variables.put("ANTHROPIC_API_KEY", KEY);
    variables.put("ANTHROPIC_MODEL", "claude-sonnet-4-5");
    variables.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    return variables;
  }

  /** Writes the settings of those that read them from their home folder. */
  static void configure(Path home, String server) throws IOException {
    Path file = home.resolve(".config/opencode/opencode.json");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        {"provider":{"mock":{"npm":"@ai-sdk/openai-compatible","name":"mock",
          "options":{"baseURL":"%s/v1","apiKey":"%s"},
          "models":{"m1":{"name":"m1"}}}},
         "model":"mock/m1","small_model":"mock/m1","autoupdate":false,"share":"disabled"}
        """
            .formatted(server, KEY));
  }

  /** Builds ours, so that no run that is measured does. */
  static void build() throws IOException, InterruptedException {
    if (new ProcessBuilder(launcher(), "version").inheritIO().start().waitFor() != 0) {
      throw new IOException("./agents version failed; what it said is above");
    }
  }

  /** Installs the others once. */
  static void install() throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    Path wanted = SOURCE.resolve("package.json");
    Path done = INSTALLED.resolve("package.json");
    if (Files.exists(done) && Files.mismatch(wanted, done) < 0) {
      return;
    }
    Files.copy(wanted, INSTALLED.resolve("package.json"), StandardCopyOption.REPLACE_EXISTING);
    // npm may be told not to run what a package runs when it is installed.
    Process npm =
        new ProcessBuilder(
                "sh",
                "-c",
                "npm install --no-audit --no-fund --no-package-lock"
                    + " && node node_modules/@anthropic-ai/claude-code/install.cjs"
                    + " && cd node_modules/opencode-ai && node postinstall.mjs")
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .redirectOutput(INSTALLED.resolve("npm.log").toFile())
            .start();
    if (!npm.waitFor(5, TimeUnit.MINUTES) || npm.exitValue() != 0) {
      npm.destroyForcibly();
      Files.delete(done);
      throw new IOException("npm install failed; see bench/target/coding-agents/npm.log");
    }
  }
}

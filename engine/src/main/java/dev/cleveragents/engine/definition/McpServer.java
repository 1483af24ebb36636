package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server of the Model Context Protocol whose tools language models may call.
 *
 * @param timeout how long it may take to answer one request
 */
public record McpServer(Name name, Transport transport, Rules rules, Duration timeout) {

  /** How long a server may take to answer by default. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  /** How it is reached. It holds no secrets, only the names of variables that have them. */
  public sealed interface Transport {}

  /**
   * A program that this process starts and talks to through its standard streams.
   *
   * @param command the program and its arguments
   * @param environment names of variables of this process that it may see
   * @param writable folders that it may write although it is confined
   */
  public record Stdio(List<String> command, List<String> environment, List<Path> writable)
      implements Transport {

    public Stdio {
      command = List.copyOf(command);
      environment = List.copyOf(environment);
      writable = List.copyOf(writable);
    }
  }

  /** A server that answers over streamable HTTP. */
  public record Http(URI url, List<Header> headers) implements Transport {

    public Http {
      headers = List.copyOf(headers);
    }
  }

  /**
   * A header of each HTTP request.
   *
   * @param variable the name of the environment variable that holds the value
   * @param prefix the text before the value, such as {@code Bearer}; may be empty
   */
  public record Header(String name, String variable, String prefix) {}

  /** What a call of a tool may do. */
  public enum Effect {
    /** It changes nothing; such a call needs no approval. */
    READ,
    /** It may change anything outside of the sandbox. */
    WRITE
  }

  /**
   * Which tools may be called, and what they do.
   *
   * @param tools globs of the tools that models may call; null for all
   * @param read globs of the tools that change nothing
   * @param write globs of the tools that change something; they win over {@code read}
   * @param usual the effect of the tools that neither list names
   */
  public record Rules(
      @Nullable List<String> tools, List<String> read, List<String> write, Effect usual) {

    public Rules {
      tools = tools == null ? null : List.copyOf(tools);
      read = List.copyOf(read);
      write = List.copyOf(write);
    }

    /** Whether models may call this tool. */
    public boolean admits(String tool) {
      return tools == null || matches(tools, tool);
    }

    /** What a call of this tool may do. */
    public Effect effectOf(String tool) {
      if (matches(write, tool)) {
        return Effect.WRITE;
      }
      return matches(read, tool) ? Effect.READ : usual;
    }

    private static boolean matches(List<String> globs, String tool) {
      return globs.stream().anyMatch(glob -> ToolPattern.glob(glob).matcher(tool).matches());
    }
  }

  /**
   * The server that a YAML text defines.
   *
   * @throws OperationException if the text has problems
   */
  public static McpServer read(String yaml) {
    return DefinitionKind.MCP.read(new YamlSource("the MCP server", yaml)).orThrow();
  }

  /** The beginning of the names under which models see its tools. */
  public String toolPrefix() {
    return "mcp__%s__".formatted(name.forPeople().replace('/', '_'));
  }
}

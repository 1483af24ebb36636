package dev.cleveragents.models.mcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.mcp.McpException;
import dev.cleveragents.engine.mcp.McpServers;
import dev.cleveragents.engine.tool.ConfinedCommands;
import dev.cleveragents.exec.Command;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.recovery.OrphanedProcesses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MCP servers that plans of this process use. Thread-safe. Starts nothing before the first use;
 * closing it ends all servers, with all that they have started.
 *
 * <p>A program is confined like the commands of plans, but belongs to none: it may write the shared
 * paths and those that its definition names. It is started in the root folder, with the variables
 * that its definition names. Before the first one is started, the servers of killed processes are
 * ended.
 */
public final class McpClients implements McpServers, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(McpClients.class);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final ConfinedCommands commands;
  private final Map<String, String> environment;
  private final ThreadFactories threads;
  private final TimeSource time;
  private final Scope scope;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Name, SharedServer> servers = new HashMap<>();

  /**
   * @param environment the variables of this process
   */
  public McpClients(
      ConfinedCommands commands,
      Map<String, String> environment,
      ThreadFactories threads,
      TimeSource time) {
    this.commands = commands;
    this.environment = Map.copyOf(environment);
    this.threads = threads;
    this.time = time;
    this.scope = Scope.open("mcp", threads, CancellationToken.none());
  }

  @Override
  public List<Offer> tools(McpServer server, CancellationToken token)
      throws McpException, InterruptedException {
    return shared(server).use(server, true, token, connection -> connection.tools(token));
  }

  @Override
  public Outcome call(McpServer server, Request request, CancellationToken token)
      throws McpException, InterruptedException {
    return shared(server)
        .use(server, request.repeatable(), token, connection -> connection.call(request, token));
  }

  private SharedServer shared(McpServer server) throws McpException {
    synchronized (lock) {
      if (scope.token().isCancelled()) {
        throw new McpException("MCP servers cannot be used: this process is closing");
      }
      if (servers.isEmpty()) {
        endOrphans();
      }
      return servers.computeIfAbsent(
          server.name(), name -> new SharedServer(name.forPeople(), this::open, scope, time));
    }
  }

  private static void endOrphans() {
    List<Long> left = OrphanedProcesses.endServersOfTheGone();
    if (!left.isEmpty()) {
      log.warn("Processes {} of MCP servers of killed workers do not end", left);
    }
  }

  private McpConnection open(McpServer server, CancellationToken token)
      throws McpException, ServerGoneException, InterruptedException {
    McpConnection connection = new McpConnection(channel(server), server.timeout());
    boolean opened = false;
    try {
      connection.open(token);
      opened = true;
      return connection;
    } finally {
      if (!opened) {
        connection.close();
      }
    }
  }

  private Channel channel(McpServer server) throws McpException, InterruptedException {
    return switch (server.transport()) {
      case McpServer.Stdio stdio -> {
        Command command = command(server, stdio);
        yield new StdioChannel(commands.runner(), command, scopeOf(server));
      }
      case McpServer.Http http -> {
        Map<String, String> headers = headers(http);
        yield new HttpChannel(http, headers, server.timeout(), scopeOf(server));
      }
    };
  }

  private Scope scopeOf(McpServer server) {
    return Scope.open("mcp " + server.name(), threads, CancellationToken.none());
  }

  private Command command(McpServer server, McpServer.Stdio stdio)
      throws McpException, InterruptedException {
    Map<String, String> passed = new LinkedHashMap<>();
    for (String variable : stdio.environment()) {
      passed.put(variable, valueOf(variable));
    }
    Command command =
        Command.of(stdio.command())
            .withDirectory(Path.of("/"))
            .withVariables(passed)
            .withOwner(OrphanedProcesses.serverOwner(server.name().toString()));
    try {
      return commands.bounds().around(command, stdio.writable(), List.of());
    } catch (OperationException e) {
      throw new McpException(String.valueOf(e.getMessage()), e);
    }
  }

  private Map<String, String> headers(McpServer.Http http) throws McpException {
    Map<String, String> headers = new LinkedHashMap<>();
    for (McpServer.Header header : http.headers()) {
      headers.put(header.name(), header.prefix() + valueOf(header.variable()).strip());
    }
    return headers;
  }

  private String valueOf(String variable) throws McpException {
    String value = environment.get(variable);
    if (value == null) {
      throw new McpException("the environment variable %s is not set".formatted(variable));
    }
    return value;
  }

  @Override
  public void close() {
    scope.cancel(CancellationCause.closed("this process is closing"));
    List<SharedServer> all;
    synchronized (lock) {
      all = List.copyOf(servers.values());
    }
    boolean interrupted = Thread.interrupted();
    for (SharedServer server : all) {
      try {
        server.close();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    scope.closeWithin(CLOSE_WITHIN);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

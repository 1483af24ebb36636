package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.mcp.McpException;
import dev.cleveragents.engine.mcp.McpTool;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents mcp test}: starts a server, lists its tools, and ends it. */
@Command(
    name = "test",
    description = "Start an MCP server, list the tools that models may call, and end it.",
    footer = "agents mcp test my-mcp")
final class McpTestCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the MCP server.")
  Name name = NameConverter.NONE;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(context, agents -> test(agents, context));
  }

  private Result test(CleverAgents agents, CommandContext context) {
    McpServer server = agents.definitions().get(DefinitionKind.MCP, name);
    long started = System.nanoTime();
    List<McpTool> tools = tools(agents, server, context);
    long millis = (System.nanoTime() - started) / 1_000_000;
    Page.Builder page =
        Page.builder()
            .row("answered", name.forPeople(), "%,d ms".formatted(millis), Mark.GOOD)
            .row("tools", CountedNoun.of(tools.size(), "tool"));
    List<Data> data = new ArrayList<>();
    for (McpTool tool : tools) {
      String effect = tool.effect().name().toLowerCase(Locale.ROOT);
      page.row(tool.name(), effect, "", Mark.NONE);
      data.add(
          Data.of("name", tool.name())
              .with("effect", effect)
              .with("description", tool.description()));
    }
    return Result.ok(
        Data.of("name", name.toString()).with("ms", millis).with("tools", data), page.build());
  }

  private static List<McpTool> tools(
      CleverAgents agents, McpServer server, CommandContext context) {
    return Interruptible.call(
        () -> {
          try {
            return McpTool.of(server, agents.servers(), context.interrupt());
          } catch (McpException e) {
            throw new ProblemException(
                new Problem(
                    ExitCode.FAILED,
                    e.getMessage() + ".",
                    "Correct the definition, then store it again with --replace.",
                    "agents mcp show " + server.name().forPeople()),
                e);
          }
        });
  }
}

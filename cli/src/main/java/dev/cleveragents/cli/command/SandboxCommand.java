package dev.cleveragents.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** The group {@code agents sandbox}. */
@Command(
    name = "sandbox",
    description = "The private copies that plans work in: list, show, export, remove.")
final class SandboxCommand {

  static CommandTree.Group group() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("list", SandboxListCommand::new);
    inside.put("show", SandboxShowCommand::new);
    inside.put("export", SandboxExportCommand::new);
    inside.put("remove", SandboxRemoveCommand::new);
    return new CommandTree.Group(SandboxCommand::new, inside);
  }
}

package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about language models, their prompts and what they cost. */
public final class ModelCommands {

  private ModelCommands() {}

  /** The commands and groups by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put("model", CommandGroup.of("model", "List, show and test language models.", model()));
    groups.put(
        "prompt",
        CommandGroup.of("prompt", "List, show and eject the prompts of agents.", prompt()));
    groups.put("cost", CommandGroup.single(CostCommand::new));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> model() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("list", ModelListCommand::new);
    inside.put("show", ModelShowCommand::new);
    inside.put("test", ModelTestCommand::new);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> prompt() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("list", PromptListCommand::new);
    inside.put("show", PromptShowCommand::new);
    inside.put("eject", PromptEjectCommand::new);
    return inside;
  }
}

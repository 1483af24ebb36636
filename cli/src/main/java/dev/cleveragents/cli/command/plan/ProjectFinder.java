package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.Name;
import org.jspecify.annotations.Nullable;

/** The project that a command is about: the one it names, or the one of this folder. */
final class ProjectFinder {

  private ProjectFinder() {}

  static Project of(CleverAgents agents, @Nullable String name, CommandContext context) {
    return name == null
        ? agents.projects().open(context.environment().workingDirectory())
        : agents.projects().show(Name.of(name));
  }
}

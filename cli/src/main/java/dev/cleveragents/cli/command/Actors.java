package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Definition;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.ScriptedActor;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Brief.Check;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.runtime.CleverAgents;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns what people have defined, or said on the command line, into what a plan keeps of it. */
final class Actors {

  private Actors() {}

  /** Who does the work of {@code run}: a command line, or an actor that is known. */
  static Work forCommand(
      CleverAgents agents,
      @Nullable String line,
      @Nullable String actor,
      @Nullable String fix,
      Duration deadline) {
    if ((line == null) == (actor == null)) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              line == null ? "Nobody is named who does it." : "Both --exec and --actor are given.",
              "Say --exec CMD for a command, or --actor NAME for an actor that was added.",
              "agents help run"));
    }
    return line == null
        ? named(agents, Name.of(actor == null ? "" : actor), fix)
        : new Work.ByCommand("exec", line, fix, deadline, List.of());
  }

  /** An actor of this name, as a plan keeps it. */
  static Work named(CleverAgents agents, Name name, @Nullable String fix) {
    Definition<dev.cleveragents.engine.definition.Actor> found =
        agents.definitions().show(DefinitionKind.ACTOR, name);
    return switch (agents.definitions().get(DefinitionKind.ACTOR, name)) {
      case CommandActor command ->
          new Work.ByCommand(
              name.forPeople(), command.line(), fix, command.deadline(), command.environment());
      case ScriptedActor scripted -> new Work.ByScript(name.forPeople(), found.yaml());
    };
  }

  /** Whoever does the work also plans it where it can; a command has nothing to plan. */
  static Work strategyOf(Work execution) {
    return execution instanceof Work.ByScript script ? script : new Work.Plain();
  }

  /** The checks of these names. */
  static List<Check> validations(CleverAgents agents, List<Name> names) {
    return names.stream()
        .map(name -> check(agents.definitions().get(DefinitionKind.VALIDATION, name)))
        .toList();
  }

  private static Check check(ValidationSpec spec) {
    return new Check(spec.name().forPeople(), spec.command(), spec.required(), spec.deadline());
  }
}

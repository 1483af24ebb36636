package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.definition.ActorPresets;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.exec.InstalledPrograms;
import dev.cleveragents.models.ModelDirectory;
import java.util.List;

/** Tells a user without a model the ways to get one, and which of them this machine has. */
public final class NoModel {

  private NoModel() {}

  /**
   * The model to use if the user names none.
   *
   * @throws ProblemException if none is configured, or a file of the user cannot be used
   */
  public static ModelName best(ModelDirectory models, CommandContext context) {
    try {
      return models.best().orElseThrow(() -> problem(context));
    } catch (ModelException e) {
      throw new ProblemException(ModelSource.problem(e), e);
    }
  }

  /** The problem that no model is configured. */
  private static ProblemException problem(CommandContext context) {
    String path = context.environment().variables().getOrDefault("PATH", "");
    List<String> agents =
        ActorPresets.all().stream()
            .filter(preset -> ActorPresets.missing(preset, path).isEmpty())
            .map(preset -> preset.name().forPeople())
            .toList();
    String example = agents.isEmpty() ? "claude-code" : agents.getFirst();
    String installed =
        agents.isEmpty() ? "none found here" : "found here: " + String.join(", ", agents);
    String ollama = InstalledPrograms.on(path, "ollama") ? "found here" : "not found here";
    return new ProblemException(
        new Problem(
            ExitCode.USAGE,
            "No language model is configured.",
            """
            Do one of these:
              a key:  export ANTHROPIC_API_KEY=… (or OPENAI_API_KEY, GEMINI_API_KEY; none is set)
              Ollama (%s):  ollama serve, then export OLLAMA_HOST=127.0.0.1:11434
              a coding agent (%s):  agents run GOAL --actor %s"""
                .formatted(ollama, installed, example),
            "agents model list"));
  }
}

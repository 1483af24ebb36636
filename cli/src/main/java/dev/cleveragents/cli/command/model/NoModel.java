package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Tells a user without a model the ways to get one, and which of them this machine has. */
public final class NoModel {

  private static final List<String> AGENTS =
      List.of("claude", "codex", "gemini", "opencode", "aider");

  private NoModel() {}

  /** The problem that no model is configured. */
  public static ProblemException problem(CommandContext context) {
    String path = context.environment().variables().getOrDefault("PATH", "");
    List<String> agents = AGENTS.stream().filter(name -> isInstalled(name, path)).toList();
    String installed =
        agents.isEmpty() ? "none found here" : "found here: " + String.join(", ", agents);
    String ollama = isInstalled("ollama", path) ? "found here" : "not found here";
    return new ProblemException(
        new Problem(
            ExitCode.USAGE,
            "No language model is configured, and no --exec or --actor was given.",
            """
            Do one of these:
              a key:  export ANTHROPIC_API_KEY=… (or OPENAI_API_KEY, GEMINI_API_KEY; none is set)
              Ollama (%s):  ollama serve, then export OLLAMA_HOST=127.0.0.1:11434
              a coding agent (%s):  agents run GOAL --exec 'claude -p {goal}'"""
                .formatted(ollama, installed),
            "agents model list"));
  }

  private static boolean isInstalled(String program, String path) {
    return Arrays.stream(path.split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}

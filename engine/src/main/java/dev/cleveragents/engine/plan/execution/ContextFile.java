package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives a command whose line names {@value #VARIABLE} a file with context about the project as it
 * is in the sandbox at that moment. The file is beside the sandbox's files, so that it is no change
 * of the plan, and is deleted with the sandbox. Also answers the questions of agents.
 */
final class ContextFile {

  /** The variable that holds the file's name. */
  static final String VARIABLE = "AGENTS_CONTEXT";

  private final PlanServices services;
  private final Plan plan;
  private final PlanRecorder recorder;

  ContextFile(PlanServices services, Plan plan, PlanRecorder recorder) {
    this.services = services;
    this.plan = plan;
    this.recorder = recorder;
  }

  /** Adds the variable to a command's environment if the command line names it. */
  CommandEnvironment addTo(
      CommandEnvironment environment,
      List<String> commandLine,
      Sandbox sandbox,
      CancellationToken token)
      throws InterruptedException {
    if (commandLine.stream().noneMatch(line -> line.contains(VARIABLE))) {
      return environment;
    }
    ContextSource.Found found = find(environment, sandbox, token);
    Path file = sandbox.beside("context.md");
    try {
      Files.writeString(file, found.text());
    } catch (IOException e) {
      throw OperationException.failed("Cannot write the context file of the command: " + e, e);
    }
    return environment.with(Map.of(VARIABLE, file.toString()));
  }

  /** The context of a command with this environment. */
  ContextSource.Found find(CommandEnvironment environment, Sandbox sandbox, CancellationToken token)
      throws InterruptedException {
    String findings = environment.variables().getOrDefault("AGENTS_FINDINGS", "");
    String goal = plan.kind().goal();
    return about(findings.isBlank() ? goal : goal + "\n" + findings, sandbox, token);
  }

  /** The context of a question about the files as they are now. */
  ContextSource.Found about(String question, Sandbox sandbox, CancellationToken token)
      throws InterruptedException {
    ContextSource.Found found = services.context().about(query(question, sandbox, token), token);
    recorder.contextFound(found);
    return found;
  }

  private ContextSource.Query query(String question, Sandbox sandbox, CancellationToken token)
      throws InterruptedException {
    Map<String, Optional<byte[]>> changed = new HashMap<>();
    for (CapturedChange each : sandbox.changes(sandbox.baseTree(), sandbox.look(token), token)) {
      String from = each.change().movedFrom();
      if (from != null) {
        changed.put(from, Optional.empty());
      }
      changed.put(each.change().path(), each.after());
    }
    Target target =
        plan.brief().targets().stream()
            .filter(it -> it.resource().name().equals(sandbox.resource()))
            .findFirst()
            .orElseThrow();
    return new ContextSource.Query(
        plan.id(),
        question,
        target.resource(),
        target.base(),
        changed,
        ContextSource.Above.of(plan, services.database()));
  }
}

package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.engine.sandbox.Captured;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Gives a command whose line names {@value #VARIABLE} a file with what it should know of the
 * project: as it is in the sandbox at that moment. The file lies beside the sandbox's files, so
 * that it is no change of the plan's, and goes when the sandbox does.
 */
final class ContextFile {

  /** Where a command finds the file's name. */
  static final String VARIABLE = "AGENTS_CONTEXT";

  private final ContextSource source;
  private final Plan plan;
  private final Progress progress;

  ContextFile(ContextSource source, Plan plan, Progress progress) {
    this.source = source;
    this.plan = plan;
    this.progress = progress;
  }

  /** The same call, told where its file is if it asks for one. */
  ToolCall.Run toldOf(ToolCall.Run run, Sandbox sandbox, CancellationToken token)
      throws InterruptedException {
    if (!run.line().contains(VARIABLE)) {
      return run;
    }
    ContextSource.Found found = source.about(question(run, sandbox, token), token);
    Path file = sandbox.beside("context.md");
    try {
      Files.writeString(file, found.text());
    } catch (IOException e) {
      throw PlanException.failed("The context of the command was not written: " + e, e);
    }
    progress.contextFound(found);
    return run.alsoTold(Map.of(VARIABLE, file.toString()));
  }

  private ContextSource.Question question(
      ToolCall.Run run, Sandbox sandbox, CancellationToken token) throws InterruptedException {
    Map<String, Optional<byte[]>> changed = new HashMap<>();
    for (Captured each : sandbox.changes(sandbox.baseTree(), sandbox.look(token), token)) {
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
    String findings = run.variables().getOrDefault("AGENTS_FINDINGS", "");
    return new ContextSource.Question(
        plan.id(),
        findings.isBlank() ? plan.kind().goal() : plan.kind().goal() + "\n" + findings,
        target.resource(),
        target.base(),
        changed);
  }
}

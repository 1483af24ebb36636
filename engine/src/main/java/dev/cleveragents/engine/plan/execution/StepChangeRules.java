package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.context.safety.Secrets;
import dev.cleveragents.engine.plan.execution.ToolStepRunner.StepSite;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import java.util.List;
import java.util.Optional;

/**
 * Which changes a step may not make, whatever tool made them.
 *
 * @param readOnly whether it may make none
 */
record StepChangeRules(boolean readOnly) {

  Optional<PhaseFailedException> refusal(List<CapturedChange> changes, StepSite site) {
    SandboxGroup group = site.group();
    if (readOnly && !changes.isEmpty()) {
      return refusal(
          "The plan is read-only, but step %d changed %s"
              .formatted(site.number(), group.nameOf(changes.getFirst().change())),
          "Use an action that is not read_only");
    }
    // A redaction mark, which an actor has read, must not replace the secret in the file.
    return changes.stream()
        .filter(it -> Secrets.marks(it.after()) > Secrets.marks(it.before()))
        .findFirst()
        .flatMap(
            marked ->
                refusal(
                    "Step %d would replace a possible secret in %s with a redaction marker"
                        .formatted(site.number(), group.nameOf(marked.change())),
                    "Let the actor leave that line as it is"));
  }

  private static Optional<PhaseFailedException> refusal(String message, String hint) {
    return Optional.of(new PhaseFailedException("policy", message, false, hint));
  }
}

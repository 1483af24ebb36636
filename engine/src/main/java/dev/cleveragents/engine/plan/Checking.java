package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.decision.Choice;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.sandbox.SandboxGroup;
import dev.cleveragents.engine.sandbox.Trees;
import dev.cleveragents.engine.tool.CheckResult;
import dev.cleveragents.engine.tool.Checks;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of the second phase: runs the checks, and as long as a required one fails lets the actor
 * mend it, at most three times. Every result is stored with the files it is about.
 */
final class Checking {

  static final int MOST_ROUNDS = 3;

  private final Plan plan;
  private final CancellationToken token;
  private final Progress progress;
  private final Checks checks;
  private final AuditLog audit;

  Checking(Workshop workshop, Plan plan, AsyncJob job, CancellationToken token) {
    this.plan = plan;
    this.token = token;
    this.progress = new Progress(workshop, plan.id(), job);
    this.checks = new Checks(workshop.tools());
    this.audit = workshop.books().audit();
  }

  /**
   * Goes on until all required checks pass; returns the files on which they did.
   *
   * @param mainSteps how many steps the work itself has; those after it were mending
   * @throws StepFailedException if they do not pass in the end
   */
  Trees untilPassed(Executing executing, SandboxGroup group, int mainSteps) throws Exception {
    while (true) {
      Trees trees = group.look(token);
      Findings findings = check(group, trees);
      if (findings.none()) {
        return trees;
      }
      List<WorkStep> mending = executing.steps().against(findings.text());
      if (mending.isEmpty()) {
        throw failed(findings, "and there is nothing to mend it with");
      }
      int mended = executing.done() - mainSteps;
      int round = mended / mending.size();
      if (round >= MOST_ROUNDS) {
        throw failed(findings, "still after %d rounds of mending".formatted(MOST_ROUNDS));
      }
      List<WorkStep> left = mending.subList(mended % mending.size(), mending.size());
      executing.requirePermission(left.getFirst());
      progress.decidedFor(
          executing.done() + 1,
          Choice.of(
              DecisionType.VALIDATION_RESPONSE,
              "What about %s?".formatted(findings.names()),
              "mend it, round %d of %d".formatted(round + 1, MOST_ROUNDS),
              findings.text()));
      for (WorkStep step : left) {
        executing.perform(step);
      }
    }
  }

  /** All of them on the same files: one that does not leave them as they were has failed. */
  Findings check(SandboxGroup group, Trees trees) throws InterruptedException {
    List<CheckResult> failed = new ArrayList<>();
    for (List<ValidationSpec> turn : Checks.turns(plan.brief().checks())) {
      token.throwIfCancelled();
      for (CheckResult result : checks.run(turn, group, trees, token)) {
        CheckResult safe = result.reworded(this::fitToBeStoredAndShown);
        progress.checked(safe);
        if (!safe.passed() && safe.required()) {
          failed.add(safe);
        }
      }
    }
    return new Findings(failed);
  }

  private String fitToBeStoredAndShown(String text) {
    return audit.redact(text.replace('\0', '?'));
  }

  private static StepFailedException failed(Findings findings, String remark) {
    return new StepFailedException(
        "validation",
        "Required checks fail, %s: %s".formatted(remark, findings.text().strip()),
        false,
        "Look at the findings with 'agents plan errors', and at the work with 'agents plan diff'");
  }
}

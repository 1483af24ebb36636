package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.check.CheckResult;
import dev.cleveragents.engine.check.CheckRunner;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a plan's checks on its files and returns what the required ones found. Every result is
 * stored with the files it is about.
 */
final class PlanValidator {

  private final Plan plan;
  private final CancellationToken token;
  private final PlanRecorder recorder;
  private final CheckRunner checks;
  private final AuditLog audit;
  private final boolean waived;

  PlanValidator(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.plan = plan;
    this.token = token;
    this.recorder = new PlanRecorder(services, plan.id(), job);
    this.checks =
        new CheckRunner(
            services.commands().withNetwork(plan.brief().rules().profile().givesNetwork(false)));
    this.audit = services.journal().audit();
    this.waived =
        services
            .database()
            .read(transaction -> Decision.waiver(new DecisionRows(transaction).of(plan.id())))
            .isPresent();
  }

  /** Whether the user applies the work although its checks fail. */
  boolean isWaived() {
    return waived;
  }

  /**
   * Runs all checks on the same files. A check that changes them has failed.
   *
   * @return the required checks that failed; none if the user has waived them
   */
  ValidationFindings check(SandboxGroup group, ResourceTrees trees) throws InterruptedException {
    List<CheckResult> failed = new ArrayList<>();
    for (List<ValidationSpec> turn : CheckRunner.turns(plan.brief().checks())) {
      token.throwIfCancelled();
      for (CheckResult result : checks.run(turn, group, trees, token)) {
        CheckResult safe = result.reworded(this::fitToBeStoredAndShown);
        recorder.checked(safe);
        if (!safe.passed() && safe.required() && !waived) {
          failed.add(safe);
        }
      }
    }
    return new ValidationFindings(failed);
  }

  /**
   * Runs some checks on other files than the plan's result; nothing is stored.
   *
   * @return those that failed
   */
  List<CheckResult> attempt(List<ValidationSpec> some, SandboxGroup group, ResourceTrees trees)
      throws InterruptedException {
    List<CheckResult> failed = new ArrayList<>();
    for (List<ValidationSpec> turn : CheckRunner.turns(some)) {
      token.throwIfCancelled();
      for (CheckResult result : checks.run(turn, group, trees, token)) {
        if (!result.passed()) {
          failed.add(result.reworded(this::fitToBeStoredAndShown));
        }
      }
    }
    return failed;
  }

  private String fitToBeStoredAndShown(String text) {
    return audit.redact(text.replace('\0', '?'));
  }
}

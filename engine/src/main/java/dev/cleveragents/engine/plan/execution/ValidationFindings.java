package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.check.CheckResult;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The findings of required checks on a tree, as text for the actor that repairs it.
 *
 * @param failed the checks that failed
 * @param cause why, as far as known; empty if it is not
 */
record ValidationFindings(List<CheckResult> failed, String cause) {

  /** How many rounds of repair an actor gets. */
  private static final int MOST_REPAIRS = 3;

  private static final int MOST_OUTPUT = 20_000;

  ValidationFindings {
    failed = List.copyOf(failed);
  }

  ValidationFindings(List<CheckResult> failed) {
    this(failed, "");
  }

  /** The same with their cause. */
  ValidationFindings explainedBy(String why) {
    return new ValidationFindings(failed, why);
  }

  boolean none() {
    return failed.isEmpty();
  }

  /** The names of the checks that failed. */
  String names() {
    return failed.stream().map(CheckResult::name).collect(Collectors.joining(", "));
  }

  String text() {
    String checks =
        failed.stream()
            .map(
                check -> "%s: %s%n%s".formatted(check.name(), check.message(), end(check.output())))
            .collect(Collectors.joining("\n"));
    return cause.isEmpty() ? checks : cause + "\n" + checks;
  }

  private static String end(String output) {
    return output.length() <= MOST_OUTPUT
        ? output
        : output.substring(output.length() - MOST_OUTPUT);
  }

  /**
   * Counts the rounds of repair.
   *
   * @param roundsDone how many there were
   * @return the number of the round that begins
   * @throws PhaseFailedException after {@value #MOST_REPAIRS}
   */
  int requireRound(int roundsDone) {
    if (roundsDone >= MOST_REPAIRS) {
      throw unrepaired("still fail after %d rounds of repair".formatted(MOST_REPAIRS));
    }
    return roundsDone + 1;
  }

  /** The decision to repair them. */
  DecisionContent decisionToRepair(int round) {
    return DecisionContent.of(
        DecisionType.VALIDATION_RESPONSE,
        "How are the findings of %s handled?".formatted(names()),
        "repair them, round %d of %d".formatted(round, MOST_REPAIRS),
        text());
  }

  /** The end of a phase whose checks keep failing. */
  PhaseFailedException unrepaired(String remark) {
    return new PhaseFailedException(
        "validation",
        cause.isEmpty()
            ? "Required checks %s: %s".formatted(remark, text().strip())
            : text().strip(),
        false,
        "The plan's errors show the findings, its diff shows the work");
  }
}

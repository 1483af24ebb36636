package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.check.CheckResult;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The findings of required checks on a tree, as text for the actor that repairs it.
 *
 * @param failed the checks that failed
 */
record ValidationFindings(List<CheckResult> failed) {

  private static final int MOST_OUTPUT = 20_000;

  ValidationFindings {
    failed = List.copyOf(failed);
  }

  boolean none() {
    return failed.isEmpty();
  }

  /** The names of the checks that failed. */
  String names() {
    return failed.stream().map(CheckResult::name).collect(Collectors.joining(", "));
  }

  String text() {
    return failed.stream()
        .map(check -> "%s: %s%n%s".formatted(check.name(), check.message(), end(check.output())))
        .collect(Collectors.joining("\n"));
  }

  private static String end(String output) {
    return output.length() <= MOST_OUTPUT
        ? output
        : output.substring(output.length() - MOST_OUTPUT);
  }
}

package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import java.util.List;

/** The words in which every agent of a plan is told its goal and its rules. */
final class AgentTask {

  private AgentTask() {}

  static String goal(Plan plan) {
    StringBuilder text = new StringBuilder("Task:\n").append(plan.kind().goal()).append('\n');
    List<String> invariants = plan.brief().reviews().invariants();
    if (!invariants.isEmpty()) {
      text.append("\nRules that must hold:\n").append(numbered(invariants));
    }
    return text.append(ResourceArgument.of(plan).explained()).toString();
  }

  /** One line for each, with numbers from 1. */
  static String numbered(List<String> lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      text.append("%d. %s\n".formatted(i + 1, lines.get(i)));
    }
    return text.toString();
  }
}

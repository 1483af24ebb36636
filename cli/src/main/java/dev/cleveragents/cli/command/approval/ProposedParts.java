package dev.cleveragents.cli.command.approval;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.CountedNoun;
import java.util.ArrayList;
import java.util.List;

/** The parts that a model has split a goal into, for the user who decides whether they start. */
final class ProposedParts {

  private static final int WIDTH = 72;

  private ProposedParts() {}

  /** A few lines; none for a plan that no model has split. */
  static List<String> of(Plan plan) {
    if (!(plan.brief().strategy() instanceof Work.Splitter)
        || !(plan.brief().execution() instanceof Work.BySubplans work)) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, at most %d at once:"
            .formatted(CountedNoun.of(work.subplans().size(), "part"), work.rules().maxParallel()));
    for (Subplan part : work.subplans()) {
      String after =
          part.dependsOn().isEmpty()
              ? ""
              : " (after %s)".formatted(String.join(", ", part.dependsOn()));
      lines.add("  " + shortened(part.name() + after));
      lines.add("    " + shortened(DisplayText.firstLine(part.goal())));
    }
    return lines;
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= WIDTH
        ? text
        : text.substring(0, text.offsetByCodePoints(0, WIDTH - 1)) + "…";
  }
}

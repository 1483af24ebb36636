package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.StrategyReport;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Stage 9: says which strategies found what follows, how sure they were, and what is known to be
 * missing. Whole lines, what is missing first after the head; those that would not fit are left
 * out, and never more tokens than allowed are used.
 */
final class ProvenancePreambleGenerator {

  private final TokenCounter counter;
  private final Unseen unseen;
  private final int late;

  /**
   * @param late how many files are read as text because their parser was late
   */
  ProvenancePreambleGenerator(TokenCounter counter, Unseen unseen, int late) {
    this.counter = counter;
    this.unseen = unseen;
    this.late = late;
  }

  /**
   * Writes as many of its lines as fit.
   *
   * @param fragments how many follow
   * @param leftOut how many found no room
   * @param most the tokens that it may have
   * @return lines that each end with a line feed, or nothing
   */
  String generate(List<StrategyReport> reports, int fragments, int leftOut, int most) {
    StringBuilder text = new StringBuilder();
    for (String line : lines(reports, fragments, leftOut)) {
      if (counter.count(text + line) > most) {
        break;
      }
      text.append(line);
    }
    return text.toString();
  }

  private List<String> lines(List<StrategyReport> reports, int fragments, int leftOut) {
    List<String> lines = new ArrayList<>();
    lines.add("Context from the project: %d fragments.\n".formatted(fragments));
    String missing =
        reports.stream()
            .filter(report -> isMissing(report.outcome()))
            .map(report -> report.name() + " (" + report.outcome() + ")")
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      lines.add("Missing: what these would have found: %s.\n".formatted(missing));
    }
    if (leftOut > 0) {
      lines.add("Missing: %d more fragments, for which there was no room.\n".formatted(leftOut));
    }
    if (unseen.count() > 0) {
      lines.add("Missing: files that may not be shown here: %s.\n".formatted(unseen));
    }
    if (late > 0) {
      lines.add(
          "Missing: the symbols of %d changed files: the parser was late, they are read as text.\n"
              .formatted(late));
    }
    reports.stream()
        .filter(report -> report.outcome() == StrategyOutcome.OK)
        .forEach(
            report ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "Found by %s: %d of them, confidence %.2f.\n",
                        report.name(),
                        report.kept(),
                        report.confidence())));
    return lines;
  }

  private static boolean isMissing(StrategyOutcome outcome) {
    return outcome != StrategyOutcome.OK && outcome != StrategyOutcome.NOT_ASKED;
  }
}

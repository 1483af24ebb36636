package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.pipeline.StrategyWeights;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/** The contenders that are compared, by name, in the order of the tables. */
final class Rows {

  static final String ALONE = StrategyWeights.SIMPLE_KEYWORD;

  private Rows() {}

  static SequencedSet<String> of(List<Asked> cases) {
    SequencedSet<String> rows =
        new LinkedHashSet<>(
            Questioner.RANKINGS
                ? List.of(Questioner.HOT, Questioner.GREP, Questioner.MAP, ALONE)
                : List.of());
    cases.forEach(
        each ->
            each.marks().keySet().stream()
                .filter(name -> !Questioner.WHOLE.contains(name))
                .filter(name -> !Questioner.FOCUSED.contains(name))
                .sorted()
                .forEach(rows::add));
    rows.addAll(Questioner.WHOLE);
    return rows;
  }

  /** What is compared for questions with a focus. */
  static SequencedSet<String> focused() {
    return new LinkedHashSet<>(Questioner.FOCUSED);
  }

  /** What the gains of a row are over. */
  static String baseline(String row) {
    if (Questioner.FOCUSED.contains(row)) {
      return Questioner.FOCUSED.getFirst();
    }
    return Questioner.WHOLE.contains(row) ? Questioner.SENT_ALONE : ALONE;
  }
}

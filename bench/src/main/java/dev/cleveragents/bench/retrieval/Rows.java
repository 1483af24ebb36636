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
        new LinkedHashSet<>(List.of(Questioner.HOT, Questioner.GREP, Questioner.MAP, ALONE));
    cases.forEach(
        each ->
            each.marks().keySet().stream()
                .filter(name -> !Questioner.WHOLE.contains(name))
                .sorted()
                .forEach(rows::add));
    rows.addAll(Questioner.WHOLE);
    return rows;
  }
}

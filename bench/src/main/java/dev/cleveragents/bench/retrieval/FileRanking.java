package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.ContextFragment;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Files by what was found in them. */
final class FileRanking {

  private FileRanking() {}

  /**
   * A file is as good as the best that was found in it, and costs what all of that costs.
   *
   * @param tokens counts exactly; strategies themselves only guess
   */
  static List<Ranked> of(List<ContextFragment> found, ToIntFunction<String> tokens) {
    Map<String, Ranked> files = new LinkedHashMap<>();
    for (ContextFragment each : found) {
      files.merge(
          each.path(),
          new Ranked(each.path(), each.relevance(), tokens.applyAsInt(each.content())),
          (one, other) ->
              new Ranked(
                  one.path(), Math.max(one.score(), other.score()), one.tokens() + other.tokens()));
    }
    return files.values().stream()
        .sorted(Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::path))
        .toList();
  }
}

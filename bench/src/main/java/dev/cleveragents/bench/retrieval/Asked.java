package dev.cleveragents.bench.retrieval;

import java.util.Map;

/**
 * A case, and what each contender found for it.
 *
 * @param asked the case
 * @param marks of every contender, by name: strategies, baselines, whole answers
 * @param nanos how long each of them took
 */
record Asked(CommitCase asked, Map<String, Marks> marks, Map<String, Long> nanos) {

  Asked {
    marks = Map.copyOf(marks);
    nanos = Map.copyOf(nanos);
  }
}

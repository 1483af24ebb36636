package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.history.CommitCase;
import dev.cleveragents.context.quality.JudgedCase;
import java.util.Map;

/**
 * A case, and what came of it.
 *
 * @param asked the case
 * @param judged what the strategies found, of which fusions are made
 * @param marks of everything that was asked, by name: strategies, baselines, whole answers
 * @param nanos how long each of them took
 */
record Asked(
    CommitCase asked, JudgedCase judged, Map<String, Marks> marks, Map<String, Long> nanos) {

  Asked {
    marks = Map.copyOf(marks);
    nanos = Map.copyOf(nanos);
  }
}

package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Score;

/** A fragment on its way into an answer, and what it counts for. */
record ScoredCandidate(Candidate candidate, Score score) {

  ContextFragment fragment() {
    return candidate.fragment();
  }
}

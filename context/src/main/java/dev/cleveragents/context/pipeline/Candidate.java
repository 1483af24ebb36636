package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.Vote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fragment on its way into an answer.
 *
 * @param fragment what would be shown
 * @param votes one vote for each strategy that found it, by name
 * @param shallower the same node with less detail, if a strategy found it so, the deepest first
 */
record Candidate(ContextFragment fragment, List<Vote> votes, List<ContextFragment> shallower) {

  private static final Comparator<LineRange> BY_LINES =
      Comparator.comparingInt(LineRange::first).thenComparingInt(LineRange::last);

  /**
   * By file, lines, symbol, the deeper first, and at last by the text itself: an order that depends
   * on nothing but what is shown, so that ties are always broken the same way.
   */
  static final Comparator<ContextFragment> BY_PLACE =
      Comparator.comparing(ContextFragment::path)
          .thenComparing(ContextFragment::lines, BY_LINES)
          .thenComparing(ContextFragment::node)
          .thenComparing(ContextFragment::depth, Comparator.reverseOrder())
          .thenComparing(ContextFragment::content);

  /** The most relevant first, then by place. */
  static final Comparator<Candidate> BY_GAIN =
      Comparator.comparingDouble((Candidate c) -> -c.gain())
          .thenComparing(Candidate::fragment, BY_PLACE);

  Candidate {
    votes = List.copyOf(votes);
    shallower = List.copyOf(shallower);
  }

  /** What all the strategies that found it add to its relevance. */
  double gain() {
    return votes.stream().mapToDouble(Vote::gain).sum();
  }

  /** The same fragment with the votes of the other one as well. */
  Candidate joinedBy(Candidate other) {
    return new Candidate(fragment, bestOf(votes, other.votes), shallower);
  }

  /** Another fragment with the same votes. */
  Candidate showing(ContextFragment other) {
    return new Candidate(other, votes, shallower);
  }

  /** The same with another fragment of the node to fall back on. */
  Candidate orElse(ContextFragment less) {
    List<ContextFragment> all = new ArrayList<>(shallower);
    all.add(less);
    all.sort(Comparator.comparing(ContextFragment::depth).reversed());
    return new Candidate(fragment, votes, all);
  }

  /** The best vote of each strategy, by name. */
  static List<Vote> bestOf(List<Vote> one, List<Vote> other) {
    Map<String, Vote> best = new LinkedHashMap<>();
    List<Vote> all = new ArrayList<>(one);
    all.addAll(other);
    all.sort(Comparator.comparing(Vote::strategy).thenComparingInt(Vote::rank));
    all.forEach(vote -> best.putIfAbsent(vote.strategy(), vote));
    return List.copyOf(best.values());
  }
}

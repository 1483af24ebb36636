package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stage 5: of one node found at several depths, keeps the deepest that the budget allows, or the
 * shallowest if it allows none. It has the votes of all, and the shallower ones to fall back on.
 */
final class MaxDepthResolver {

  /** A definition is one node; pieces of a file that are no definition are told by their lines. */
  private record Key(NodeId node, LineRange lines) {
    private static final LineRange ANY = new LineRange(1, 1);

    static Key of(ContextFragment fragment) {
      return new Key(fragment.node(), fragment.node().isFile() ? fragment.lines() : ANY);
    }
  }

  private static final Comparator<Candidate> DEEPEST_FIRST =
      Comparator.comparing((Candidate c) -> c.fragment().depth())
          .reversed()
          .thenComparing(Candidate.BY_GAIN);

  /** What remains, the most relevant first; adds to {@code excluded} what does not. */
  List<Candidate> resolve(List<Candidate> candidates, int budget, List<Excluded> excluded) {
    Map<Key, List<Candidate>> nodes = new LinkedHashMap<>();
    candidates.forEach(
        c -> nodes.computeIfAbsent(Key.of(c.fragment()), _ -> new ArrayList<>()).add(c));
    return nodes.values().stream()
        .flatMap(found -> resolveNode(found, budget, excluded).stream())
        .sorted(Candidate.BY_GAIN)
        .toList();
  }

  /** Several of one depth are different pieces of the node, and stay. */
  private static List<Candidate> resolveNode(
      List<Candidate> found, int budget, List<Excluded> excluded) {
    List<Candidate> deepestFirst = found.stream().sorted(DEEPEST_FIRST).toList();
    int kept =
        deepestFirst.stream()
            .filter(c -> c.fragment().tokens() <= budget)
            .findFirst()
            .orElse(deepestFirst.getLast())
            .fragment()
            .depth()
            .level();
    List<Candidate> pieces = new ArrayList<>();
    for (Candidate candidate : deepestFirst) {
      if (candidate.fragment().depth().level() == kept) {
        pieces.add(candidate);
      }
    }
    for (Candidate candidate : deepestFirst) {
      ContextFragment fragment = candidate.fragment();
      if (fragment.depth().level() == kept) {
        continue;
      }
      Candidate first = pieces.getFirst().joinedBy(candidate);
      boolean less = fragment.depth().level() < kept;
      pieces.set(0, less ? first.orElse(fragment) : first);
      excluded.add(
          less
              ? new Excluded(
                  fragment, Excluded.Reason.SHALLOWER, "it was found at depth " + kept + " as well")
              : new Excluded(
                  fragment,
                  Excluded.Reason.NO_ROOM,
                  "its %d tokens are more than the budget of %d; depth %d is tried instead"
                      .formatted(fragment.tokens(), budget, kept)));
    }
    return pieces;
  }
}

package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stage 4: shows nothing twice. The same text of the same node is one fragment, the most relevant
 * kept. Fragments of one file at one depth whose lines overlap become one: the larger if it has the
 * other in it, or the lines of both joined where both are plain lines of the file. Where that would
 * be longer than {@code most} tokens, or cannot be done, the more relevant one is kept and the
 * other left out. Whatever remains keeps the votes of all that went into it.
 *
 * <p>Texts are compared whole where their hashes agree, as maps do.
 */
final class ContentHashDeduplicator {

  private final int most;

  /**
   * @param most the most tokens that a joined fragment may have, as strategies counted them
   */
  ContentHashDeduplicator(int most) {
    this.most = most;
  }

  private record Key(NodeId node, String content) {}

  private record Place(String path, int depth) {}

  /** What remains, the most relevant first; adds to {@code excluded} what does not. */
  List<Candidate> deduplicate(List<Candidate> candidates, List<Excluded> excluded) {
    Map<Key, Candidate> distinct = new LinkedHashMap<>();
    for (Candidate candidate : candidates.stream().sorted(Candidate.BY_GAIN).toList()) {
      ContextFragment fragment = candidate.fragment();
      Key key = new Key(fragment.node(), fragment.content());
      if (distinct.containsKey(key)) {
        excluded.add(
            new Excluded(fragment, Excluded.Reason.DUPLICATE, "the same text was found before"));
      }
      distinct.merge(key, candidate, Candidate::joinedBy);
    }
    return withoutOverlaps(List.copyOf(distinct.values()), excluded);
  }

  private List<Candidate> withoutOverlaps(List<Candidate> distinct, List<Excluded> excluded) {
    Map<Place, List<Candidate>> kept = new LinkedHashMap<>();
    for (Candidate candidate : distinct.stream().sorted(Candidate.BY_GAIN).toList()) {
      ContextFragment fragment = candidate.fragment();
      Place place = new Place(fragment.path(), fragment.depth().level());
      add(candidate, kept.computeIfAbsent(place, _ -> new ArrayList<>()), excluded);
    }
    return kept.values().stream().flatMap(List::stream).sorted(Candidate.BY_GAIN).toList();
  }

  /** Adds one to those of its file and depth; what it is joined with may meet others in turn. */
  private void add(Candidate candidate, List<Candidate> kept, List<Excluded> excluded) {
    Candidate next = candidate;
    int at = overlapping(next, kept);
    while (at >= 0) {
      Candidate better = kept.remove(at);
      next = join(better, next, excluded);
      at = overlapping(next, kept);
    }
    kept.add(next);
  }

  private static int overlapping(Candidate candidate, List<Candidate> kept) {
    for (int i = 0; i < kept.size(); i++) {
      if (kept.get(i).fragment().lines().overlaps(candidate.fragment().lines())) {
        return i;
      }
    }
    return -1;
  }

  private Candidate join(Candidate better, Candidate other, List<Excluded> excluded) {
    ContextFragment one = better.fragment();
    ContextFragment two = other.fragment();
    ContextFragment larger =
        two.lines().contains(one.lines()) && !one.lines().contains(two.lines()) ? two : one;
    ContextFragment smaller = larger.equals(one) ? two : one;
    Optional<ContextFragment> both =
        larger.lines().contains(smaller.lines()) ? Optional.of(larger) : joined(one, two);
    Candidate voted = better.joinedBy(other);
    if (both.isPresent() && (larger.equals(one) || both.get().tokens() <= most)) {
      excluded.add(
          new Excluded(
              smaller,
              Excluded.Reason.OVERLAP,
              "its lines are in those of " + both.get().lines() + ", which were found as well"));
      return voted.showing(both.get());
    }
    excluded.add(
        new Excluded(
            two,
            Excluded.Reason.OVERLAP,
            "its lines overlap those of %s, which are more relevant".formatted(one.lines())));
    return voted;
  }

  /** The lines of both, if they are lines of a file, one for one, and agree where they overlap. */
  private static Optional<ContextFragment> joined(ContextFragment one, ContextFragment two) {
    ContextFragment upper = one.lines().first() < two.lines().first() ? one : two;
    ContextFragment lower = upper.equals(one) ? two : one;
    List<String> above = upper.content().lines().toList();
    List<String> below = lower.content().lines().toList();
    int shared = upper.lines().last() - lower.lines().first() + 1;
    boolean plain =
        above.size() == upper.lines().length()
            && below.size() == lower.lines().length()
            && above.subList(above.size() - shared, above.size()).equals(below.subList(0, shared));
    if (!plain) {
      return Optional.empty();
    }
    List<String> lines = new ArrayList<>(above);
    lines.addAll(below.subList(shared, below.size()));
    LineRange span = upper.lines().spanning(lower.lines());
    NodeId node = one.node().equals(two.node()) ? one.node() : NodeId.file(one.path());
    return Optional.of(
        new ContextFragment(
            node,
            span,
            one.depth(),
            String.join("\n", lines) + "\n",
            Math.addExact(one.tokens(), two.tokens()),
            Math.max(one.relevance(), two.relevance()),
            one.provenance()));
  }
}

package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stage 10: what a child plan sees of its parent's context: the names of what is in each file, near
 * the child's focus first, then by relevance, in at most 15 % of the child's budget.
 */
final class DepthReductionCompressor {

  /** The part of a child's budget that its parent's skeleton may take. */
  static final double PART = 0.15;

  private static final Depth DEEPEST = new Depth(1);

  private final FragmentTexts texts;

  DepthReductionCompressor(FragmentTexts texts) {
    this.texts = texts;
  }

  /** The skeleton of {@code parent} for a child that looks at {@code focus}. */
  Skeleton compress(AssembledContext parent, List<NodeId> focus, int childBudget) {
    int room = (int) (PART * childBudget);
    int left = room;
    List<Included> kept = new ArrayList<>();
    Set<String> shown = new HashSet<>();
    for (Included each : nearestFirst(parent.fragments(), focus)) {
      Optional<ContextFragment> bones = bones(each.fragment());
      if (bones.isPresent() && !texts.isEmpty(bones.get())) {
        Included reduced =
            new Included(bones.get(), each.score(), each.votes(), texts.tokens(bones.get()));
        if (reduced.tokens() <= left && shown.add(reduced.text())) {
          kept.add(reduced);
          left -= reduced.tokens();
        }
      }
    }
    return new Skeleton(kept, room - left);
  }

  private static List<Included> nearestFirst(List<Included> fragments, List<NodeId> focus) {
    return fragments.stream()
        .sorted(
            Comparator.comparingDouble(
                    (Included each) -> -FolderDistance.toAny(focus, each.fragment().node()))
                .thenComparingDouble(each -> -each.score().relevance())
                .thenComparing(Included::fragment, Candidate.BY_PLACE))
        .toList();
  }

  private Optional<ContextFragment> bones(ContextFragment fragment) {
    return fragment.depth().compareTo(DEEPEST) <= 0
        ? Optional.of(fragment)
        : texts.at(fragment, Depth.LISTING);
  }
}

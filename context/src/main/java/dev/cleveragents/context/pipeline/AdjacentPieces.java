package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Vote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Joins packed pieces of a file that follow each other with only blank lines between, so that they
 * are read as one and need one header. Two are joined only where both show all their lines and the
 * joined text has no more tokens than both: the budget holds as before. The joined piece has the
 * better score, and each strategy's better vote.
 */
final class AdjacentPieces {

  /** More lines than this between two pieces are not taken to be blank. */
  private static final int MOST_BLANK = 3;

  private static final Comparator<Included> BY_PLACE =
      Comparator.comparing(Included::fragment, Candidate.BY_PLACE);

  private final FragmentTexts texts;

  AdjacentPieces(FragmentTexts texts) {
    this.texts = texts;
  }

  List<Included> join(List<Included> packed) {
    Map<String, List<Included>> files = new LinkedHashMap<>();
    packed.forEach(
        each -> files.computeIfAbsent(each.fragment().path(), _ -> new ArrayList<>()).add(each));
    List<Included> joined = new ArrayList<>();
    for (List<Included> pieces : files.values()) {
      List<Included> done = new ArrayList<>();
      for (Included next : pieces.stream().sorted(BY_PLACE).toList()) {
        Optional<Included> both = done.isEmpty() ? Optional.empty() : joined(done.getLast(), next);
        both.ifPresent(_ -> done.removeLast());
        done.add(both.orElse(next));
      }
      joined.addAll(done);
    }
    return joined;
  }

  private Optional<Included> joined(Included above, Included below) {
    ContextFragment one = above.fragment();
    ContextFragment two = below.fragment();
    int blank = two.lines().first() - one.lines().last() - 1;
    if (blank < 0 || blank > MOST_BLANK || !isPlain(one) || !isPlain(two)) {
      return Optional.empty();
    }
    Included better = above.score().total() >= below.score().total() ? above : below;
    ContextFragment both =
        new ContextFragment(
            one.node().equals(two.node()) ? one.node() : NodeId.file(one.path()),
            new LineRange(one.lines().first(), two.lines().last()),
            Depth.FULL,
            withoutEnd(one.content()) + "\n".repeat(blank + 1) + two.content(),
            Math.addExact(one.tokens(), two.tokens()),
            Math.max(one.relevance(), two.relevance()),
            better.fragment().provenance());
    List<Vote> votes = Candidate.bestOf(above.votes(), below.votes());
    int tokens = texts.tokens(both);
    return tokens <= above.tokens() + below.tokens()
        ? Optional.of(new Included(both, better.score(), votes, tokens))
        : Optional.empty();
  }

  /** Whether it shows the lines of a file, one for one. */
  private static boolean isPlain(ContextFragment fragment) {
    return fragment.depth().equals(Depth.FULL)
        && fragment.content().lines().count() == fragment.lines().length();
  }

  private static String withoutEnd(String content) {
    int end = content.length();
    if (content.endsWith("\r\n")) {
      end -= 2;
    } else if (content.endsWith("\n")) {
      end--;
    }
    return content.substring(0, end);
  }
}

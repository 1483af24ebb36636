package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Included;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stage 7: gives out the room, to the best score per token first, ties by place. A fragment that
 * does not fit is tried with less detail, at 4, 2 and 0; a rendering of fewer than ten tokens says
 * nothing and is not used. The texts that are packed, headers included, never have more tokens than
 * there is room.
 */
final class GreedyKnapsackPacker {

  /** The least that is worth showing of something that does not fit whole. */
  static final int LEAST_TOKENS = 10;

  /** Showing something with less detail costs time: so often at most for one answer. */
  private static final int MOST_RENDERINGS = 120;

  private static final List<Depth> FALLBACKS =
      List.of(Depth.SIGNATURES, Depth.MEMBERS, Depth.LISTING);

  private final Texts texts;
  private final double size;

  /**
   * @param size the power of the tokens that a score is divided by: 1 for score per token
   */
  GreedyKnapsackPacker(Texts texts, double size) {
    this.texts = texts;
    this.size = size;
  }

  private record Sized(Scored scored, int tokens, double density) {}

  private static final Comparator<Sized> BY_DENSITY =
      Comparator.comparingDouble((Sized sized) -> -sized.density())
          .thenComparingDouble(sized -> -sized.scored().score().total())
          .thenComparing(sized -> sized.scored().fragment(), FragmentOrder.BY_PLACE);

  /** What fits, in the order in which it was taken; adds to {@code excluded} what does not. */
  List<Included> pack(List<Scored> scored, int room, List<Excluded> excluded) {
    List<Sized> sized = new ArrayList<>();
    for (Scored each : scored) {
      if (texts.isEmpty(each.fragment())) {
        excluded.add(
            new Excluded(each.fragment(), Excluded.Reason.EMPTY, "there is no text in it"));
      } else {
        int tokens = texts.tokens(each.fragment());
        sized.add(new Sized(each, tokens, each.score().total() / StrictMath.pow(tokens, size)));
      }
    }
    sized.sort(BY_DENSITY);
    return new Packing(room, excluded).pack(sized);
  }

  /** One answer being packed. */
  private final class Packing {
    private final List<Included> packed = new ArrayList<>();
    private final Set<String> shown = new HashSet<>();
    private final List<Excluded> excluded;
    private int room;
    private int renderings;

    private Packing(int room, List<Excluded> excluded) {
      this.room = room;
      this.excluded = excluded;
    }

    private List<Included> pack(List<Sized> sized) {
      for (Sized each : sized) {
        ContextFragment whole = each.scored().fragment();
        if (each.tokens() <= room) {
          take(each.scored(), whole, each.tokens());
        } else {
          Optional<ContextFragment> less = withLessDetail(each.scored().candidate());
          less.ifPresent(fragment -> take(each.scored(), fragment, texts.tokens(fragment)));
          if (less.isEmpty()) {
            leaveOut(whole, each.tokens());
          }
        }
      }
      return packed;
    }

    private void take(Scored scored, ContextFragment fragment, int tokens) {
      Candidate candidate = scored.candidate();
      packed.add(new Included(fragment, scored.score(), candidate.votes(), tokens));
      shown.add(Included.header(fragment) + Included.body(fragment));
      room -= tokens;
    }

    private Optional<ContextFragment> withLessDetail(Candidate candidate) {
      for (Depth depth : FALLBACKS) {
        if (room < LEAST_TOKENS) {
          return Optional.empty();
        }
        if (depth.compareTo(candidate.fragment().depth()) < 0) {
          Optional<ContextFragment> less = at(candidate, depth).filter(this::isWorthShowing);
          if (less.isPresent()) {
            return less;
          }
        }
      }
      return Optional.empty();
    }

    private Optional<ContextFragment> at(Candidate candidate, Depth depth) {
      Optional<ContextFragment> found =
          candidate.shallower().stream().filter(less -> less.depth().equals(depth)).findFirst();
      if (found.isPresent() || renderings >= MOST_RENDERINGS) {
        return found;
      }
      renderings++;
      return texts.at(candidate.fragment(), depth);
    }

    private boolean isWorthShowing(ContextFragment fragment) {
      return texts.bodyTokens(fragment) >= LEAST_TOKENS
          && texts.tokens(fragment) <= room
          && !shown.contains(Included.header(fragment) + Included.body(fragment));
    }

    private void leaveOut(ContextFragment fragment, int tokens) {
      excluded.add(
          new Excluded(
              fragment,
              Excluded.Reason.NO_ROOM,
              "it has %d tokens, and %d were left when its turn came".formatted(tokens, room)));
    }
  }
}

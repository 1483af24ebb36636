package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.Score;
import dev.cleveragents.context.Vote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stage 7: packs fragments by score over the square root of their size, ties by place: score per
 * token would starve the best pieces, which are long. First all that fit whole; then what is left
 * is tried with less detail, at 4, 2 and 0, so that an outline never takes the room of whole lines.
 * A rendering of fewer than ten tokens says nothing and is not used. The texts that are packed,
 * headers included, never have more tokens than there is room.
 *
 * <p>The order goes by about how many tokens each has. Only what may fit is counted exactly, which
 * takes far longer; what seems more than {@value #FAR_TOO_LONG} times too long is not.
 */
final class GreedyKnapsackPacker {

  /** The least that is worth showing of something that does not fit whole. */
  static final int LEAST_TOKENS = 10;

  /** Showing something with less detail costs time: so often at most for one answer. */
  private static final int MOST_RENDERINGS = 120;

  static final int FAR_TOO_LONG = 2;

  private static final List<Depth> FALLBACKS =
      List.of(Depth.SIGNATURES, Depth.MEMBERS, Depth.LISTING);

  private final FragmentTexts texts;

  GreedyKnapsackPacker(FragmentTexts texts) {
    this.texts = texts;
  }

  private record Sized(ScoredCandidate scored, int about, double worth) {}

  private static final Comparator<Sized> BY_WORTH =
      Comparator.comparingDouble((Sized sized) -> -sized.worth())
          .thenComparingDouble(sized -> -sized.scored().score().total())
          .thenComparing(sized -> sized.scored().fragment(), Candidate.BY_PLACE);

  /** What fits, in the order in which it was taken; adds to {@code excluded} what does not. */
  List<Included> pack(List<ScoredCandidate> scored, int room, List<Excluded> excluded) {
    List<Sized> sized = new ArrayList<>();
    for (ScoredCandidate each : scored) {
      if (texts.isEmpty(each.fragment())) {
        excluded.add(
            new Excluded(each.fragment(), Excluded.Reason.EMPTY, "there is no text in it"));
      } else {
        int about = Math.max(1, texts.aboutTokens(each.fragment()));
        sized.add(new Sized(each, about, each.score().total() / Math.sqrt(about)));
      }
    }
    sized.sort(BY_WORTH);
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
      List<Sized> left = new ArrayList<>();
      for (Sized each : sized) {
        whole(each).ifPresentOrElse(this::take, () -> left.add(each));
      }
      for (Sized each : left) {
        withLessDetail(each.scored().candidate(), each.scored().score())
            .ifPresentOrElse(this::take, () -> leaveOut(each.scored().fragment(), each.about()));
      }
      return packed;
    }

    private void take(Included included) {
      packed.add(included);
      shown.add(included.text());
      room -= included.tokens();
    }

    private Optional<Included> whole(Sized each) {
      if (each.about() > (long) room * FAR_TOO_LONG) {
        return Optional.empty();
      }
      ContextFragment fragment = each.scored().fragment();
      int tokens = texts.tokens(fragment);
      return tokens <= room
          ? Optional.of(
              new Included(
                  fragment, each.scored().score(), each.scored().candidate().votes(), tokens))
          : Optional.empty();
    }

    private Optional<Included> withLessDetail(Candidate candidate, Score score) {
      for (Depth depth : FALLBACKS) {
        if (room < LEAST_TOKENS + texts.aboutHeaderTokens(candidate.fragment())) {
          return Optional.empty();
        }
        if (depth.compareTo(candidate.fragment().depth()) < 0) {
          Optional<Included> less =
              at(candidate, depth).flatMap(it -> worthShowing(it, score, candidate.votes()));
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

    private Optional<Included> worthShowing(
        ContextFragment fragment, Score score, List<Vote> votes) {
      if (texts.aboutTokens(fragment) > (long) room * FAR_TOO_LONG) {
        return Optional.empty();
      }
      int header = texts.headerTokens(fragment);
      int body = texts.bodyTokens(fragment);
      Included less = new Included(fragment, score, votes, header + body);
      return body >= LEAST_TOKENS && header + body <= room && !shown.contains(less.text())
          ? Optional.of(less)
          : Optional.empty();
    }

    private void leaveOut(ContextFragment fragment, int about) {
      excluded.add(
          new Excluded(
              fragment,
              Excluded.Reason.NO_ROOM,
              "it has about %d tokens, and %d were left when its turn came"
                  .formatted(about, room)));
    }
  }
}

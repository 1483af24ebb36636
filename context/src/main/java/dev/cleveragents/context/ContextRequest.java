package dev.cleveragents.context;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an agent wants to know about, and how much room there is for it.
 *
 * @param query the question in words
 * @param entities names that matter: types, functions, files
 * @param focus where to look from
 * @param reach how far and how deep to look
 * @param budget the most tokens that the answer may have; 0 gives an empty one
 * @param wishes how it should be found
 */
public record ContextRequest(
    String query,
    List<String> entities,
    List<NodeId> focus,
    Reach reach,
    int budget,
    Wishes wishes) {

  /** Checks the arguments and takes copies. */
  public ContextRequest {
    entities = List.copyOf(entities);
    focus = List.copyOf(focus);
    if (budget < 0) {
      throw new IllegalArgumentException("A budget is 0 or more tokens, not " + budget);
    }
  }

  /**
   * How far to look.
   *
   * @param breadth how many hops from the focus; default 2
   * @param depth how much of a node is wanted; default {@link Depth#SUMMARIES}
   * @param since nothing older than this of the history, if given
   */
  public record Reach(int breadth, Depth depth, Optional<Instant> since) {

    /** Two hops, members with summaries, all of the history. */
    public static final Reach STANDARD = new Reach(2, Depth.SUMMARIES, Optional.empty());

    /** Checks the breadth. */
    public Reach {
      if (breadth < 0 || breadth > 10) {
        throw new IllegalArgumentException("A breadth is 0 to 10 hops, not " + breadth);
      }
    }
  }

  /**
   * How it should be found.
   *
   * @param preferred names of strategies that count for more
   * @param view for what it is
   */
  public record Wishes(Set<String> preferred, View view) {

    /** None. */
    public static final Wishes NONE = new Wishes(Set.of(), View.DEFAULT);

    /** Takes a copy. */
    public Wishes {
      preferred = Set.copyOf(preferred);
    }
  }

  /** A question in words, with the defaults for everything else. */
  public static ContextRequest about(String query, int budget) {
    return new ContextRequest(query, List.of(), List.of(), Reach.STANDARD, budget, Wishes.NONE);
  }

  /** The same with these names. */
  public ContextRequest withEntities(List<String> others) {
    return new ContextRequest(query, others, focus, reach, budget, wishes);
  }

  /** The same from these places. */
  public ContextRequest withFocus(List<NodeId> other) {
    return new ContextRequest(query, entities, other, reach, budget, wishes);
  }

  /** The same with that many tokens. */
  public ContextRequest withBudget(int other) {
    return new ContextRequest(query, entities, focus, reach, other, wishes);
  }

  /** The same with another reach. */
  public ContextRequest withReach(Reach other) {
    return new ContextRequest(query, entities, focus, other, budget, wishes);
  }

  /** The same with other wishes. */
  public ContextRequest withWishes(Wishes other) {
    return new ContextRequest(query, entities, focus, reach, budget, other);
  }

  /** The same for that view. */
  public ContextRequest forView(View view) {
    return withWishes(new Wishes(wishes.preferred(), view));
  }
}

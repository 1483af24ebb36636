package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Asks others in rounds: looks at what the best hits mention and no strategy has shown yet, and
 * asks for that, until nothing new comes or there were enough rounds. Later rounds count for less.
 *
 * <p>The others are asked one after the other on the calling thread, so that the same request gives
 * the same answer; one that fails is left out of the round, and only if all fail does this fail.
 * What it returns has about the tokens of its share; it looks at its token before each call.
 */
public final class Arce implements Strategy {

  /** How many rounds there are unless something else is said. */
  public static final int MAX_ROUNDS = 3;

  /** How many names are asked for in one round. */
  private static final int NAMES = 5;

  /** How many of the best hits are searched for names. */
  private static final int BEST = 10;

  private final List<Strategy> others;
  private final Set<Backend> there;
  private final int maxRounds;

  /**
   * Asks these.
   *
   * @param there what there is for them to work with
   * @param maxRounds how often, at least once
   * @throws IllegalArgumentException if that is not 1 to 10
   */
  public Arce(List<Strategy> others, Set<Backend> there, int maxRounds) {
    if (maxRounds < 1 || maxRounds > 10) {
      throw new IllegalArgumentException("There are 1 to 10 rounds, not " + maxRounds);
    }
    this.others = List.copyOf(others);
    this.there = Set.copyOf(there);
    this.maxRounds = maxRounds;
  }

  @Override
  public String name() {
    return "arce";
  }

  /** Nothing itself: who of the others lacks something is not asked. */
  @Override
  public Set<Backend> needs() {
    return Set.of();
  }

  /** As well as the best of the others can. */
  @Override
  public double canHandle(ContextRequest request, Set<Backend> available) {
    return others.stream()
        .filter(other -> available.containsAll(other.needs()))
        .mapToDouble(other -> other.canHandle(request, available))
        .max()
        .orElse(0);
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
      throws Exception {
    RoundHits hits = new RoundHits();
    Set<String> asked = new LinkedHashSet<>(request.entities());
    ContextRequest next = request;
    for (int round = 0; round < maxRounds; round++) {
      int before = hits.size();
      ask(next, share, round, hits, token);
      if (hits.size() == before || round == maxRounds - 1) {
        break;
      }
      List<String> names = MentionedNames.missing(hits.best(BEST), request.query(), asked, NAMES);
      if (names.isEmpty()) {
        break;
      }
      asked.addAll(names);
      next = request.withEntities(names);
    }
    return within(share, hits);
  }

  private void ask(
      ContextRequest request, int share, int round, RoundHits hits, CancellationToken token)
      throws Exception {
    List<Strategy> able = new ArrayList<>();
    for (Strategy other : others) {
      if (there.containsAll(other.needs()) && other.canHandle(request, there) > 0) {
        able.add(other);
      }
    }
    List<Exception> failures = new ArrayList<>();
    for (Strategy other : able) {
      token.throwIfCancelled();
      try {
        hits.add(other.find(request, share / able.size(), token), round, why(request, round));
      } catch (CancelledException | InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failures.add(e);
      }
    }
    if (round == 0 && !able.isEmpty() && failures.size() == able.size()) {
      throw failures.getFirst();
    }
  }

  private static String why(ContextRequest request, int round) {
    return round == 0 ? "" : "round %d, asked for %s: ".formatted(round + 1, request.entities());
  }

  /** The best, as many as fit in the share, and one in any case. */
  private List<ContextFragment> within(int share, RoundHits hits) {
    List<ContextFragment> found = new ArrayList<>();
    long tokens = 0;
    for (RoundHits.Hit hit : hits.all()) {
      ContextFragment fragment = hit.fragment();
      tokens += fragment.tokens();
      if (tokens > share && !found.isEmpty()) {
        break;
      }
      Provenance from = fragment.provenance();
      found.add(
          new ContextFragment(
              fragment.node(),
              fragment.lines(),
              fragment.depth(),
              fragment.content(),
              fragment.tokens(),
              hit.worth() / hits.most(),
              new Provenance(
                  name(), hit.why() + from.strategy() + ": " + from.why(), from.time())));
    }
    return found;
  }
}

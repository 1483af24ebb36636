package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.TextQuery;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;

/**
 * Full-text search for the question's words and names. The chunks found are gathered by file: a
 * file is worth its best chunk's score, half of the next one's, a quarter of the third's and so on.
 * A chunk is worth as much of its file as its score is of the file's best; its relevance is that as
 * a part of the best chunk's. Of equal ones the path decides, then the line.
 */
public final class SimpleKeyword implements Strategy {

  private static final int MOST_CHUNKS = 200;

  /** How many times its share it offers, so that the packer can choose. */
  private static final int ROOM = 5;

  private static final int MOST_TERMS_NAMED = 8;

  private final IndexSnapshot snapshot;
  private final ToIntFunction<String> tokens;

  /** What was searched for before: others ask the same of it for their own answer. */
  private final Map<TextQuery, List<Ranked>> known = new ConcurrentHashMap<>();

  /** Looks in this snapshot, which stays open as long as this is used. */
  public SimpleKeyword(IndexSnapshot snapshot, ToIntFunction<String> tokens) {
    this.snapshot = snapshot;
    this.tokens = tokens;
  }

  @Override
  public String name() {
    return "simple-keyword";
  }

  @Override
  public Set<Backend> needs() {
    return Set.of(Backend.TEXT);
  }

  /** Anything that has words can be looked for. */
  @Override
  public double canHandle(ContextRequest request, Set<Backend> there) {
    boolean asks = !request.query().isBlank() || !request.entities().isEmpty();
    return asks && there.contains(Backend.TEXT) ? 1 : 0;
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token) {
    List<Ranked> ranked =
        known.computeIfAbsent(
            new TextQuery(request.query(), request.entities()),
            query -> ranked(snapshot.search(query, MOST_CHUNKS)));
    List<ContextFragment> fragments = new ArrayList<>();
    long room = (long) share * ROOM;
    for (Ranked each : ranked) {
      token.throwIfCancelled();
      if (room <= 0) {
        break;
      }
      ContextFragment fragment = fragment(each, ranked.getFirst().worth());
      room -= fragment.tokens();
      fragments.add(fragment);
    }
    return fragments;
  }

  /** A chunk and what it is worth. */
  private record Ranked(Hit hit, double worth) {}

  private static List<Ranked> ranked(List<Hit> hits) {
    Map<String, List<Hit>> files = new TreeMap<>();
    for (Hit hit : hits) {
      files.computeIfAbsent(hit.path(), path -> new ArrayList<>()).add(hit);
    }
    List<Ranked> ranked = new ArrayList<>();
    for (List<Hit> bestFirst : files.values()) {
      double worth = worth(bestFirst);
      for (Hit hit : bestFirst) {
        ranked.add(new Ranked(hit, worth * hit.score() / bestFirst.getFirst().score()));
      }
    }
    ranked.sort(
        Comparator.comparingDouble(Ranked::worth)
            .reversed()
            .thenComparing(each -> each.hit().path())
            .thenComparingInt(each -> each.hit().lines().first()));
    return ranked;
  }

  private static double worth(List<Hit> bestFirst) {
    double worth = 0;
    double part = 1;
    for (Hit hit : bestFirst) {
      worth += part * hit.score();
      part /= 2;
    }
    return worth;
  }

  private ContextFragment fragment(Ranked ranked, double best) {
    Hit hit = ranked.hit();
    String content = snapshot.text(hit.path(), hit.lines()).orElse("");
    return new ContextFragment(
        new NodeId(hit.path(), hit.symbol()),
        hit.lines(),
        Depth.FULL,
        content,
        tokens.applyAsInt(content),
        Math.clamp(ranked.worth() / best, 0, 1),
        new Provenance(name(), why(hit), Optional.empty()));
  }

  private static String why(Hit hit) {
    List<String> named = hit.terms().stream().limit(MOST_TERMS_NAMED).toList();
    int more = hit.terms().size() - named.size();
    return "has " + String.join(", ", named) + (more > 0 ? " and " + more + " more" : "");
  }
}

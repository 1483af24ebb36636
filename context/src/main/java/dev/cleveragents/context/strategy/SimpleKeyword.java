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
import java.util.function.ToIntFunction;

/**
 * Full-text search for the question's words and names. The chunks found are gathered by file: a
 * file is as good as its best chunk and a part of each further one, half of the part before. Files
 * come in that order, the chunks of each with the best first. A chunk's relevance is its score as a
 * part of the best chunk's score.
 */
public final class SimpleKeyword implements Strategy {

  private static final int MOST_CHUNKS = 200;

  private static final int MOST_TERMS_NAMED = 8;

  private final IndexSnapshot snapshot;
  private final ToIntFunction<String> tokens;

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
  public double quality() {
    return .30;
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
    TextQuery query = new TextQuery(request.query(), request.entities());
    List<Hit> hits = snapshot.search(query, MOST_CHUNKS);
    List<ContextFragment> fragments = new ArrayList<>();
    int room = Math.max(share, 1) * 2;
    for (Hit hit : byFile(hits)) {
      token.throwIfCancelled();
      if (room <= 0) {
        break;
      }
      ContextFragment fragment = fragment(hit, hits.getFirst().score());
      room -= fragment.tokens();
      fragments.add(fragment);
    }
    fragments.sort(Comparator.comparingDouble(ContextFragment::relevance).reversed());
    return fragments;
  }

  /** All hits, the best file's first. */
  static List<Hit> byFile(List<Hit> hits) {
    Map<String, List<Hit>> files = new TreeMap<>();
    for (Hit hit : hits) {
      files.computeIfAbsent(hit.path(), path -> new ArrayList<>()).add(hit);
    }
    return files.values().stream()
        .sorted(Comparator.comparingDouble(SimpleKeyword::worth).reversed())
        .flatMap(List::stream)
        .toList();
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

  private ContextFragment fragment(Hit hit, float best) {
    String content = snapshot.text(hit.path(), hit.lines()).orElse("");
    return new ContextFragment(
        new NodeId(hit.path(), hit.symbol()),
        hit.lines(),
        Depth.FULL,
        content,
        tokens.applyAsInt(content),
        best > 0 ? Math.clamp((double) hit.score() / best, 0, 1) : 0,
        new Provenance(name(), why(hit), Optional.empty()));
  }

  private static String why(Hit hit) {
    List<String> named = hit.terms().stream().limit(MOST_TERMS_NAMED).toList();
    int more = hit.terms().size() - named.size();
    return "has " + String.join(", ", named) + (more > 0 ? " and " + more + " more" : "");
  }
}

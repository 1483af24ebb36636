package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.VectorSnapshot;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * What means about the same as the question, whatever its words: the chunks whose vectors are
 * nearest to that of the question, by a model on this machine. A chunk's relevance is its cosine as
 * a part of the nearest chunk's. A chunk without a vector is not found.
 */
public final class SemanticEmbedding implements Strategy {

  /** What it is called. */
  public static final String NAME = "semantic-embedding";

  private static final double QUALITY = .60;
  private static final int MOST_CHUNKS = 100;

  /** How many times its share it offers, so that the packer can choose. */
  private static final int ROOM = 3;

  private final IndexSnapshot snapshot;
  private final VectorSnapshot vectors;
  private final ToIntFunction<String> tokens;

  /** Looks in these snapshots, which stay open as long as this is used. */
  public SemanticEmbedding(
      IndexSnapshot snapshot, VectorSnapshot vectors, ToIntFunction<String> tokens) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.tokens = tokens;
  }

  /** Stands for it where it cannot look, and says why. */
  public static Strategy absent(String why) {
    return new Absent(NAME, QUALITY, Set.of(Backend.VECTORS), why);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double quality() {
    return QUALITY;
  }

  @Override
  public Set<Backend> needs() {
    return Set.of(Backend.VECTORS);
  }

  /** Anything that is said can be compared. */
  @Override
  public double canHandle(ContextRequest request, Set<Backend> there) {
    return !question(request).isEmpty() && there.contains(Backend.VECTORS) ? 1 : 0;
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
      throws InterruptedException {
    List<Hit> hits = vectors.nearest(question(request), snapshot, MOST_CHUNKS, token);
    List<ContextFragment> fragments = new ArrayList<>();
    long room = (long) share * ROOM;
    for (Hit hit : hits) {
      token.throwIfCancelled();
      if (room <= 0 || hit.score() <= 0) {
        break;
      }
      ContextFragment fragment = fragment(hit, hits.getFirst().score());
      room -= fragment.tokens();
      fragments.add(fragment);
    }
    return fragments;
  }

  private static String question(ContextRequest request) {
    return (request.query() + " " + String.join(" ", request.entities())).strip();
  }

  private ContextFragment fragment(Hit hit, double best) {
    String content = snapshot.text(hit.path(), hit.lines()).orElse("");
    return new ContextFragment(
        new NodeId(hit.path(), hit.symbol()),
        hit.lines(),
        Depth.FULL,
        content,
        tokens.applyAsInt(content),
        Math.clamp(hit.score() / best, 0, 1),
        new Provenance(
            NAME,
            String.format(
                Locale.ROOT, "means about the same (%.2f, %s)", hit.score(), vectors.model()),
            Optional.empty()));
  }
}

package dev.cleveragents.context.project;

import dev.cleveragents.context.index.Embedder;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.index.VectorSnapshot;
import dev.cleveragents.context.index.VectorStore;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.Threads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The vectors of a project, if there is a model that makes them: everything works without, and says
 * so.
 */
final class Vectors implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Vectors.class);
  private static final String NO_MODEL = "no embedding model here; see docs/context.md";
  private static final String NOTHING_YET = "nothing is embedded yet; see docs/context.md";

  /** A model and what it has made. */
  private record Kept(Embedder embedder, VectorStore store) {}

  private final Optional<Kept> kept;
  private final AtomicBoolean warm = new AtomicBoolean();

  private Vectors(Optional<Kept> kept) {
    this.kept = kept;
  }

  /** The model that comes with this installation, if one does. */
  static Optional<Embedder> installed() {
    return ServiceLoader.load(Embedder.class, Embedder.class.getClassLoader()).findFirst();
  }

  static Vectors open(Path folder, Optional<Embedder> embedder, Threads threads)
      throws IOException {
    return embedder.isEmpty()
        ? new Vectors(Optional.empty())
        : new Vectors(
            Optional.of(
                new Kept(embedder.get(), VectorStore.open(folder, embedder.get(), threads))));
  }

  Optional<UpdateResult> update(IndexSnapshot snapshot, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    return kept.isEmpty()
        ? Optional.empty()
        : Optional.of(kept.get().store().update(snapshot, progress, token));
  }

  /** What there is now. */
  Seen see() {
    return new Seen(kept.map(model -> model.store().snapshot()));
  }

  /**
   * What there is now, with the model ready to be asked: the first time it takes longer to load
   * than a strategy is given to answer. If it cannot be loaded, the strategy will say so.
   */
  Seen seeReady(CancellationToken token) throws InterruptedException {
    Seen seen = see();
    boolean well = false;
    try {
      if (seen.there().isPresent() && warm.compareAndSet(false, true)) {
        kept.orElseThrow().store().warmUp(token);
      }
      well = true;
    } catch (CancelledException | InterruptedException e) {
      warm.set(false);
      throw e;
    } catch (IOException | RuntimeException | LinkageError e) {
      log.debug("The embedding model could not be loaded", e);
      well = true;
    } finally {
      if (!well) {
        seen.close();
      }
    }
    return seen;
  }

  /**
   * The vectors at one moment.
   *
   * @param any perhaps empty; nothing if there is no model
   */
  record Seen(Optional<VectorSnapshot> any) implements AutoCloseable {

    /** Those that something can be found with. */
    Optional<VectorSnapshot> there() {
      return any.filter(vectors -> !vectors.isEmpty());
    }

    /** Why nothing can be found, if so. */
    Optional<String> missing() {
      return there().isPresent()
          ? Optional.empty()
          : Optional.of(any.isPresent() ? NOTHING_YET : NO_MODEL);
    }

    Optional<VectorSnapshot.Coverage> coverage(IndexSnapshot snapshot) {
      return any.map(vectors -> vectors.coverage(snapshot));
    }

    /** What these are called in answers; nothing where they have no part in them. */
    String version() {
      return there()
          .map(vectors -> " vectors %d of %s".formatted(vectors.generation(), vectors.model()))
          .orElse("");
    }

    @Override
    public void close() {
      any.ifPresent(VectorSnapshot::close);
    }
  }

  @Override
  public void close() throws IOException {
    if (kept.isPresent()) {
      try (Embedder _ = kept.get().embedder()) {
        kept.get().store().close();
      }
    }
  }
}

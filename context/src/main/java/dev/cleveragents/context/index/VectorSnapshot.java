package dev.cleveragents.context.index;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.IndexReader;

/**
 * The vectors that there were at one moment; an update meanwhile changes nothing in it. It answers
 * for any snapshot of the same project: a vector belongs to a text, and what is shown is where that
 * text stands in the snapshot that is asked about, never what is gone from it. A chunk whose text
 * has no vector is not found; {@link #coverage} says how many have.
 *
 * <p>Immutable but for the closing, so that many threads may ask at once; they must be done before
 * it is closed. Throws {@link UncheckedIOException} if the disk or the folder on it fails.
 */
public final class VectorSnapshot implements AutoCloseable {

  /** Of how many of the nearest texts it is looked up where they stand. */
  private static final int MOST_TEXTS = 10_000;

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble((Hit hit) -> -hit.score())
          .thenComparing(Hit::path)
          .thenComparingInt(hit -> hit.lines().first());

  private final IndexReader reader;
  private final VectorShelf shelf;
  private final Embedding embedding;
  private final long generation;
  private final int looksAtEach;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Takes over one reference to the reader. */
  VectorSnapshot(IndexReader reader, Embedding embedding, long generation, int looksAtEach) {
    this.reader = reader;
    this.shelf = new VectorShelf(reader);
    this.embedding = embedding;
    this.generation = generation;
    this.looksAtEach = looksAtEach;
  }

  /**
   * How far the chunks of a snapshot have vectors.
   *
   * @param embedded how many have, and can be found
   * @param chunks how many there are, without those that are blank
   */
  public record Coverage(int embedded, int chunks) {

    /** From 0 to 1; 1 if there is no chunk. */
    public double share() {
      return chunks == 0 ? 1 : (double) embedded / chunks;
    }
  }

  /** Raised by every change; 0 if there is nothing. */
  public long generation() {
    return generation;
  }

  /** The model whose vectors these are. */
  public String model() {
    return embedding.model();
  }

  /** Whether nothing can be found. */
  public boolean isEmpty() {
    return reader.numDocs() == 0;
  }

  /** How far this snapshot has vectors; looks at every file. */
  public Coverage coverage(IndexSnapshot of) {
    return read(
        () -> {
          int embedded = 0;
          int chunks = 0;
          for (String path : of.paths()) {
            FileChunks file = FileChunks.of(path, of);
            OptionalInt known = shelf.chunksOf(file);
            if (known.isPresent()) {
              embedded += known.getAsInt();
              chunks += known.getAsInt();
              continue;
            }
            for (FileChunks.Piece piece : file.pieces(of, model())) {
              chunks++;
              embedded += shelf.pathsHolding(piece.key()).contains(path) ? 1 : 0;
            }
          }
          return new Coverage(embedded, chunks);
        });
  }

  /**
   * The chunks whose texts are nearest to a question, the nearest first; their score is the cosine.
   * Of equal ones the path decides, then the line.
   *
   * @param in where the chunks are
   */
  public List<Hit> nearest(String question, IndexSnapshot in, int limit, CancellationToken token)
      throws InterruptedException {
    if (isEmpty() || limit == 0 || question.isBlank()) {
      return List.of();
    }
    try {
      float[] vector = embedding.of(List.of(question), token)[0];
      Places places = new Places(in);
      int count = limit;
      while (true) {
        List<Nearest.Found> found = new Nearest(reader, vector).best(count, looksAtEach);
        List<Hit> hits = places.of(found, limit, token);
        if (hits.size() >= limit || found.size() < count || count >= MOST_TEXTS) {
          return hits;
        }
        count = Math.min(MOST_TEXTS, 4 * count);
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Where texts stand in a snapshot. Keeps what it has looked up; for one thread. */
  private final class Places {

    private final IndexSnapshot in;
    private final Map<String, List<FileChunks.Piece>> files = new HashMap<>();

    Places(IndexSnapshot in) {
      this.in = in;
    }

    List<Hit> of(List<Nearest.Found> found, int limit, CancellationToken token) throws IOException {
      List<Hit> hits = new ArrayList<>();
      for (Nearest.Found each : found) {
        if (hits.size() >= limit) {
          break;
        }
        for (String path : shelf.pathsHolding(each.key())) {
          token.throwIfCancelled();
          if (hits.size() < limit) {
            add(path, each, hits);
          }
        }
      }
      hits.sort(BEST_FIRST);
      return hits.subList(0, Math.min(limit, hits.size()));
    }

    private void add(String path, Nearest.Found found, List<Hit> hits) {
      for (FileChunks.Piece piece :
          files.computeIfAbsent(
              path, key -> FileChunks.of(path, in).pieces(in, embedding.model()))) {
        if (piece.key().equals(found.key())) {
          hits.add(
              new Hit(
                  path,
                  piece.chunk().symbol(),
                  piece.chunk().lines(),
                  found.similarity(),
                  List.of()));
        }
      }
    }
  }

  /** Lets go of the files on disk; a second close does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      read(
          () -> {
            reader.decRef();
            return true;
          });
    }
  }

  private interface Reading<T> {
    T get() throws IOException;
  }

  private static <T> T read(Reading<T> reading) {
    try {
      return reading.get();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static UncheckedIOException unreadable(IOException e) {
    return new UncheckedIOException(
        "The vectors cannot be read (%s); embed again, which mends them".formatted(e.getMessage()),
        e);
  }
}

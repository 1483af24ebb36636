package dev.cleveragents.context.index;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;

/**
 * What a commit of the folder of vectors says about itself.
 *
 * @param format how its documents were made
 * @param model whose vectors they are, with their dimensions; empty before the first
 * @param generation raised by each commit
 * @param of the state of the index whose chunks all have vectors; empty if some may have none
 */
record VectorCommit(String format, String model, long generation, String of) {

  /** Before anything was embedded. */
  static final VectorCommit NONE = new VectorCommit("", "", 0, "");

  /** Counts commits; for one thread. */
  static final class Numbers {
    private long last;

    Numbers(long last) {
      this.last = last;
    }

    long next() {
      return ++last;
    }

    long last() {
      return last;
    }
  }

  static VectorCommit of(long generation, Embedding embedding) {
    return new VectorCommit(VectorDocuments.FORMAT, model(embedding), generation, "");
  }

  static VectorCommit read(IndexCommit commit) throws IOException {
    Map<String, String> data = commit.getUserData();
    return new VectorCommit(
        data.getOrDefault("vectors", ""),
        data.getOrDefault("model", ""),
        Long.parseLong(data.getOrDefault("generation", "0")),
        data.getOrDefault("of", ""));
  }

  Map<String, String> toMap() {
    return Map.of(
        "vectors", format, "model", model, "generation", Long.toString(generation), "of", of);
  }

  VectorCommit completeFor(IndexSnapshot snapshot) {
    return new VectorCommit(format, model, generation, state(snapshot));
  }

  /** Whether these are vectors of this model, as they are made now. */
  boolean holds(Embedding embedding) {
    return format.equals(VectorDocuments.FORMAT) && model.equals(model(embedding));
  }

  /** Why all was made new, if it was. */
  Optional<String> otherModel(Embedding embedding) {
    return model.isEmpty() || holds(embedding)
        ? Optional.empty()
        : Optional.of("they were of %s and are now of %s".formatted(model, model(embedding)));
  }

  boolean isOf(IndexSnapshot snapshot) {
    return !of.isEmpty() && of.equals(state(snapshot));
  }

  /** Names what the index itself holds; an overlay has no name of its own, and gets none. */
  private static String state(IndexSnapshot snapshot) {
    return snapshot.searcher().getIndexReader() instanceof DirectoryReader
        ? snapshot.generation() + " " + snapshot.tree() + " " + snapshot.coverage()
        : "";
  }

  private static String model(Embedding embedding) {
    return embedding.model() + "/" + embedding.dimensions();
  }
}

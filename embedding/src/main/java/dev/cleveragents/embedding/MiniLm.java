package dev.cleveragents.embedding;

import dev.cleveragents.context.index.Embedder;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * all-MiniLM-L6-v2 with eight-bit weights. Loaded when it is first asked, which takes about a
 * second, and then kept by the class that runs it until the process ends: closing this only makes
 * it refuse. It works on the calling thread, which must be a platform thread: native code would
 * hold a virtual thread's carrier, and on small machines all of them.
 */
public final class MiniLm implements Embedder {

  private static final int DIMENSIONS = 384;

  private final AtomicBoolean closed = new AtomicBoolean();

  /** Found by its name through {@link java.util.ServiceLoader}. */
  public MiniLm() {}

  /** Keeps the model out of the start of every process that might need it. */
  private static final class Loaded {
    static final EmbeddingModel MODEL = new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
  }

  @Override
  public String name() {
    return "all-minilm-l6-v2-q";
  }

  @Override
  public int dimensions() {
    return DIMENSIONS;
  }

  /**
   * @throws IllegalStateException on a virtual thread, or after {@link #close}
   */
  @Override
  public float[][] embed(List<String> texts) {
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException(
          "The embedding model is native code; ask it on a platform thread");
    }
    if (closed.get()) {
      throw new IllegalStateException("The embedding model was closed; open another one");
    }
    if (texts.isEmpty()) {
      return new float[0][];
    }
    return Loaded.MODEL.embedAll(texts.stream().map(MiniLm::segment).toList()).content().stream()
        .map(Embedding::vector)
        .toArray(float[][]::new);
  }

  /** A text of which the model would read nothing is refused by it: that counts as a full stop. */
  private static TextSegment segment(String text) {
    return TextSegment.from(text.codePoints().anyMatch(MiniLm::isRead) ? text : ".");
  }

  private static boolean isRead(int character) {
    return Character.isLetterOrDigit(character) || (character > ' ' && character < '\u007f');
  }

  @Override
  public void close() {
    closed.set(true);
  }
}

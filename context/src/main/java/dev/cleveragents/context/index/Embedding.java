package dev.cleveragents.context.index;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Threads;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asks a model on a platform thread, whoever calls, and takes only vectors that can be compared:
 * one for each text, of the right size, of length 1. A call that is cancelled comes back when the
 * model has, which is not interrupted: so few texts are given at once.
 */
final class Embedding {

  /** How many texts a model is given at once. */
  static final int MOST_AT_ONCE = 32;

  private final Embedder embedder;
  private final Workers workers;

  Embedding(Embedder embedder, Threads threads) {
    this.embedder = embedder;
    this.workers = new Workers(threads, 1);
  }

  String model() {
    return embedder.name();
  }

  int dimensions() {
    return embedder.dimensions();
  }

  /** A vector of length 1 for each of these texts, which are few. */
  float[][] of(List<String> texts, CancellationToken token)
      throws IOException, InterruptedException {
    AtomicReference<float[][]> answer = new AtomicReference<>(new float[0][]);
    workers.each(
        List.of(texts),
        (some, cancel) -> answer.set(embedder.embed(some)),
        some -> {},
        () -> {},
        token);
    float[][] vectors = answer.get();
    if (vectors.length != texts.size()) {
      throw new IllegalStateException(
          "The model %s answered %d of %d texts; it must answer each"
              .formatted(model(), vectors.length, texts.size()));
    }
    float[][] units = new float[vectors.length][];
    for (int i = 0; i < vectors.length; i++) {
      units[i] = ofLengthOne(vectors[i]);
    }
    return units;
  }

  private float[] ofLengthOne(float[] vector) {
    double square = 0;
    for (float each : vector) {
      square += (double) each * each;
    }
    if (vector.length != dimensions() || !(square > 0) || Double.isInfinite(square)) {
      throw new IllegalStateException(
          "The model %s gave a vector of %d numbers whose length is the root of %s; it must give %d numbers that are not all 0"
              .formatted(model(), vector.length, square, dimensions()));
    }
    double length = Math.sqrt(square);
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return unit;
  }
}

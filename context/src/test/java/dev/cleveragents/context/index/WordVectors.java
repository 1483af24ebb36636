package dev.cleveragents.context.index;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A model that needs none: a text's vector is the sum of those of its words, which come from their
 * hashes. Keeps what it was asked, and on which kind of thread.
 */
public final class WordVectors implements Embedder {

  private final String name;
  private final int dimensions;
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<Runnable> before = new AtomicReference<>(() -> {});

  /** One with this name and so many dimensions. */
  public WordVectors(String name, int dimensions) {
    this.name = name;
    this.dimensions = dimensions;
  }

  /** One as usual. */
  public WordVectors() {
    this("words", 48);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int dimensions() {
    return dimensions;
  }

  @Override
  public float[][] embed(List<String> texts) {
    before.get().run();
    threads.add(Thread.currentThread());
    asked.addAll(texts);
    return texts.stream().map(this::vector).toArray(float[][]::new);
  }

  /** Runs before each call from now on, on its thread. */
  public void before(Runnable action) {
    before.set(action);
  }

  /** All texts so far, questions too. */
  public List<String> asked() {
    return List.copyOf(asked);
  }

  List<Thread> threads() {
    return List.copyOf(threads);
  }

  private float[] vector(String text) {
    float[] sum = new float[dimensions];
    sum[0] = 0.01f;
    for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
      Random random = new Random(word.hashCode());
      for (int i = 0; i < dimensions; i++) {
        sum[i] += (float) random.nextGaussian();
      }
    }
    return sum;
  }
}

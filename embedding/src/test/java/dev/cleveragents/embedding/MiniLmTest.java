package dev.cleveragents.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.index.Embedder;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real model. */
@Timeout(300)
class MiniLmTest {

  private final Embedder model = ServiceLoader.load(Embedder.class).findFirst().orElseThrow();

  @AfterEach
  void close() {
    model.close();
  }

  private static double cosine(float[] one, float[] other) {
    double product = 0;
    for (int i = 0; i < one.length; i++) {
      product += (double) one[i] * other[i];
    }
    return product;
  }

  @Test
  void theServiceIsThisModel() {
    assertThat(model).isInstanceOf(MiniLm.class);
    assertThat(model.name()).isEqualTo("all-minilm-l6-v2-q");
  }

  @Test
  void textsThatMeanTheSameAreNearerThanOthers() {
    float[][] vectors =
        model.embed(
            List.of(
                "The thread waits until the lock is free",
                "void acquire() { while (held) wait(); held = true; }",
                "Blocks while somebody else owns the mutex",
                "A recipe for bread with flour, water and salt"));
    assertThat(vectors).hasDimensions(4, model.dimensions());
    assertThat(cosine(vectors[0], vectors[2])).isGreaterThan(cosine(vectors[0], vectors[3]) + 0.2);
    assertThat(cosine(vectors[0], vectors[1])).isGreaterThan(cosine(vectors[0], vectors[3]));
    assertThat(cosine(vectors[0], vectors[0])).isBetween(0.999, 1.001);
  }

  @Test
  void aTextHasTheSameVectorWhateverItIsGivenWith() {
    String text = "where are files locked";
    float[] alone = model.embed(List.of(text))[0];
    assertThat(model.embed(List.of("something else", text, "and more"))[1]).containsExactly(alone);
    assertThat(model.embed(List.of())).isEmpty();
  }

  @Test
  void oddTextsAreNoFailure() {
    List<String> odd =
        List.of(
            "x".repeat(2_000),
            "word ".repeat(400),
            "\u0000\u0001",
            "",
            "\ud83e",
            "\u200b\ufffd",
            "🦊",
            "漢字",
            "}");
    assertThat(model.embed(odd)).hasDimensions(odd.size(), model.dimensions());
  }

  @Test
  void itWorksOnTheCallingThreadAndRefusesAVirtualOne() throws Exception {
    FutureTask<float[][]> task = new FutureTask<>(() -> model.embed(List.of("text")));
    Thread.ofVirtual().start(task);
    assertThatThrownBy(() -> task.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("platform thread");
  }

  @Test
  void afterItIsClosedItRefuses() {
    model.close();
    assertThatThrownBy(() -> model.embed(List.of("text")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThat(ServiceLoader.load(Embedder.class).findFirst().orElseThrow().embed(List.of("text")))
        .as("another one works")
        .hasDimensions(1, model.dimensions());
  }
}

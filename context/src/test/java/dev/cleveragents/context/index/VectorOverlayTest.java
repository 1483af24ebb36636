package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.kernel.scope.Threads;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vectors belong to texts: another state of the project is answered for as far as they go. */
class VectorOverlayTest {

  private static final String FIRST = "flour water\n".repeat(Lines.CHUNK);
  private static final String SECOND = "sail rudder\n".repeat(Lines.CHUNK);

  @TempDir Path temp;
  private Embedded project;

  @BeforeEach
  void embed() throws Exception {
    project = Embedded.in(temp, new WordVectors());
    project.write("a.txt", FIRST + "\n" + SECOND).write("b.txt", "moon star\n");
    project.indexed().embed(Embedded.GO);
  }

  private List<Hit> over(String question, Map<String, Optional<byte[]>> changes) throws Exception {
    try (IndexSnapshot newest = project.snapshot();
        IndexSnapshot seen = newest.overlay(changes);
        VectorSnapshot vectors = project.vectors().snapshot()) {
      return vectors.nearest(question, seen, 5, Embedded.GO);
    }
  }

  private static Optional<byte[]> text(String text) {
    return Optional.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatIsGoneIsNotShown() throws Exception {
    assertThat(over("moon", Map.of("b.txt", Optional.empty())))
        .extracting(Hit::path)
        .containsExactly("a.txt", "a.txt");
  }

  @Test
  void aTextThatStayedIsShownWhereItStandsNow() throws Exception {
    String longer = "new words\n".repeat(Lines.CHUNK) + "\n" + SECOND;
    List<Hit> hits = over("sail", Map.of("a.txt", text("\n" + longer)));
    assertThat(hits.getFirst().lines())
        .isEqualTo(new LineRange(Lines.CHUNK + 3, 2 * Lines.CHUNK + 2));
    assertThat(hits).as("neither the old first piece nor the new one").hasSize(2);
  }

  @Test
  void coverageSaysHowMuchOfAnotherStateHasNoVector() throws Exception {
    try (IndexSnapshot newest = project.snapshot();
        IndexSnapshot seen =
            newest.overlay(Map.of("c.txt", text("tree\n"), "b.txt", text("sun\n")));
        VectorSnapshot vectors = project.vectors().snapshot()) {
      assertThat(vectors.coverage(newest)).isEqualTo(new VectorSnapshot.Coverage(3, 3));
      assertThat(vectors.coverage(seen)).isEqualTo(new VectorSnapshot.Coverage(2, 4));
      assertThat(vectors.coverage(seen).share()).isEqualTo(0.5);
    }
  }

  @Test
  void embeddingAnotherStateDoesNotPassForTheNewest() throws Exception {
    try (IndexSnapshot newest = project.snapshot();
        IndexSnapshot seen = newest.overlay(Map.of("b.txt", text("sun\n")))) {
      project.vectors().update(seen, Progress.NONE, Embedded.GO);
    }
    assertThat(project.nearest("moon", 1)).extracting(Hit::path).containsExactly("a.txt");
    project.embed(Embedded.GO);
    assertThat(project.nearest("moon", 1)).extracting(Hit::path).containsExactly("b.txt");
  }

  /** Gives what it was made with, whatever it is asked. */
  private static final class Stubborn implements Embedder {

    private final float[][] answer;

    Stubborn(float[][] answer) {
      this.answer = answer;
    }

    @Override
    public String name() {
      return "stubborn";
    }

    @Override
    public int dimensions() {
      return 2;
    }

    @Override
    public float[][] embed(List<String> texts) {
      return answer;
    }
  }

  @Test
  void aModelThatAnswersNonsenseIsRefused() throws Exception {
    for (float[][] nonsense :
        List.of(
            new float[0][],
            new float[][] {{1, 0, 0}},
            new float[][] {{0, 0}},
            new float[][] {{Float.NaN, 1}},
            new float[][] {{Float.POSITIVE_INFINITY, 1}})) {
      Embedding embedding = new Embedding(new Stubborn(nonsense), Threads.standard());
      assertThatThrownBy(() -> embedding.of(List.of("text"), Embedded.GO))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("stubborn");
    }
    assertThat(
            new Embedding(new Stubborn(new float[][] {{3, 4}}), Threads.standard())
                .of(List.of("text"), Embedded.GO)[0])
        .containsExactly(0.6f, 0.8f);
  }
}

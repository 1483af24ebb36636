package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.context.Score;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Which hunks of a commit an answer shows in full. */
class ChangedHunksTest {

  private static final Offset<Double> EXACTLY = within(1e-9);

  private static final ChangedHunks CHANGED =
      new ChangedHunks(
          Map.of(
              "a", List.of(new LineRange(5, 9), new LineRange(20, 20)),
              "b", List.of(new LineRange(1, 400))));

  private static Included shown(String path, int first, int last, Depth depth) {
    return new Included(
        new ContextFragment(
            NodeId.file(path),
            new LineRange(first, last),
            depth,
            "text",
            1,
            1,
            new Provenance("test", "", Optional.empty())),
        new Score(1, 0, 1, 1),
        List.of(),
        1);
  }

  @Test
  void aHunkCountsOnceHoweverLongItIs() {
    assertThat(CHANGED.shownInFull(List.of(shown("a", 1, 20, Depth.FULL))))
        .isCloseTo(2.0 / 3, EXACTLY);
    assertThat(CHANGED.shownInFull(List.of(shown("b", 1, 400, Depth.FULL))))
        .isCloseTo(1.0 / 3, EXACTLY);
    assertThat(CHANGED.shownInFull(List.of())).isZero();
    assertThat(new ChangedHunks(Map.of()).shownInFull(List.of())).isZero();
  }

  @Test
  void aHunkThatIsShownInPartDoesNotCountButItsPiecesTogetherDo() {
    assertThat(CHANGED.shownInFull(List.of(shown("a", 5, 8, Depth.FULL)))).isZero();
    assertThat(
            CHANGED.shownInFull(
                List.of(shown("a", 5, 7, Depth.FULL), shown("a", 8, 12, Depth.FULL))))
        .isCloseTo(1.0 / 3, EXACTLY);
  }

  @Test
  void linesOfAnotherFileOrAnOutlineDoNotCount() {
    assertThat(CHANGED.shownInFull(List.of(shown("c", 1, 99, Depth.FULL)))).isZero();
    assertThat(CHANGED.shownInFull(List.of(shown("a", 1, 99, Depth.OUTLINE)))).isZero();
  }

  @Test
  void theFocusIsNotWanted() {
    assertThat(CHANGED.without("b").shownInFull(List.of(shown("a", 1, 20, Depth.FULL)))).isOne();
  }
}

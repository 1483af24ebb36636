package dev.cleveragents.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.ContextRequest.Reach;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that go in and come out refuse what makes no sense. */
class ValuesTest {

  @ParameterizedTest
  @CsvSource({"0, 0", "7, 7", "9, 9", "listing, 0", "Full, 9", "signatures, 4"})
  void aDepthIsADigitOrAName(String text, int level) {
    assertThat(Depth.parse(text).level()).isEqualTo(level);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "-1", "deep", "x"})
  void anythingElseIsNoDepthAndTheErrorSaysWhatIs(String text) {
    assertThatThrownBy(() -> Depth.parse(text)).hasMessageContaining("say 0 to 9, or listing");
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new Depth(10)).hasMessageContaining("0 to 9");
    assertThatThrownBy(() -> new LineRange(0, 1)).hasMessageContaining("No range");
    assertThatThrownBy(() -> new LineRange(5, 4)).hasMessageContaining("No range");
    assertThatThrownBy(() -> NodeId.file("")).hasMessageContaining("needs a path");
    assertThatThrownBy(() -> ContextRequest.about("x", -1)).hasMessageContaining("0 or more");
    assertThatThrownBy(() -> new Reach(11, Depth.FULL, Optional.empty()))
        .hasMessageContaining("0 to 10 hops");
    assertThatThrownBy(() -> fragment(-1, 0.5)).hasMessageContaining("0 or more tokens");
    assertThatThrownBy(() -> fragment(1, Double.NaN)).hasMessageContaining("0 to 1");
  }

  private static ContextFragment fragment(int tokens, double relevance) {
    return new ContextFragment(
        NodeId.file("a"),
        new LineRange(1, 1),
        Depth.FULL,
        "x",
        tokens,
        relevance,
        new Provenance("s", "why", Optional.empty()));
  }

  @Test
  void aRequestIsChangedByMakingAnother() {
    ContextRequest request = ContextRequest.about("x", 10);
    Reach reach = new Reach(1, Depth.FULL, Optional.empty());
    assertThat(request.withReach(reach).reach()).isEqualTo(reach);
    assertThat(request.withFocus(List.of(NodeId.file("a"))).focus()).hasSize(1);
    assertThat(request.budget()).isEqualTo(10);
  }

  @Test
  void rangesKnowWhatTheyShare() {
    LineRange range = new LineRange(3, 7);
    assertThat(range.overlaps(new LineRange(7, 9))).isTrue();
    assertThat(range.overlaps(new LineRange(8, 9))).isFalse();
    assertThat(range.contains(new LineRange(3, 7))).isTrue();
    assertThat(range.contains(new LineRange(3, 8))).isFalse();
    assertThat(range.spanning(new LineRange(9, 9))).hasToString("3-9");
    assertThat(range.length()).isEqualTo(5);
  }
}

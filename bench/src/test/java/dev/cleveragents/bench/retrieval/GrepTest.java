package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrepTest {

  @Test
  void wordsAreThoseOfThreeLettersOrMoreEachOnce() {
    assertThat(Grep.words("Fix the parse_tree of a Tree, fix it"))
        .containsExactly("fix", "parse_tree", "the", "tree");
  }

  @Test
  void aTextWithMoreOfTheWordsIsBeforeOneThatRepeatsFew() {
    List<String> words = List.of("alpha", "beta");
    double both = Grep.score(words, "Alpha and betas");
    double often = Grep.score(words, "alpha ".repeat(1_000));
    double once = Grep.score(words, "alpha");
    assertThat(both).isGreaterThan(often);
    assertThat(often).isGreaterThan(once);
    assertThat(Grep.score(words, "gamma")).isZero();
  }

  @Test
  void linesWithAWordAreShownWithThreeAroundAndNoneTwice() {
    String text = "1\n2\n3\n4\n5 word\n6\n7 word\n8\n9\n10\n11\n12\n";
    assertThat(Grep.matching(List.of("word"), text))
        .isEqualTo("2\n3\n4\n5 word\n6\n7 word\n8\n9\n10\n");
  }
}

package dev.cleveragents.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.output.Page;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListCutTest {

  private static List<Integer> upTo(int number) {
    return IntStream.rangeClosed(1, number).boxed().toList();
  }

  @Test
  void aListThatIsCutSaysHowToSeeMore() {
    ListCut<Integer> cut = ListCut.at(20, most -> upTo(Math.min(57, most)));
    Page.Builder page = Page.builder();
    cut.note(page);
    assertThat(cut.shown()).hasSize(20).endsWith(20);
    assertThat(cut.more()).isTrue();
    assertThat(page.build().blocks())
        .containsExactly(new Page.Text("only 20 are shown; more: --limit 100"));
  }

  @Test
  void aListThatEndsAtItsLimitIsNotCut() {
    ListCut<Integer> cut = ListCut.at(20, most -> upTo(Math.min(20, most)));
    Page.Builder page = Page.builder();
    cut.note(page);
    assertThat(cut.more()).isFalse();
    assertThat(page.build().blocks()).isEmpty();
  }
}

package dev.cleveragents.workspace.change.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Differences in a few words. */
class DiffStatTest {

  private final DiffTexts texts = new DiffTexts();

  @Test
  void everyFileAndTheSums() {
    FileState a = texts.state("a\n", FileMode.REGULAR);
    FileState bytes = texts.state(new byte[] {0, 1, 2}, FileMode.REGULAR);
    List<FileDiff> diffs =
        List.of(
            texts.diff("README.md", "a\nb\n", "a\nc\nd\n"),
            texts.diff("new.txt", null, "a\n"),
            texts.differ().diff(Change.move("r", "old", "new", a, a)),
            texts.differ().diff(Change.create("r", "logo.png", bytes)));
    assertThat(DiffStat.lines(diffs, 80))
        .containsExactly(
            " README.md  |                3 ++-",
            " new.txt    |                1 +",
            " old => new |                0",
            " logo.png   | Bin 0 -> 3 bytes",
            " 4 files changed, 3 insertions(+), 1 deletion(-)");
  }

  @Test
  void nothingForNothing() {
    assertThat(DiffStat.lines(List.of(), 80)).isEmpty();
    assertThat(DiffStat.sum(List.of())).isEqualTo("0 files changed");
  }

  @Test
  void noLineIsWiderThanAsked() {
    String path = "a/very/long/way/down/to/the/file/that/was/changed/by/somebody.txt";
    List<FileDiff> diffs =
        List.of(
            texts.diff(path, "x\n", "y\n".repeat(500)),
            texts.diff("short", "x\ny\n", "z\n"),
            texts.diff("one", "", "z\n"));
    List<String> lines = DiffStat.lines(diffs, 60);
    assertThat(lines).allMatch(line -> line.length() <= 60);
    String shown = path.substring(path.length() - 36);
    assertThat(lines.getFirst()).startsWith(" ..." + shown + " | 501 +++").endsWith("+-");
    assertThat(lines.get(1)).endsWith(" |   3 -");
    assertThat(lines.get(2)).endsWith(" |   1 +");
  }

  @Test
  void theLongestBarIsThatOfMostLinesInAllAndNoSignIsSeenOfWhatDidNotHappen() {
    String many = "x\n".repeat(300);
    List<FileDiff> diffs =
        List.of(
            texts.diff("f", many, "y\n".repeat(300)),
            texts.diff("g", null, many),
            texts.diff("h", many, null));
    assertThat(DiffStat.lines(diffs, 40).subList(0, 3))
        .containsExactly(
            " f | 600 " + "+".repeat(16) + "-".repeat(15),
            " g | 300 " + "+".repeat(15),
            " h | 300 " + "-".repeat(15));
  }

  @Test
  void bothSignsAreSeenWhereBothHappened() {
    List<FileDiff> diffs =
        List.of(texts.diff("f", "x\n".repeat(1_000), "y\n"), texts.diff("g", "", ""));
    List<String> lines = DiffStat.lines(diffs, 60);
    assertThat(lines.getFirst()).contains(" +-");
    assertThat(lines.get(1)).endsWith("|    0");
  }
}

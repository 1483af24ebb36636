package dev.cleveragents.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.ChangesetHandle.Recorded;
import dev.cleveragents.engine.change.FileMode;
import dev.cleveragents.engine.change.FileState;
import dev.cleveragents.engine.change.diff.Differ;
import dev.cleveragents.engine.change.diff.FileDiff;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How people name parts of a plan's result, and what the parts come to. */
class WantedPathsTest {

  private static final String TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

  private final Map<String, byte[]> contents = new HashMap<>();

  private FileState state(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    FileState state = FileState.of(bytes, FileMode.REGULAR);
    contents.put(state.hash(), bytes);
    return state;
  }

  private List<FileDiff> diffs(Change... changes) {
    return new Differ(hash -> Optional.ofNullable(contents.get(hash))).diff(List.of(changes));
  }

  private List<FileDiff> shown() {
    return diffs(
        Change.create("app", "src/deep/new.txt", state("new\n")),
        Change.modify("app", "src/ten.txt", state(TEN), state("one\n" + TEN.substring(2) + "11\n")),
        Change.delete("app", "old.md", state("old\n")),
        Change.move("app", "from.txt", "to.txt", state("moved\n"), state("moved\n")),
        Change.modify("app", "odd:1", state("a\n"), state("b\n")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "src/ten.txt|src/ten.txt",
        "src/ten.txt:1|src/ten.txt:1",
        "src/ten.txt:1,2|src/ten.txt",
        "src/ten.txt:1-2|src/ten.txt",
        "src|src/deep/new.txt, src/ten.txt",
        "src/|src/deep/new.txt, src/ten.txt",
        "src/*.txt|src/ten.txt",
        "src/**|src/deep/new.txt, src/ten.txt",
        "*.txt|src/deep/new.txt, src/ten.txt, to.txt",
        "*.md|old.md",
        "from.txt|to.txt",
        "old.md:1|old.md",
        "odd:1|odd:1",
        "odd:1:1|odd:1",
      })
  void aWordMeansAPathAFolderAPatternOrHunks(String word, String meant) {
    assertThat(WantedPaths.read(shown(), List.of(word)).words()).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "src/tin.txt|did you mean 'src/ten.txt'?",
        "ten.txt|did you mean 'src/ten.txt'?",
        "src/tin.txt:2|did you mean 'src/ten.txt'?",
        "nothing-like-it|none of the 5 paths",
        "src/ten.txt:3|src/ten.txt has 2 hunks, so there is no hunk 3",
        "src/ten.txt:0|no hunk 0",
        "src/ten.txt:2-1|is no list of hunks",
        "to.txt:1|to.txt has no hunks",
        "[|none of the 5 paths",
      })
  void whatMeansNothingIsRefusedWithWhatIsNear(String word, String message) {
    assertThatThrownBy(() -> WantedPaths.read(shown(), List.of(word)))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining(message);
  }

  @Test
  void wordsTogetherMeanAllOfThemOnce() {
    assertThat(
            WantedPaths.read(shown(), List.of("src/ten.txt:1", "src/ten.txt:2", "old.md")).words())
        .isEqualTo("src/ten.txt, old.md");
    assertThat(WantedPaths.read(shown(), List.of("src/ten.txt:1", "src")).words())
        .isEqualTo("src/ten.txt, src/deep/new.txt");
  }

  @Test
  void aSelectionSurvivesTheStore() {
    Selection selection = WantedPaths.read(shown(), List.of("src/ten.txt:2", "old.md"));
    assertThat(Selection.read(selection.json())).isEqualTo(selection);
    assertThat(selection.isFrom(shown().stream().map(FileDiff::change).toList())).isTrue();
    assertThat(selection.isFrom(List.of())).isFalse();
    assertThat(selection.isAllOf(shown())).isFalse();
    assertThat(WantedPaths.read(shown(), List.of(".")).isAllOf(shown())).isTrue();
  }

  @Test
  void aFileCannotStandWhereAnotherIsStillInTheWay() {
    List<FileDiff> all =
        diffs(
            Change.delete("app", "x", state("file\n")),
            Change.create("app", "x/y", state("below\n")));
    assertThatThrownBy(() -> Parts.of(all, WantedPaths.read(all, List.of("x/y"))))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("choose both");
    assertThat(Parts.of(all, WantedPaths.read(all, List.of("x"))).rest()).isEmpty();
    assertThat(Parts.of(all, Selection.of(all, List.of(pick("x")))).rest()).hasSize(1);
  }

  private static Selection.Pick pick(String path) {
    return new Selection.Pick("app", path, new TreeSet<>());
  }

  @Test
  void anyPartAndTheRestComeToTheWhole() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      String before = text(random, 60);
      String after = edited(before, random);
      if (before.equals(after)) {
        continue;
      }
      List<FileDiff> all = diffs(Change.modify("app", "f", state(before), state(after)));
      FileDiff diff = all.getFirst();
      Set<Integer> some = new HashSet<>();
      for (int hunk = 1; hunk <= diff.hunks().size(); hunk++) {
        if (random.nextBoolean()) {
          some.add(hunk);
        }
      }
      assertThat(diff.with(Set.of())).as("seed %d", seed).isEqualTo(bytes(before));
      if (some.isEmpty() || some.size() == diff.hunks().size()) {
        continue;
      }
      Parts parts =
          Parts.of(
              all, Selection.of(all, List.of(new Selection.Pick("app", "f", new TreeSet<>(some)))));
      Recorded rest = parts.rest().getFirst();
      String between = Objects.requireNonNull(rest.change().before()).hash();
      contents.put(between, parts.half(between).orElseThrow());
      FileDiff left = diffs(rest.change()).getFirst();
      assertThat(left.hunks()).as("seed %d", seed).hasSize(diff.hunks().size() - some.size());
      assertThat(left.with(all(left))).as("seed %d", seed).isEqualTo(bytes(after));
    }
  }

  private static Set<Integer> all(FileDiff diff) {
    Set<Integer> all = new HashSet<>();
    for (int hunk = 1; hunk <= diff.hunks().size(); hunk++) {
      all.add(hunk);
    }
    return all;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Lines that are all different, so that hunks are where the edits are. */
  private static String text(Random random, int lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      text.append(i).append(' ').append(random.nextInt(1_000_000)).append('\n');
    }
    return random.nextBoolean() ? text.toString() : text.toString().stripTrailing();
  }

  private static String edited(String text, Random random) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    for (int edits = random.nextInt(6); edits > 0; edits--) {
      int at = random.nextInt(lines.size());
      switch (random.nextInt(3)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(at, "new " + random.nextInt(1_000_000));
        default -> lines.set(at, "changed " + random.nextInt(1_000_000));
      }
    }
    return String.join("\n", lines) + (random.nextBoolean() ? "\n" : "");
  }
}

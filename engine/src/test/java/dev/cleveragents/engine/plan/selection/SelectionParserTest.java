package dev.cleveragents.engine.plan.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.change.diff.FileDiff;
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
class SelectionParserTest {

  private static final String TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

  private final Map<String, byte[]> contents = new HashMap<>();

  private FileState state(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    FileState state = FileState.of(bytes, FileMode.REGULAR);
    contents.put(state.hash(), bytes);
    return state;
  }

  private List<FileDiff> diffs(Change... changes) {
    return new DiffBuilder(hash -> Optional.ofNullable(contents.get(hash))).diff(List.of(changes));
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
    assertThat(SelectionParser.read(shown(), List.of(word)).words()).isEqualTo(meant);
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
        "src/ten.txt:2-1|is not a list of hunks",
        "to.txt:1|to.txt has no hunks",
        "[|none of the 5 paths",
      })
  void whatMeansNothingIsRefusedWithWhatIsNear(String word, String message) {
    assertThatThrownBy(() -> SelectionParser.read(shown(), List.of(word)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void wordsTogetherMeanAllOfThemOnce() {
    assertThat(
            SelectionParser.read(shown(), List.of("src/ten.txt:1", "src/ten.txt:2", "old.md"))
                .words())
        .isEqualTo("src/ten.txt, old.md");
    assertThat(SelectionParser.read(shown(), List.of("src/ten.txt:1", "src")).words())
        .isEqualTo("src/ten.txt, src/deep/new.txt");
  }

  @Test
  void aSelectionSurvivesTheStore() {
    ChangeSelection selection = SelectionParser.read(shown(), List.of("src/ten.txt:2", "old.md"));
    assertThat(ChangeSelection.read(selection.json())).isEqualTo(selection);
    assertThat(selection.isFrom(shown().stream().map(FileDiff::change).toList())).isTrue();
    assertThat(selection.isFrom(List.of())).isFalse();
  }

  @Test
  void aFileCannotStandWhereAnotherIsStillInTheWay() {
    List<FileDiff> all =
        diffs(
            Change.delete("app", "x", state("file\n")),
            Change.create("app", "x/y", state("below\n")));
    assertThatThrownBy(() -> SplitChanges.of(all, SelectionParser.read(all, List.of("x/y"))))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("choose both");
    assertThat(SplitChanges.of(all, SelectionParser.read(all, List.of("x"))).rest()).isEmpty();
    assertThat(SplitChanges.of(all, ChangeSelection.of(all, List.of(pick("x")))).rest()).hasSize(1);
  }

  private static ChangeSelection.Pick pick(String path) {
    return new ChangeSelection.Pick("app", path, new TreeSet<>());
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
      SplitChanges parts =
          SplitChanges.of(
              all,
              ChangeSelection.of(
                  all, List.of(new ChangeSelection.Pick("app", "f", new TreeSet<>(some)))));
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

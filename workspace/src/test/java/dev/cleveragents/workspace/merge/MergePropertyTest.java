package dev.cleveragents.workspace.merge;

import static dev.cleveragents.workspace.merge.MergeFixture.lines;
import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.change.diff.ChangedBlock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds of every merge, with random trees and edits; a failure prints its seed. */
@NullUnmarked
class MergePropertyTest {

  private static final int ROUNDS = Boolean.getBoolean("exhaustive") ? 100 : 3;
  private static final int FILES = 12;
  private static final int LINES = 20;

  @TempDir private Path folder;
  private MergeFixture fixture;

  @BeforeEach
  void aRepository() throws Exception {
    fixture = new MergeFixture(folder);
  }

  private interface Property {
    void check(long seed, Random random) throws Exception;
  }

  private static void forSeeds(int rounds, Property property) throws Exception {
    long first = Long.getLong("seed", System.nanoTime());
    for (long seed = first; seed < first + rounds; seed++) {
      try {
        property.check(seed, new Random(seed));
      } catch (AssertionError | Exception e) {
        throw new AssertionError("Fails with -Dseed=" + seed, e);
      }
    }
  }

  private static Map<String, String> base() {
    Map<String, String> files = new TreeMap<>();
    for (int i = 0; i < FILES; i++) {
      files.put("d%d/f%d".formatted(i % 3, i), lines(LINES));
    }
    return files;
  }

  /** A few edits: a line changed, added or removed, a file added, removed, moved or replaced. */
  private static Map<String, String> child(Random random, int number) {
    Map<String, String> files = base();
    for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
      List<String> names = List.copyOf(files.keySet());
      String name = names.get(random.nextInt(names.size()));
      String added = "child %d adds %d".formatted(number, random.nextInt());
      switch (random.nextInt(12)) {
        case 0 -> files.remove(name);
        case 1 -> files.put("moved/" + random.nextInt(FILES), files.remove(name));
        case 2 -> files.put("d0/new" + random.nextInt(3), added + "\n");
        case 3 -> {
          files.remove(name);
          files.put(name + "/below", added + "\n");
        }
        default -> files.put(name, edited(files.getOrDefault(name, ""), random, added));
      }
    }
    return files;
  }

  private static String edited(String text, Random random, String added) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    int at = random.nextInt(lines.size() + 1);
    if (random.nextInt(3) == 0 || at == lines.size()) {
      lines.add(at, added);
    } else if (random.nextInt(3) == 0 && lines.size() > 1) {
      lines.remove(at);
    } else {
      lines.set(at, added);
    }
    return String.join("\n", lines) + "\n";
  }

  private List<ChildResult> children(String base, Random random, int count) {
    List<Map<String, String>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(child(random, i));
    }
    return fixture.children(base, all);
  }

  private Merged merge(String base, List<ChildResult> results) throws Exception {
    return fixture.merger.merge(base, results, MergeStrategy.GIT_THREE_WAY, GO);
  }

  @Test
  void allOrdersOfFinishingGiveOneResult() throws Exception {
    forSeeds(
        1,
        (_, random) -> {
          String base = fixture.tree(base());
          List<ChildResult> results = children(base, random, 4);
          Merged expected = merge(base, results);
          for (List<ChildResult> order : MergeFixture.permutations(results)) {
            assertThat(merge(base, order)).isEqualTo(expected);
          }
        });
  }

  @Test
  @Tag("exhaustive")
  void allOrdersOfFinishingOfSixGiveOneResult() throws Exception {
    forSeeds(
        1,
        (_, random) -> {
          String base = fixture.tree(base());
          List<ChildResult> results = children(base, random, 6);
          Merged expected = merge(base, results);
          for (List<ChildResult> order : MergeFixture.permutations(results)) {
            assertThat(merge(base, order)).isEqualTo(expected);
          }
        });
  }

  @Test
  void fiftyChildrenGiveOneResultInAnyOrderAndAnotherRepository() throws Exception {
    forSeeds(
        1,
        (_, random) -> {
          String base = fixture.tree(base());
          List<ChildResult> results = children(base, random, 50);
          Merged expected = merge(base, results);
          Collections.shuffle(results, random);
          Merger other =
              new Merger(
                  MergeFixture.open(folder.resolve("other" + random.nextInt()), fixture.user));
          assertThat(other.merge(base, results, MergeStrategy.GIT_THREE_WAY, GO))
              .isEqualTo(expected);
        });
  }

  /** Not promised, but what a user expects where nothing conflicts. */
  @Test
  void whereNothingConflictsTheOrderOfSpawningDoesNotMatterEither() throws Exception {
    forSeeds(
        ROUNDS,
        (_, random) -> {
          String base = fixture.tree(base());
          List<ChildResult> results = children(base, random, 3);
          Merged one = merge(base, results);
          List<ChildResult> turned = new ArrayList<>();
          results.forEach(
              it -> turned.add(new ChildResult(-it.position(), it.child(), base, it.tree())));
          Merged other = merge(base, turned);
          if (one.isComplete() && other.isComplete()) {
            assertThat(other.tree()).isEqualTo(one.tree());
          }
          assertThat(other.isComplete()).isEqualTo(one.isComplete());
        });
  }

  @Test
  void mergingTheResultAgainChangesNothing() throws Exception {
    forSeeds(
        ROUNDS,
        (_, random) -> {
          String base = fixture.tree(base());
          List<ChildResult> results = children(base, random, 4);
          Merged merged = merge(base, results);
          ChildResult alone = new ChildResult(0, "all", base, merged.tree());
          ChildResult twice = new ChildResult(1, "again", base, merged.tree());
          ChildResult nothing = new ChildResult(2, "nothing", base, base);
          assertThat(merge(base, List.of(alone, twice, nothing)).tree()).isEqualTo(merged.tree());
          assertThat(merge(base, List.of(alone, twice)).conflicts()).isEmpty();
        });
  }

  /** Every line that a child adds is in the result or in a side of a conflict. */
  @Test
  void noLineIsLost() throws Exception {
    forSeeds(
        ROUNDS,
        (_, random) -> {
          Map<String, String> files = base();
          String base = fixture.tree(files);
          List<ChildResult> results = children(base, random, 5);
          Merged merged = merge(base, results);
          Set<String> kept = new TreeSet<>();
          fixture.read(merged.tree()).values().forEach(text -> kept.addAll(text.lines().toList()));
          for (Conflict conflict : merged.conflicts()) {
            for (Conflict.Side side : conflict.sides()) {
              kept.addAll(linesOf(side.version()));
            }
          }
          for (ChildResult result : results) {
            fixture
                .read(result.tree())
                .forEach(
                    (path, text) ->
                        assertThat(kept)
                            .containsAll(added(files.getOrDefault(path, lines(LINES)), text)));
          }
        });
  }

  private List<String> linesOf(FileVersion version) throws Exception {
    if (version.isDirectory()) {
      return fixture.read(version.object()).values().stream().flatMap(String::lines).toList();
    }
    return version.isThere() ? fixture.text(version).lines().toList() : List.of();
  }

  private static List<String> added(String before, String after) {
    List<String> old = before.lines().toList();
    List<String> now = after.lines().toList();
    List<String> added = new ArrayList<>();
    for (ChangedBlock block : ChangedBlock.between(old, now)) {
      added.addAll(now.subList(block.fromNew(), block.toNew()));
    }
    return added;
  }

  /** The choices close every conflict, whichever they are, and leave no other path changed. */
  @Test
  void everyConflictCanBeResolved() throws Exception {
    forSeeds(
        ROUNDS,
        (_, random) -> {
          String base = fixture.tree(base());
          Merged merged = merge(base, children(base, random, 5));
          while (!merged.isComplete()) {
            Conflict conflict = merged.conflicts().get(random.nextInt(merged.conflicts().size()));
            Resolution resolution =
                switch (random.nextInt(4)) {
                  case 0 -> new Resolution.Base();
                  case 1 -> new Resolution.Side(random.nextInt(conflict.sides().size()));
                  case 2 -> new Resolution.Deletion();
                  default ->
                      new Resolution.Child(
                          conflict.children().get(random.nextInt(conflict.children().size())));
                };
            int open = merged.conflicts().size();
            merged = fixture.merger.resolve(merged, conflict.path(), resolution, GO);
            assertThat(merged.conflicts()).hasSizeLessThan(open);
          }
          assertThat(fixture.read(merged.tree()).values())
              .noneMatch(text -> text.contains("<<<<<<<"));
        });
  }
}

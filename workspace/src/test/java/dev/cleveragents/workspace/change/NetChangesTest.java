package dev.cleveragents.workspace.change;

import static dev.cleveragents.workspace.change.Samples.RESOURCE;
import static dev.cleveragents.workspace.change.Samples.creation;
import static dev.cleveragents.workspace.change.Samples.delete;
import static dev.cleveragents.workspace.change.Samples.modify;
import static dev.cleveragents.workspace.change.Samples.move;
import static dev.cleveragents.workspace.change.Samples.state;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What many changes come to. */
class NetChangesTest {

  @Test
  void theFirstBeforeAndTheLastAfterCount() {
    assertThat(net(modify("f", "1", "2"), modify("f", "2", "3")))
        .containsExactly(modify("f", "1", "3"));
    assertThat(net(creation("f", "1"), modify("f", "1", "2"))).containsExactly(creation("f", "2"));
    assertThat(net(modify("f", "1", "2"), delete("f", "2"))).containsExactly(delete("f", "1"));
    assertThat(net(delete("f", "1"), creation("f", "2"))).containsExactly(modify("f", "1", "2"));
  }

  @Test
  void whatIsUndoneIsNotTold() {
    assertThat(net(modify("f", "1", "2"), modify("f", "2", "1"))).isEmpty();
    assertThat(net(creation("f", "1"), delete("f", "1"))).isEmpty();
    assertThat(net(move("f", "g", "1", "1"), move("g", "f", "1", "1"))).isEmpty();
  }

  @Test
  void movesAreFolded() {
    assertThat(net(move("f", "g", "1", "1"), modify("g", "1", "2"), move("g", "h", "2", "2")))
        .containsExactly(move("f", "h", "1", "2"));
    assertThat(net(modify("f", "1", "2"), move("f", "g", "2", "2")))
        .containsExactly(move("f", "g", "1", "2"));
    assertThat(net(creation("f", "1"), move("f", "g", "1", "2")))
        .containsExactly(creation("g", "2"));
    assertThat(net(move("f", "g", "1", "1"), delete("g", "1"))).containsExactly(delete("f", "1"));
    assertThat(net(move("f", "g", "1", "1"), modify("g", "1", "2"), move("g", "f", "2", "2")))
        .containsExactly(modify("f", "1", "2"));
  }

  @Test
  void aMoveIsTheSameAsARemovalAndANewFile() {
    assertThat(areSame(List.of(move("f", "g", "1", "1")), delete("f", "1"), creation("g", "1")))
        .isTrue();
    assertThat(
            areSame(
                List.of(delete("g", "0"), move("f", "g", "1", "1")),
                delete("f", "1"),
                modify("g", "0", "1")))
        .isTrue();
    assertThat(areSame(List.of(modify("f", "1", "2"), modify("f", "2", "1")))).isTrue();
    assertThat(areSame(List.of(move("f", "g", "1", "1")), creation("g", "1"))).isFalse();
    assertThat(areSame(List.of(move("f", "g", "1", "1")), move("f", "g", "1", "2"))).isFalse();
    assertThat(areSame(List.of(modify("f", "1", "2")), modify("f", "0", "2"))).isFalse();
  }

  private static boolean areSame(List<Change> some, Change... others) {
    return NetChanges.areSame(some, List.of(others));
  }

  @Test
  void thePathsAtWhichTwoListsDifferAreNamed() {
    assertThat(
            NetChanges.differing(
                List.of(modify("a", "1", "2"), creation("b", "1"), delete("d", "1")),
                List.of(modify("a", "1", "2"), creation("b", "2"), move("c", "e", "1", "1"))))
        .containsExactly("b", "c", "d", "e");
  }

  @Test
  void aFileIsNotMovedFromWhereOneStandsAgain() {
    assertThat(net(move("f", "g", "1", "1"), creation("f", "2")))
        .containsExactly(modify("f", "1", "2"), creation("g", "1"));
  }

  @Test
  void aFileIsNotMovedToWhereOneStoodBefore() {
    assertThat(net(delete("g", "0"), move("f", "g", "1", "1")))
        .containsExactly(delete("f", "1"), modify("g", "0", "1"));
  }

  @Test
  void aFileWrittenWhereAnotherWasMovedToIsNotThatOne() {
    assertThat(net(move("f", "g", "1", "1"), delete("g", "1"), creation("g", "2")))
        .containsExactly(delete("f", "1"), creation("g", "2"));
  }

  @Test
  void twoFilesThatChangePlacesAreModified() {
    assertThat(net(move("f", "t", "1", "1"), move("g", "f", "2", "2"), move("t", "g", "1", "1")))
        .containsExactly(modify("f", "1", "2"), modify("g", "2", "1"));
  }

  @Test
  void theSamePathInTwoResourcesIsTwoFiles() {
    Change other = Change.create("local/other", "f", state("1"));
    assertThat(net(other, creation("f", "1"))).containsExactly(creation("f", "1"), other);
  }

  /** Whatever was done: what it comes to, done to the same files, gives the same files. */
  @Test
  void whatTheyComeToGivesTheSameFiles() {
    for (int round = 0; round < 3_000; round++) {
      long seed = 7_120L * 1_000_000 + round;
      Random random = new Random(seed);
      Map<String, FileState> base = new TreeMap<>();
      for (String path : List.of("a", "b", "c")) {
        if (random.nextBoolean()) {
          base.put(path, state(path));
        }
      }
      Map<String, FileState> files = new TreeMap<>(base);
      List<Change> done = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        Change change = any(random, files);
        done.add(change);
        apply(change, files);
      }
      List<Change> net = NetChanges.of(done);
      Map<String, FileState> again = new TreeMap<>(base);
      net.forEach(change -> assertThat(stateBefore(change, base)).isEqualTo(change.before()));
      // Files that are moved leave first: where one goes, another may have left.
      net.stream().filter(it -> it.movedFrom() != null).forEach(it -> again.remove(it.movedFrom()));
      net.forEach(change -> apply(change, again));
      assertThat(again).as("seed %d: %s", seed, done).isEqualTo(files);
      assertThat(net).as("seed %d", seed).hasSizeLessThanOrEqualTo(5);
    }
  }

  private static @Nullable FileState stateBefore(Change change, Map<String, FileState> files) {
    String from = change.movedFrom();
    return files.get(from == null ? change.path() : from);
  }

  private static Change any(Random random, Map<String, FileState> files) {
    List<String> paths = List.of("a", "b", "c", "d", "e");
    String path = paths.get(random.nextInt(paths.size()));
    FileState fresh = state(Integer.toString(random.nextInt(4)));
    FileState before = files.get(path);
    if (before == null) {
      List<String> others = List.copyOf(files.keySet());
      if (others.isEmpty() || random.nextBoolean()) {
        return Change.create(RESOURCE, path, fresh);
      }
      String from = others.get(random.nextInt(others.size()));
      FileState moved = files.getOrDefault(from, fresh);
      return Change.move(RESOURCE, from, path, moved, random.nextBoolean() ? moved : fresh);
    }
    return random.nextBoolean()
        ? Change.delete(RESOURCE, path, before)
        : Change.modify(RESOURCE, path, before, fresh);
  }

  private static void apply(Change change, Map<String, FileState> files) {
    if (change.movedFrom() != null) {
      files.remove(change.movedFrom());
    }
    FileState after = change.after();
    if (after == null) {
      files.remove(change.path());
    } else {
      files.put(change.path(), after);
    }
  }

  private static List<Change> net(Change... changes) {
    return NetChanges.of(List.of(changes));
  }
}

package dev.cleveragents.engine.clash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.clash.ClashSearch.Clash;
import dev.cleveragents.engine.clash.ClashSearch.Green;
import dev.cleveragents.engine.clash.ClashSearch.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The search of clashes, on sets of numbers. */
class ClashSearchTest {

  private final List<List<Integer>> runs = new ArrayList<>();

  private static List<Set<Integer>> independent(int count) {
    return IntStream.range(0, count).mapToObj(_ -> Set.<Integer>of()).toList();
  }

  /** A search among independent subplans of which these sets clash. */
  private ClashSearch search(int count, List<List<Integer>> clashes) {
    return search(independent(count), clashes);
  }

  private ClashSearch search(List<Set<Integer>> needs, List<List<Integer>> clashes) {
    runs.clear();
    return new ClashSearch(
        needs,
        members -> {
          runs.add(members);
          return clashes.stream().anyMatch(members::containsAll) ? Outcome.FAILED : Outcome.PASSED;
        },
        () -> true);
  }

  @Test
  void findsEveryPairInFewTrials() throws Exception {
    for (int count = 2; count <= 33; count++) {
      int most = 2 * (32 - Integer.numberOfLeadingZeros(count - 1)) + 1;
      for (int first = 0; first < count; first++) {
        for (int second = first + 1; second < count; second++) {
          List<Integer> pair = List.of(first, second);
          assertThat(search(count, List.of(pair)).smallest()).isEqualTo(new Clash(pair, true));
          assertThat(runs).as("%s of %d", pair, count).hasSizeLessThanOrEqualTo(most);
          assertThat(runs).doesNotHaveDuplicates();
        }
      }
    }
  }

  @Test
  void findsEverySingleSubplanThatFailsAlone() throws Exception {
    for (int count = 1; count <= 17; count++) {
      for (int one = 0; one < count; one++) {
        List<Integer> alone = List.of(one);
        assertThat(search(count, List.of(alone)).smallest()).isEqualTo(new Clash(alone, true));
      }
    }
  }

  @Test
  void saysThatTheBaseFails() throws Exception {
    assertThat(search(5, List.of(List.of())).smallest()).isEqualTo(new Clash(List.of(), true));
  }

  @Test
  void triesASubplanOnlyWithWhatItDependsOn() throws Exception {
    List<Set<Integer>> needs = List.of(Set.of(), Set.of(0), Set.of(0, 1), Set.of());
    assertThat(search(needs, List.of(List.of(2, 3))).smallest().members()).containsExactly(2, 3);
    assertThat(runs)
        .allSatisfy(run -> run.forEach(it -> assertThat(run).containsAll(needs.get(it))));
  }

  @Test
  void landsAllButAsFewAsPossible() throws Exception {
    Green green = search(6, List.of(List.of(1, 2), List.of(1, 4), List.of(5))).largestGreen();
    assertThat(green.members()).containsExactly(0, 2, 3, 4);
    assertThat(green.clashes())
        .extracting(Clash::members)
        .containsExactlyInAnyOrder(List.of(1, 2), List.of(1, 4), List.of(5));
  }

  @Test
  void whatDependsOnSomethingLeftOutIsLeftOutToo() throws Exception {
    List<Set<Integer>> needs = List.of(Set.of(), Set.of(), Set.of(1), Set.of());
    assertThat(search(needs, List.of(List.of(0, 1))).largestGreen().members())
        .containsExactly(0, 3);
  }

  @Test
  void nothingLandsOnABaseThatFails() throws Exception {
    assertThat(search(3, List.of(List.of())).largestGreen().members()).isEmpty();
  }

  @Test
  void afterItsTimeItNamesTheSmallestSetThatItHasSeenFail() throws Exception {
    ClashSearch search =
        new ClashSearch(
            independent(8),
            members -> {
              runs.add(members);
              return members.contains(1) ? Outcome.FAILED : Outcome.PASSED;
            },
            () -> runs.isEmpty());
    assertThat(search.smallest()).isEqualTo(new Clash(List.of(0, 1, 2, 3), false));
  }

  @Test
  void foundSetsFailAndEveryMemberIsNeeded() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      int count = 1 + random.nextInt(24);
      List<List<Integer>> clashes = clashes(random, count);
      List<Integer> found = search(count, clashes).smallest().members();
      String as = "seed %d, round %d: %s of %d".formatted(seed, round, clashes, count);
      assertThat(clashes).as(as).contains(found);
      Green green = search(count, clashes).largestGreen();
      assertThat(clashes).as(as).noneMatch(green.members()::containsAll);
      int most = clashes.size() * (found.size() + 3) * 6 + clashes.size();
      assertThat(runs).as(as).hasSizeLessThan(most * 3).doesNotHaveDuplicates();
    }
  }

  /** Sets of which none contains another. */
  private static List<List<Integer>> clashes(Random random, int count) {
    List<List<Integer>> clashes = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Set<Integer> members = new HashSet<>();
      for (int size = 1 + random.nextInt(4); size > 0; size--) {
        members.add(random.nextInt(count));
      }
      List<Integer> sorted = members.stream().sorted().toList();
      if (clashes.stream().noneMatch(it -> it.containsAll(sorted) || sorted.containsAll(it))) {
        clashes.add(sorted);
      }
    }
    return clashes;
  }
}

package dev.cleveragents.workspace.change.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of both texts is the same, and for small ones it is the most there can be. */
class LineDiffTest {

  @Test
  void smallTextsHaveTheFewestEdits() {
    for (int round = 0; round < 20_000; round++) {
      long seed = 41_000_000L + round;
      Random random = new Random(seed);
      int alphabet = 1 + random.nextInt(5);
      List<String> before = text(random, random.nextInt(14), alphabet);
      List<String> after = text(random, random.nextInt(14), alphabet);
      LineDiff edits = LineDiff.between(before, after);
      assertSound(edits, before, after, seed);
      int most = longestCommon(before, after);
      assertThat(before.size() - edits.removed().cardinality())
          .as("seed %d: %s to %s", seed, before, after)
          .isEqualTo(most);
    }
  }

  @Test
  void soHaveAShortTextBesideALongOneAndTwoLongerOnes() {
    for (int round = 0; round < 12_000; round++) {
      Random random = new Random(round);
      int alphabet = 1 + random.nextInt(6);
      List<String> before = text(random, random.nextInt(round % 3 == 0 ? 6 : 45), alphabet);
      List<String> after = text(random, random.nextInt(round % 3 == 1 ? 6 : 45), alphabet);
      LineDiff edits = LineDiff.between(before, after);
      assertSound(edits, before, after, round);
      assertThat(before.size() - edits.removed().cardinality())
          .as("seed %d: %s to %s", round, before, after)
          .isEqualTo(longestCommon(before, after));
    }
  }

  /** Cut where it got furthest: not the fewest any more, but not many more either. */
  @ParameterizedTest
  @ValueSource(ints = {4, 20, 100})
  void textsThatDifferInMoreThanTheSearchHasPatienceForKeepMostOfWhatTheyShare(int alphabet) {
    Random random = new Random(7);
    List<String> before = text(random, 3_000, alphabet);
    List<String> after = text(random, 3_000, alphabet);
    LineDiff edits = LineDiff.between(before, after);
    assertSound(edits, before, after, 7);
    assertThat(before.size() - edits.removed().cardinality())
        .isGreaterThan(longestCommon(before, after) * 9 / 10);
  }

  @Test
  void textsThatDifferEverywhereTakeNoLongTime() {
    Random random = new Random(7);
    List<String> before = text(random, 60_000, 400);
    List<String> after = text(random, 60_000, 400);
    assertSound(LineDiff.between(before, after), before, after, 7);
  }

  @Test
  void aFewEditsInALongTextAreFound() {
    List<String> before = IntStream.range(0, 50_000).mapToObj(i -> "line " + i % 300).toList();
    List<String> after = new ArrayList<>(before);
    after.set(100, "other");
    after.remove(25_000);
    after.add(40_000, "more");
    LineDiff edits = LineDiff.between(before, after);
    assertSound(edits, before, after, 0);
    assertThat(edits.removed().cardinality()).isEqualTo(2);
    assertThat(edits.added().cardinality()).isEqualTo(2);
  }

  private static void assertSound(
      LineDiff edits, List<String> before, List<String> after, long seed) {
    assertThat(left(before, edits.removed()))
        .as("seed %d: %d to %d lines", seed, before.size(), after.size())
        .isEqualTo(left(after, edits.added()));
  }

  private static List<String> left(List<String> lines, BitSet without) {
    return IntStream.range(0, lines.size())
        .filter(i -> !without.get(i))
        .mapToObj(lines::get)
        .toList();
  }

  private static List<String> text(Random random, int lines, int alphabet) {
    return random.ints(lines, 0, alphabet).mapToObj(Integer::toString).toList();
  }

  private static int longestCommon(List<String> a, List<String> b) {
    int[][] longest = new int[a.size() + 1][b.size() + 1];
    for (int i = a.size() - 1; i >= 0; i--) {
      for (int j = b.size() - 1; j >= 0; j--) {
        longest[i][j] =
            a.get(i).equals(b.get(j))
                ? longest[i + 1][j + 1] + 1
                : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    return longest[0][0];
  }
}

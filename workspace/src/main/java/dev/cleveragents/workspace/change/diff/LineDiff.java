package dev.cleveragents.workspace.change.diff;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of two texts that have no partner in the other. The remaining lines of both are the
 * same.
 *
 * <p>Myers' algorithm in linear space: the shortest path through the grid of both texts is searched
 * from both ends at once; where the two searches meet it is cut in two, and each half is solved
 * alone. Lines that stand in one text only are taken out first. A search that has not met after
 * {@link #patience} steps is cut where it got furthest, so the result is no longer the shortest but
 * the time stays bounded: n lines take about n·√n steps at most.
 *
 * <pre>
 *        b ───▶            forward paths start at the upper left, backward ones at the lower
 *      ┌─╲──────┐          right; diagonals are equal lines and cost nothing.
 *    a │  ╲_    │
 *      │    │╲  │
 *    ▼ └────┴─╲─┘
 * </pre>
 */
final class LineDiff {

  private static final int LEAST_PATIENCE = 256;

  /** On a diagonal that no path has reached. Steps away from here lead nowhere either. */
  private static final int NOWHERE_FORWARD = Integer.MIN_VALUE / 2;

  private static final int NOWHERE_BACKWARD = Integer.MAX_VALUE / 2;

  private final int[] a;
  private final int[] b;
  private final int[] placeOfA;
  private final int[] placeOfB;
  private final BitSet removed = new BitSet();
  private final BitSet added = new BitSet();
  private final int[] forward;
  private final int[] backward;
  private final int patience;

  private LineDiff(int[] before, int[] after) {
    this.placeOfA = kept(before, after, removed);
    this.placeOfB = kept(after, before, added);
    this.a = at(before, placeOfA);
    this.b = at(after, placeOfB);
    int diagonals = a.length + b.length + 3;
    this.forward = new int[diagonals];
    this.backward = new int[diagonals];
    this.patience = Math.max(LEAST_PATIENCE, (int) Math.sqrt(a.length + b.length));
  }

  static LineDiff between(List<String> before, List<String> after) {
    Map<String, Integer> numbers = new HashMap<>();
    LineDiff edits = new LineDiff(numbered(before, numbers), numbered(after, numbers));
    edits.compare(0, edits.a.length, 0, edits.b.length);
    return edits;
  }

  /** The lines of the first text that are not in the second. */
  BitSet removed() {
    return removed;
  }

  /** The lines of the second text that are not in the first. */
  BitSet added() {
    return added;
  }

  private static int[] numbered(List<String> lines, Map<String, Integer> numbers) {
    return lines.stream()
        .mapToInt(line -> numbers.computeIfAbsent(line, fresh -> numbers.size()))
        .toArray();
  }

  /** The places of the lines that stand in the other text as well; the rest is marked. */
  private static int[] kept(int[] lines, int[] other, BitSet marked) {
    BitSet known = new BitSet();
    for (int line : other) {
      known.set(line);
    }
    int[] places = new int[lines.length];
    int count = 0;
    for (int i = 0; i < lines.length; i++) {
      if (known.get(lines[i])) {
        places[count++] = i;
      } else {
        marked.set(i);
      }
    }
    return Arrays.copyOf(places, count);
  }

  private static int[] at(int[] lines, int[] places) {
    return Arrays.stream(places).map(place -> lines[place]).toArray();
  }

  /** Marks what differs between a[fromA, toA) and b[fromB, toB). */
  private void compare(int fromA, int toA, int fromB, int toB) {
    int startA = fromA;
    int startB = fromB;
    int endA = toA;
    int endB = toB;
    while (true) {
      while (startA < endA && startB < endB && a[startA] == b[startB]) {
        startA++;
        startB++;
      }
      while (startA < endA && startB < endB && a[endA - 1] == b[endB - 1]) {
        endA--;
        endB--;
      }
      if (startA == endA || startB == endB) {
        mark(startA, endA, placeOfA, removed);
        mark(startB, endB, placeOfB, added);
        return;
      }
      Cut cut = new Search(startA, endA, startB, endB).cut();
      compare(startA, cut.inA, startB, cut.inB);
      startA = cut.inA;
      startB = cut.inB;
    }
  }

  private static void mark(int from, int to, int[] places, BitSet marked) {
    for (int i = from; i < to; i++) {
      marked.set(places[i]);
    }
  }

  /** Where the grid is cut in two: neither at its beginning nor at its end. */
  private record Cut(int inA, int inB) {}

  /** The search in one part of the grid, whose first and last lines differ. */
  private final class Search {
    private final int startA;
    private final int endA;
    private final int startB;
    private final int endB;

    /** Moves diagonals, which are numbered by x − y, to indexes that are not negative. */
    private final int shift;

    Search(int startA, int endA, int startB, int endB) {
      this.startA = startA;
      this.endA = endA;
      this.startB = startB;
      this.endB = endB;
      this.shift = b.length + 1;
    }

    Cut cut() {
      int first = startA - startB;
      int last = endA - endB;
      boolean odd = ((first - last) & 1) != 0;
      forward[first + shift] = startA;
      backward[last + shift] = endA;
      for (int steps = 1; ; steps++) {
        for (int k = low(first, steps); k <= high(first, steps); k += 2) {
          int x = stepForward(first, steps, k);
          forward[k + shift] = x;
          if (odd && Math.abs(k - last) < steps && backward[k + shift] <= x) {
            return new Cut(x, x - k);
          }
        }
        for (int k = low(last, steps); k <= high(last, steps); k += 2) {
          int x = stepBackward(last, steps, k);
          backward[k + shift] = x;
          if (!odd && Math.abs(k - first) <= steps && forward[k + shift] >= x) {
            return new Cut(x, x - k);
          }
        }
        if (steps >= patience) {
          return furthest(first, steps);
        }
      }
    }

    /** The least diagonal of this parity that lies in the grid. */
    private int low(int middle, int steps) {
      int least = startA - endB;
      return middle - steps >= least ? middle - steps : least + ((middle - steps - least) & 1);
    }

    private int high(int middle, int steps) {
      int most = endA - startB;
      return middle + steps <= most ? middle + steps : most - ((middle + steps - most) & 1);
    }

    private int stepForward(int first, int steps, int k) {
      int x = NOWHERE_FORWARD;
      if (isReached(first, steps - 1, k - 1) && forward[k - 1 + shift] < endA) {
        x = forward[k - 1 + shift] + 1;
      }
      if (isReached(first, steps - 1, k + 1) && forward[k + 1 + shift] - k <= endB) {
        x = Math.max(x, forward[k + 1 + shift]);
      }
      while (x >= startA && x < endA && x - k < endB && a[x] == b[x - k]) {
        x++;
      }
      return x;
    }

    private int stepBackward(int last, int steps, int k) {
      int x = NOWHERE_BACKWARD;
      if (isReached(last, steps - 1, k + 1) && backward[k + 1 + shift] > startA) {
        x = backward[k + 1 + shift] - 1;
      }
      if (isReached(last, steps - 1, k - 1) && backward[k - 1 + shift] - k >= startB) {
        x = Math.min(x, backward[k - 1 + shift]);
      }
      while (x <= endA && x > startA && x - k > startB && a[x - 1] == b[x - k - 1]) {
        x--;
      }
      return x;
    }

    /** Whether a search that began on the middle diagonal has written this one by that step. */
    private boolean isReached(int middle, int steps, int k) {
      return Math.abs(k - middle) <= steps && k >= startA - endB && k <= endA - startB;
    }

    private Cut furthest(int first, int steps) {
      int best = startA;
      int bestK = first;
      for (int k = low(first, steps); k <= high(first, steps); k += 2) {
        int x = forward[k + shift];
        if (2L * x - k > 2L * best - bestK) {
          best = x;
          bestK = k;
        }
      }
      return new Cut(best, best - bestK);
    }
  }
}

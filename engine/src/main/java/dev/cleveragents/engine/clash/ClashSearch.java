package dev.cleveragents.engine.clash;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Searches the smallest set of subplans that fail a check together, when all of them together do.
 * Delta debugging: a binary search in merge order finds the last member, a second one in front of
 * it the member before, until the members alone fail.
 *
 * <ul>
 *   <li>With n subplans of which one pair clashes there are at most 2 ⌈log2 n⌉ + 1 trials.
 *   <li>A set is tried with all that its members depend on, and never twice.
 *   <li>Without any member of the set found, a set that has all the others was seen to pass, unless
 *       its results could not be merged.
 * </ul>
 *
 * Used once, by one thread.
 */
public final class ClashSearch {

  /** How a trial of some subplans ended. */
  public enum Outcome {
    PASSED,
    FAILED,
    /** Their results do not merge without the others. */
    UNRESOLVED
  }

  /** Merges some subplans and runs the checks on the result. */
  public interface Trial {

    /**
     * Tries a set.
     *
     * @param members positions in merge order, rising; empty for the base
     */
    Outcome run(List<Integer> members) throws InterruptedException;
  }

  /**
   * A set of subplans that fails.
   *
   * @param members positions in merge order, rising; empty if the base alone fails
   * @param smallest whether the search was complete; otherwise a smaller set may fail too
   */
  public record Clash(List<Integer> members, boolean smallest) {

    public Clash {
      members = List.copyOf(members);
    }
  }

  /**
   * The largest set that was found to pass.
   *
   * @param members positions in merge order, rising; empty if none was found
   * @param clashes why the others are not in it
   */
  public record Green(List<Integer> members, List<Clash> clashes) {

    public Green {
      members = List.copyOf(members);
      clashes = List.copyOf(clashes);
    }
  }

  private final List<Set<Integer>> needs;
  private final Trial trial;
  private final BooleanSupplier timeLeft;
  private final Map<Set<Integer>, Outcome> known = new HashMap<>();

  /**
   * A search among as many subplans as there are lists.
   *
   * @param needs for each subplan the positions of all that it depends on, also through others
   * @param timeLeft whether another trial may begin
   */
  public ClashSearch(List<Set<Integer>> needs, Trial trial, BooleanSupplier timeLeft) {
    this.needs = List.copyOf(needs);
    this.trial = trial;
    this.timeLeft = timeLeft;
    known.put(new TreeSet<>(all()), Outcome.FAILED);
  }

  private List<Integer> all() {
    return IntStream.range(0, needs.size()).boxed().toList();
  }

  /** The smallest set that fails; all of them together are known to. */
  public Clash smallest() throws InterruptedException {
    return within(all());
  }

  /**
   * The largest set that passes: all without a member of each clash, which is chosen so that few
   * are left out.
   */
  public Green largestGreen() throws InterruptedException {
    List<Clash> clashes = new ArrayList<>();
    List<Integer> rest = all();
    while (true) {
      Clash clash = within(rest);
      clashes.add(clash);
      if (clash.members().isEmpty() || !clash.smallest()) {
        return new Green(List.of(), clashes);
      }
      rest = without(leftOut(clashes));
      if (rest.isEmpty() || !timeLeft.getAsBoolean()) {
        return new Green(List.of(), clashes);
      }
      switch (outcome(rest)) {
        case PASSED -> {
          return new Green(rest, clashes);
        }
        case UNRESOLVED -> {
          return new Green(List.of(), clashes);
        }
        case FAILED -> {}
      }
    }
  }

  /** Has a member of each clash: those of many clashes first, of equal ones the last in order. */
  private static Set<Integer> leftOut(List<Clash> clashes) {
    Set<Integer> chosen = new TreeSet<>();
    List<Clash> open = new ArrayList<>(clashes);
    while (!open.isEmpty()) {
      Map<Integer, Integer> counts = new HashMap<>();
      open.forEach(clash -> clash.members().forEach(it -> counts.merge(it, 1, Integer::sum)));
      int most =
          counts.keySet().stream()
              .max(Comparator.<Integer>comparingInt(counts::get).thenComparing(it -> it))
              .orElseThrow();
      chosen.add(most);
      open.removeIf(clash -> clash.members().contains(most));
    }
    return chosen;
  }

  /** All but these and those that depend on them. */
  private List<Integer> without(Set<Integer> leftOut) {
    return all().stream()
        .filter(it -> !leftOut.contains(it) && needs.get(it).stream().noneMatch(leftOut::contains))
        .toList();
  }

  /** The smallest failing set of these, which fail together. */
  private Clash within(List<Integer> universe) throws InterruptedException {
    List<Integer> found = new ArrayList<>();
    int failing = universe.size();
    while (failing > 0) {
      if (found.size() > 1 && fails(found)) {
        break;
      }
      int low = found.isEmpty() ? 1 : 0;
      int high = failing;
      while (low < high && timeLeft.getAsBoolean()) {
        int middle = (low + high) / 2;
        if (fails(joined(universe.subList(0, middle), found))) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      if (low < high) {
        return new Clash(joined(universe.subList(0, high), found), false);
      }
      if (high == 0) {
        break;
      }
      if (found.isEmpty() && high == 1 && fails(List.of())) {
        return new Clash(List.of(), true);
      }
      found.addFirst(universe.get(high - 1));
      failing = high - 1;
    }
    return reduced(found);
  }

  /** Leaves out members of a large set that a trial shows not to be needed. */
  private Clash reduced(List<Integer> found) throws InterruptedException {
    List<Integer> members = found;
    if (found.size() > 2) {
      for (Integer each : found) {
        if (!timeLeft.getAsBoolean()) {
          return new Clash(members, false);
        }
        List<Integer> fewer = members.stream().filter(it -> !it.equals(each)).toList();
        if (fails(fewer)) {
          members = fewer;
        }
      }
    }
    return new Clash(members, true);
  }

  private boolean fails(List<Integer> members) throws InterruptedException {
    return outcome(members) == Outcome.FAILED;
  }

  private Outcome outcome(Collection<Integer> members) throws InterruptedException {
    Set<Integer> whole = new TreeSet<>(members);
    members.forEach(it -> whole.addAll(needs.get(it)));
    Outcome before = known.get(whole);
    if (before != null) {
      return before;
    }
    Outcome outcome = trial.run(List.copyOf(whole));
    known.put(whole, outcome);
    return outcome;
  }

  private static List<Integer> joined(List<Integer> some, List<Integer> others) {
    List<Integer> joined = new ArrayList<>(some);
    joined.addAll(others);
    return joined;
  }
}

package dev.cleveragents.exec.tree;

import dev.cleveragents.exec.tree.ProcessTable.Entry;
import dev.cleveragents.exec.tree.ProcessTable.Found;
import dev.cleveragents.exec.tree.ProcessTable.Shows;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Looks at the process table until it is known which processes are looked for.
 *
 * <p>A process that is about to run another program shows no environment until the system has time
 * for it, so its owner is unknown meanwhile. A search that found nothing therefore continues until
 * every process it met has once shown what it is, for a second at most; but if this process stood
 * still meanwhile, a second has no looks in it, so there are always some. One that says it has no
 * environment must say so often: each does for an instant.
 *
 * @param look one look through the table
 * @param prove the handle of a process that was seen, if it is certainly its own
 * @param nanos a monotonic clock
 */
record ProcessSearch(
    Supplier<List<Entry>> look, Function<Entry, Optional<Found>> prove, LongSupplier nanos) {

  private static final Duration AT_MOST = Duration.ofSeconds(1);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  private static final int LEAST_LOOKS = 10;

  private static final int LOOKS_AT_NONE = 20;

  /**
   * The first process of a namespace must get a request before the program that it waits for:
   * otherwise it takes the end of that program for the end of all.
   */
  private static final Comparator<Entry> OLDEST_FIRST =
      Comparator.comparingLong(Entry::started).thenComparingLong(Entry::pid);

  private record Known(long pid, long started) {}

  /** All for which {@code isOurs} holds, and all below them; parents before their children. */
  List<Found> find(Predicate<Entry> isOurs) {
    Set<Known> known = new HashSet<>();
    Map<Known, Integer> empty = new HashMap<>();
    long began = nanos.getAsLong();
    for (int looks = 1; ; looks++) {
      List<Entry> all = look.get();
      Set<Entry> ours = withThoseBelow(all, isOurs);
      List<Found> found =
          ours.stream().sorted(OLDEST_FIRST).flatMap(entry -> prove.apply(entry).stream()).toList();
      for (Entry entry : all) {
        if (entry.shows() == Shows.ALL
            || (entry.shows() == Shows.NONE
                && empty.merge(known(entry), 1, Integer::sum) == LOOKS_AT_NONE)) {
          known.add(known(entry));
        }
      }
      // One of ours that was gone before it was proven may have left another.
      boolean unsure =
          !ours.isEmpty() || all.stream().anyMatch(entry -> !known.contains(known(entry)));
      boolean timeIsUp = looks >= LEAST_LOOKS && nanos.getAsLong() - began > AT_MOST.toNanos();
      if (!found.isEmpty() || !unsure || timeIsUp) {
        return found;
      }
      if (ours.isEmpty()) {
        LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      }
    }
  }

  private static Known known(Entry entry) {
    return new Known(entry.pid(), entry.started());
  }

  private static Set<Entry> withThoseBelow(List<Entry> all, Predicate<Entry> isOurs) {
    Set<Entry> ours = new HashSet<>();
    Set<Long> pids = new HashSet<>();
    boolean grew = true;
    while (grew) {
      grew = false;
      for (Entry entry : all) {
        if (!ours.contains(entry) && (pids.contains(entry.parent()) || isOurs.test(entry))) {
          ours.add(entry);
          pids.add(entry.pid());
          grew = true;
        }
      }
    }
    return ours;
  }
}

package dev.cleveragents.context.project;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.project.UpkeepStatus.Doing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which projects wait for {@link Upkeep}, which one is attended, and how each stands.
 *
 * <p>Invariants, guarded by {@code lock}, under which nothing foreign is called: a project waits in
 * the queue at most once; one that is put off is not in the queue, however often it is wanted,
 * until {@link #back} puts it there; while the queue is not empty and this is not closed, somebody
 * has been told to work and has not been told that there is nothing left.
 */
final class Roster {

  static final Duration FIRST_WAIT = Duration.ofSeconds(15);
  static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
  private static final int MOST_DOUBLINGS = 10;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Path, Matter> matters = new HashMap<>();

  @GuardedBy("lock")
  private final Set<Path> queue = new LinkedHashSet<>();

  @GuardedBy("lock")
  private boolean working;

  @GuardedBy("lock")
  private boolean closed;

  private record Matter(Chore chore, UpkeepStatus status, int failures) {

    Matter at(UpkeepStatus other) {
      return new Matter(chore, other, failures);
    }
  }

  /** A project to attend to now. */
  record Turn(Path root, Chore chore) {}

  /**
   * What follows a failure.
   *
   * @param after how long to wait before the next try
   * @param isNew whether it failed for the first time, or in another way than the last time
   */
  record Retry(Duration after, boolean isNew) {}

  /**
   * Puts a project into the queue unless it is put off; says whether somebody must start to work.
   */
  boolean want(Path root, Chore chore) {
    synchronized (lock) {
      Matter known = matters.computeIfAbsent(root, _ -> new Matter(chore, UpkeepStatus.IDLE, 0));
      return known.status().doing() != Doing.WAITING && enqueue(root);
    }
  }

  /** Puts one back into the queue that was put off; says whether somebody must start to work. */
  boolean back(Path root) {
    synchronized (lock) {
      return enqueue(root);
    }
  }

  @GuardedBy("lock")
  private boolean enqueue(Path root) {
    if (closed) {
      return false;
    }
    queue.add(root);
    Matter matter = matter(root);
    Doing now = matter.status().doing();
    if (now == Doing.NOTHING || now == Doing.WAITING) {
      matters.put(root, matter.at(matter.status().doing(Doing.QUEUED, 0, 0)));
    }
    boolean start = !working;
    working = true;
    return start;
  }

  /** The next one; nothing if there is nothing left to do, and then nobody works any more. */
  Optional<Turn> next() {
    synchronized (lock) {
      Iterator<Path> first = queue.iterator();
      if (closed || !first.hasNext()) {
        working = false;
        return Optional.empty();
      }
      Path root = first.next();
      first.remove();
      doing(root, Doing.SYNTAX, 0, 0);
      return Optional.of(new Turn(root, matter(root).chore()));
    }
  }

  /** Nobody could start to work; says whether that matters to anybody. */
  boolean notStarted() {
    synchronized (lock) {
      working = false;
      return !closed;
    }
  }

  void doing(Path root, Doing doing, long done, long total) {
    synchronized (lock) {
      Matter matter = matter(root);
      matters.put(root, matter.at(matter.status().doing(doing, done, total)));
    }
  }

  void done(Path root) {
    synchronized (lock) {
      Doing next = queue.contains(root) ? Doing.QUEUED : Doing.NOTHING;
      put(root, UpkeepStatus.IDLE.doing(next, 0, 0), 0);
    }
  }

  /** Puts it off without a failure. */
  void later(Path root) {
    synchronized (lock) {
      queue.remove(root);
      put(root, UpkeepStatus.IDLE.doing(Doing.WAITING, 0, 0), 0);
    }
  }

  /** Puts it off, twice as long each time. */
  Retry failed(Path root, String why) {
    synchronized (lock) {
      int before = matter(root).failures();
      boolean isNew = before == 0 || !matter(root).status().failure().equals(Optional.of(why));
      queue.remove(root);
      put(root, new UpkeepStatus(Doing.WAITING, 0, 0, Optional.of(why)), before + 1);
      Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(before, MOST_DOUBLINGS));
      return new Retry(wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT, isNew);
    }
  }

  UpkeepStatus status(Path root) {
    synchronized (lock) {
      Matter known = matters.get(root);
      return known == null ? UpkeepStatus.IDLE : known.status();
    }
  }

  /** From now on there is nothing to do. */
  void close() {
    synchronized (lock) {
      closed = true;
    }
  }

  @GuardedBy("lock")
  private void put(Path root, UpkeepStatus status, int failures) {
    matters.put(root, new Matter(matter(root).chore(), status, failures));
  }

  @GuardedBy("lock")
  private Matter matter(Path root) {
    return Objects.requireNonNull(matters.get(root));
  }
}

package dev.cleveragents.exec.tree;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Ends a process tree: asks every process to end, gives them a grace, then kills, looking again
 * after each round, because a process may fork while it is being ended. Ends itself: it gives up
 * five seconds after the grace, though not before some rounds, for this process may have stood
 * still meanwhile, and returns what is left. Every process gets its signal through a handle that
 * Java checks against the process's start.
 *
 * <p>A process that only waits for the others is not asked while there are any: with its end Java
 * would close the pipe that the others still say their last words into.
 */
public final class TreeTermination {

  private static final Duration KILL_WITHIN = Duration.ofSeconds(5);
  private static final int LEAST_ROUNDS = 20;
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final ProcessTree tree;
  private final Optional<ProcessHandle> waiting;
  private final TimeSource time;
  private boolean interrupted;

  /**
   * @param waiting the process of the tree that only waits for the others, if there is one
   */
  public TreeTermination(ProcessTree tree, Optional<ProcessHandle> waiting, TimeSource time) {
    this.tree = tree;
    this.waiting = waiting;
    this.time = time;
  }

  /**
   * Returns the ids of processes that are left. An interrupt cuts the grace short, not the killing,
   * and is there again afterwards.
   */
  public List<Long> end(Duration grace) {
    interrupted = Thread.interrupted();
    try {
      List<ProcessHandle> left = ask(tree.living(), grace);
      return kill(left).stream().map(ProcessHandle::pid).toList();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private List<ProcessHandle> ask(List<ProcessHandle> living, Duration grace) {
    Set<ProcessHandle> asked = new HashSet<>();
    List<ProcessHandle> left = living;
    long started = time.nanos();
    Duration pause = Duration.ofMillis(1);
    while (!left.isEmpty()
        && !interrupted
        && (asked.isEmpty() ? grace.isPositive() : time.nanos() - started < grace.toNanos())) {
      toAsk(left).filter(asked::add).forEach(ProcessHandle::destroy);
      pause(pause);
      pause = longer(pause);
      left = tree.living();
    }
    return left;
  }

  private Stream<ProcessHandle> toAsk(List<ProcessHandle> living) {
    return living.size() == 1
        ? living.stream()
        : living.stream().filter(process -> !waiting.equals(Optional.of(process)));
  }

  private List<ProcessHandle> kill(List<ProcessHandle> living) {
    List<ProcessHandle> left = living;
    long started = time.nanos();
    Duration pause = Duration.ofMillis(1);
    for (int round = 0;
        !left.isEmpty() && (round < LEAST_ROUNDS || time.nanos() - started < KILL_WITHIN.toNanos());
        round++) {
      left.forEach(ProcessHandle::destroyForcibly);
      if (round > 0) {
        tree.killTogether();
      }
      pause(pause);
      pause = longer(pause);
      left = tree.living();
    }
    return left;
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private void pause(Duration duration) {
    try {
      CancellationToken.none().await(duration);
    } catch (InterruptedException e) {
      interrupted = true;
    }
  }
}

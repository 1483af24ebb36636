package dev.cleveragents.exec.tree;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The tree of a run where the system does not show us the environment of processes, as on macOS:
 * the main process, those below it, and those that were below any of them at an earlier look. A
 * process whose parent ended between two looks is lost to us.
 *
 * <p>Confined to the thread that runs the command.
 */
public final class DescendantTree implements ProcessTree {

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final Set<ProcessHandle> known = new LinkedHashSet<>();

  public DescendantTree(ProcessHandle main) {
    known.add(main);
  }

  @Override
  public List<ProcessHandle> living() {
    // Those that have ended have nothing below them any more.
    known.removeIf(process -> !process.isAlive());
    for (ProcessHandle process : List.copyOf(known)) {
      process.descendants().forEach(known::add);
    }
    return List.copyOf(known);
  }

  @Override
  public Duration lookEvery() {
    return LOOK_EVERY;
  }
}

package dev.cleveragents.exec.tree;

import java.time.Duration;
import java.util.List;

/**
 * The tree of a run in a namespace of processes of its own. All of its processes are below the
 * namespace's first one, whatever they do, and the kernel ends them with that one. The main process
 * waits for the first one: if it has ended by itself, nothing is left, and nothing is looked for.
 * Until then, and if the main process was killed, the processes are found as elsewhere.
 *
 * @param main waits for the first process of the namespace
 * @param found finds the main process and all below it, and the first process also without it
 */
public record NamespaceTree(Process main, ProcessTree found) implements ProcessTree {

  /** The last exit code that a program has of itself; from here on they come from a shell. */
  private static final int LAST_CODE = 125;

  @Override
  public List<ProcessHandle> living() {
    return isOver() ? List.of() : found.living();
  }

  /** 1 is also the exit code of a main process that failed before it had a namespace. */
  private boolean isOver() {
    if (main.isAlive() || main.toHandle().isAlive()) {
      return false;
    }
    int code = main.exitValue();
    return code != 1 && code <= LAST_CODE;
  }

  @Override
  public void killTogether() {
    found.killTogether();
  }

  @Override
  public Duration lookEvery() {
    return found.lookEvery();
  }
}

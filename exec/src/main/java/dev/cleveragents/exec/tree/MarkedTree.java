package dev.cleveragents.exec.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tree of a run on Linux. A process belongs to it if it carries the run's marker, or if it is
 * in the session the run was started in, or if its parent belongs to it.
 *
 * <p>So a process stays in it when its parent dies, when it becomes a daemon in a session of its
 * own (it has the marker) or when it drops its environment (it is in the session). One that does
 * all three is lost to us, and so is a program made to run away: where each process lives for a
 * shorter time than a look takes.
 *
 * <p>The session is named by the main process's id, which may be used again after that process and
 * all of its session have ended. So only those count that started before the main process was seen
 * to have ended: the id was its own then. Confined to the thread that runs the command.
 */
public final class MarkedTree implements ProcessTree {

  private final RunMarker marker;
  private final ProcessMoment since;
  private final @Nullable ProcessHandle leader;
  private long sessionUntil = Long.MAX_VALUE;
  private boolean groupLives;

  /**
   * @param since before the start
   * @param leader the main process, if it was started in a session of its own
   */
  public MarkedTree(RunMarker marker, ProcessMoment since, @Nullable ProcessHandle leader) {
    this.marker = marker;
    this.since = since;
    this.leader = leader;
  }

  @Override
  public List<ProcessHandle> living() {
    if (leader != null && !leader.isAlive() && sessionUntil == Long.MAX_VALUE) {
      sessionUntil = ProcessTable.now();
    }
    List<ProcessTable.Found> found = ProcessTable.find(since, this::isOurs);
    groupLives = found.stream().anyMatch(process -> isInGroup(process.entry()));
    return found.stream().map(ProcessTable.Found::handle).toList();
  }

  /** The group's id cannot be given to others while one of ours is in it. */
  @Override
  public void killTogether() {
    if (leader != null && groupLives) {
      GroupKill.kill(leader.pid());
    }
  }

  public boolean isOurs(ProcessTable.Entry entry) {
    String mark = entry.mark();
    return (mark != null && marker.isIn(mark)) || isInSession(entry);
  }

  private boolean isInGroup(ProcessTable.Entry entry) {
    return leader != null && entry.group() == leader.pid();
  }

  private boolean isInSession(ProcessTable.Entry entry) {
    return leader != null && entry.session() == leader.pid() && entry.started() <= sessionUntil;
  }
}

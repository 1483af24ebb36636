package dev.cleveragents.exec;

import dev.cleveragents.exec.tree.ProcessMoment;
import dev.cleveragents.exec.tree.ProcessTable;
import dev.cleveragents.exec.tree.ProcessTree;
import dev.cleveragents.exec.tree.RunMarker;
import dev.cleveragents.exec.tree.TreeTermination;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what commands of a process that was killed left running on this machine: no process was
 * there to end it. Found by the owner that every command leaves in the environment of its
 * processes, see {@link Command#withOwner}; a command that runs for a job is owned by its lease
 * unless it names another owner.
 *
 * <p>Only Linux shows us the environment of processes; elsewhere nothing is found, and {@link
 * #canLook} says so. Ends only processes of users whose environment we may read. Never ends the
 * process it is called in.
 */
public final class OrphanedCommands {

  private static final Logger log = LoggerFactory.getLogger(OrphanedCommands.class);
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final int MOST_LOOKS = 50;

  private OrphanedCommands() {}

  /** Whether this system shows what is looked for. */
  public static boolean canLook() {
    return ProcessTable.isThere();
  }

  /**
   * Ends the commands of all earlier attempts of a job, those with a lower lease number; to be
   * called by a new attempt before it starts. Those of this lease and of later ones are left alone.
   * Processes that do not die are logged.
   *
   * @return their ids; almost always empty
   */
  public static List<Long> endEarlierAttempts(Lease lease) {
    if (lease.number() == 1) {
      return List.of();
    }
    String job = lease.job() + "#";
    List<Long> left =
        end(owner -> owner.startsWith(job) && isBelow(owner.substring(job.length()), lease));
    if (!left.isEmpty()) {
      log.warn("Processes {} of earlier attempts of {} do not end", left, lease);
    }
    return left;
  }

  /**
   * The owners of all commands that run on this machine now, each with its processes.
   *
   * @return empty where the system does not show them
   */
  public static Map<String, List<Long>> running() {
    Map<String, List<Long>> running = new TreeMap<>();
    if (canLook()) {
      for (ProcessTable.Found found :
          ProcessTable.find(ProcessMoment.BEGINNING, entry -> entry.mark() != null)) {
        String mark = found.entry().mark();
        if (mark != null) {
          RunMarker.owners(mark)
              .forEach(
                  owner ->
                      running
                          .computeIfAbsent(owner, _ -> new ArrayList<>())
                          .add(found.entry().pid()));
        }
      }
    }
    return running;
  }

  /**
   * Ends the commands of exactly this owner.
   *
   * @return ids of processes that did not die; almost always empty
   */
  public static List<Long> endOwned(String exactly) {
    return end(exactly::equals);
  }

  /**
   * Kills all that a process has started, and what has left these to live on its own, without
   * asking any of it to end: for one that is about to leave at once. A process that does not die is
   * left.
   */
  public static void killBelow(ProcessHandle process) {
    Set<String> marks = marksBelow(process);
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      List<ProcessHandle> living =
          Stream.concat(process.descendants(), marked(marks))
              .filter(ProcessHandle::isAlive)
              .toList();
      if (living.isEmpty()) {
        return;
      }
      living.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** The marker for runs below a process, without that of the process itself. */
  private static Set<String> marksBelow(ProcessHandle process) {
    Set<Long> below = process.descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    Set<String> marks = new HashSet<>();
    if (canLook() && !below.isEmpty()) {
      ProcessTable.find(ProcessMoment.BEGINNING, entry -> below.contains(entry.pid()))
          .forEach(found -> Optional.ofNullable(found.entry().mark()).ifPresent(marks::add));
      ProcessTable.find(ProcessMoment.BEGINNING, entry -> entry.pid() == process.pid()).stream()
          .filter(found -> found.entry().pid() == process.pid())
          .forEach(found -> Optional.ofNullable(found.entry().mark()).ifPresent(marks::remove));
    }
    return marks;
  }

  private static Stream<ProcessHandle> marked(Set<String> marks) {
    return marks.isEmpty()
        ? Stream.empty()
        : ProcessTable.find(ProcessMoment.BEGINNING, entry -> isMarked(entry, marks)).stream()
            .map(ProcessTable.Found::handle);
  }

  private static boolean isMarked(ProcessTable.Entry entry, Set<String> marks) {
    String mark = entry.mark();
    return mark != null && marks.contains(mark);
  }

  private static boolean isBelow(String number, Lease lease) {
    return number.matches("[0-9]{1,18}") && Long.parseLong(number) < lease.number();
  }

  private static List<Long> end(Predicate<String> owner) {
    if (!canLook()) {
      return List.of();
    }
    ProcessTree owned =
        () ->
            ProcessTable.find(ProcessMoment.BEGINNING, entry -> isOwned(entry, owner)).stream()
                .map(ProcessTable.Found::handle)
                .toList();
    return new TreeTermination(owned, Optional.empty(), TimeSource.system()).end(GRACE);
  }

  private static boolean isOwned(ProcessTable.Entry entry, Predicate<String> owner) {
    String mark = entry.mark();
    return mark != null && RunMarker.isOwned(mark, owner);
  }
}

package dev.cleveragents.kernel.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which process of which machine a session lives in. A process id alone is not enough: it is used
 * again after its process is gone, so the time of its start belongs to it. That is kept as the
 * distance from the start of the machine's first process: the start itself is reckoned from the
 * wall clock (on Linux by every process anew, from the time of boot), and one process would see
 * another that lives as gone after the clock was set.
 *
 * @param host a name that no other machine on the same store has
 * @param pid the process id
 * @param startedAfter how long after process 1 it started, or null where the system does not tell
 */
public record ProcessIdentity(String host, long pid, @Nullable Duration startedAfter) {

  /** Where Linux says how a process does, and how many threads it has, behind its name. */
  private static final int STATE = 0;

  private static final int THREADS = 17;

  /** This process, on a machine of that name. */
  public static ProcessIdentity current(String host) {
    ProcessHandle process = ProcessHandle.current();
    return new ProcessIdentity(host, process.pid(), startOf(process).orElse(null));
  }

  /**
   * Whether that process is certainly gone, seen from the machine {@code host}: it was on this
   * machine and there is none of its id, or one that started at another time, or only what is left
   * of a process until its parent has asked how it ended.
   */
  public boolean isGoneFrom(String host) {
    return this.host.equals(host)
        && (ProcessHandle.of(pid).map(this::isAnother).orElse(true) || isOnlyAnEntry(pid));
  }

  /**
   * Whether the process has ended and only its entry in the table is left. Java takes that for a
   * living process, and it lasts where the parent does not ask, as in many containers. One whose
   * first thread has ended looks the same, but has other threads.
   */
  private static boolean isOnlyAnEntry(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // Behind the name, which may have any characters in it.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
      return fields.length > THREADS
          && fields[STATE].equals("Z")
          && Integer.parseInt(fields[THREADS]) <= 1;
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  private boolean isAnother(ProcessHandle process) {
    return startedAfter != null
        && startOf(process).map(start -> !start.equals(startedAfter)).orElse(false);
  }

  private static Optional<Duration> startOf(ProcessHandle process) {
    return ProcessHandle.of(1)
        .flatMap(first -> first.info().startInstant())
        .flatMap(first -> process.info().startInstant().map(it -> Duration.between(first, it)));
  }
}

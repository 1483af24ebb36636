package dev.cleveragents.kernel.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The process and machine of a session. A process id alone is not enough, because ids are reused,
 * so the start time belongs to it. It is stored as the time since the start of the machine's first
 * process: the absolute start time is computed from the wall clock (on Linux by each process, from
 * the time of boot), so after a clock change a living process would look gone.
 *
 * @param host a name that no other machine on the same store has
 * @param pid the process id
 * @param startedAfter how long after process 1 it started, or null where the system does not report
 *     it
 */
public record ProcessIdentity(String host, long pid, @Nullable Duration startedAfter) {

  /**
   * Fields of Linux's {@code stat} behind the name: the process state and the number of threads.
   */
  private static final int STATE = 0;

  private static final int THREADS = 17;

  /** This process, on a machine of that name. */
  public static ProcessIdentity current(String host) {
    ProcessHandle process = ProcessHandle.current();
    return new ProcessIdentity(host, process.pid(), startOf(process).orElse(null));
  }

  /**
   * Whether that process is certainly gone, seen from the machine {@code host}: it was on this
   * machine and no process has its id, or one that started at another time, or only a zombie.
   */
  public boolean isGoneFrom(String host) {
    return this.host.equals(host)
        && (ProcessHandle.of(pid).map(this::isAnother).orElse(true) || isZombie(pid));
  }

  /**
   * Whether the process is a zombie: it has ended, and its parent has not collected its exit
   * status. Java takes a zombie for a living process, and in many containers it stays. A process
   * whose first thread has ended looks the same, but has other threads.
   */
  private static boolean isZombie(long pid) {
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

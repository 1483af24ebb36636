package dev.cleveragents.exec.tree;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A moment in the life of the process table. Shortly after it, and unless the ids have wrapped
 * around, all that started since has an id from a known range, so that the table need not be read
 * whole.
 *
 * @param ticks since the machine started
 * @param lastPid the id given out last, to a process or to a thread; negative if it is not known
 * @param nanos on the clock of {@link System#nanoTime}
 */
public record ProcessMoment(long ticks, long lastPid, long nanos) {

  /** Everything that lives started since. */
  public static final ProcessMoment BEGINNING = new ProcessMoment(0, -1, 0);

  /** More than any machine gives out: so within the time that follows no id comes round again. */
  private static final long MOST_IDS_PER_MILLISECOND = 200;

  private static final long SHORTLY_NANOS = idsInAll() * 1_000_000 / MOST_IDS_PER_MILLISECOND;

  public static ProcessMoment now() {
    try {
      return new ProcessMoment(ProcessTable.now(), ProcessTable.lastPid(), System.nanoTime());
    } catch (IOException e) {
      return new ProcessMoment(ProcessTable.now(), -1, 0);
    }
  }

  /** Whether all that started since has an id above {@code lastPid}, up to the last of now. */
  boolean isFollowedBy(long lastPidNow) {
    return lastPid >= 0 && lastPidNow >= lastPid && System.nanoTime() - nanos < SHORTLY_NANOS;
  }

  private static long idsInAll() {
    // At one go: read byte by byte, as Files.readString begins, this file ends after the first.
    try (BufferedReader file = Files.newBufferedReader(Path.of("/proc/sys/kernel/pid_max"))) {
      return Long.parseLong(String.valueOf(file.readLine()));
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }
}

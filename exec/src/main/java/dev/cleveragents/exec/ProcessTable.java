package dev.cleveragents.exec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this machine as Linux shows them below {@code /proc}, with what {@link Marker}
 * put into their environment.
 *
 * <p>A look goes through the table once and then through the ids given out meanwhile, until there
 * are no more: so a process is met also if each only lives to fork the next, unless the ids have
 * just begun anew. A process that is about to run another program shows no environment for a
 * moment, and one that does so over and over for about half of the time; a look that found nothing
 * but met such a one is repeated, so often that it is not missed by chance.
 *
 * <p>A process is handed out only if it is certain that the handle is of the very process that was
 * looked at: the handle is taken, then the entry is read again and is that of the same start, then
 * the handle still lives. This process itself is never among them.
 */
final class ProcessTable {

  private static final Path PROC = Path.of("/proc");
  private static final byte[] VARIABLE = (Marker.VARIABLE + "=").getBytes(StandardCharsets.UTF_8);
  private static final int LOOKS_WHEN_UNSURE = 40;

  /** One of ours was there but gone before it was proven so, and may have left another. */
  private static final int MOST_LOOKS = 80;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);
  private static final int MOST_PURSUED = 5_000;
  private static final long KERNEL_THREAD = 0x0020_0000;

  /**
   * One process that lives, that is: has an address space.
   *
   * @param started in ticks since the machine started
   * @param mark the marker variable's value, or null if it has none
   * @param bare whether it shows no environment at all
   */
  record Entry(
      long pid,
      long parent,
      long group,
      long session,
      long started,
      @Nullable String mark,
      boolean bare) {}

  /** A process that was looked for, and the handle proven to be its own. */
  record Found(Entry entry, ProcessHandle handle) {}

  private ProcessTable() {}

  /** Whether this system has such a table. */
  static boolean isThere() {
    return Files.isReadable(PROC.resolve("self/environ")) && now() > 0;
  }

  /** The present in ticks since the machine started; 0 if it is not to be had. */
  static long now() {
    try {
      String uptime = Files.readString(PROC.resolve("uptime"));
      return (long) (Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * 100);
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * All processes started at {@code since} or later for which {@code isOurs} holds, and all below
   * them.
   */
  static List<Found> find(long since, Predicate<Entry> isOurs) {
    List<Found> found = List.of();
    int unsure = 0;
    for (int look = 0; found.isEmpty() && look < MOST_LOOKS && unsure < LOOKS_WHEN_UNSURE; look++) {
      List<Entry> all = entries(since);
      Set<Entry> ours = withThoseBelow(all, isOurs);
      found = ours.stream().flatMap(entry -> prove(entry).stream()).toList();
      if (ours.isEmpty()) {
        if (all.stream().noneMatch(Entry::bare)) {
          break;
        }
        unsure++;
        LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      }
    }
    return found;
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

  private static List<Entry> entries(long since) {
    List<Entry> found = new ArrayList<>();
    try (DirectoryStream<Path> table = Files.newDirectoryStream(PROC, ProcessTable::isProcess)) {
      long before = lastPid();
      for (Path process : table) {
        entry(process, since).ifPresent(found::add);
      }
      for (long pid = before + 1; pid <= lastPid() && pid <= before + MOST_PURSUED; pid++) {
        entry(PROC.resolve(Long.toString(pid)), since).ifPresent(found::add);
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new IllegalStateException(
          "The processes of this machine cannot be listed; see that /proc is mounted", e);
    }
    return found;
  }

  /** The id given out last, to a process or to a thread. */
  private static long lastPid() throws IOException {
    String load = Files.readString(PROC.resolve("loadavg")).strip();
    return Long.parseLong(load.substring(load.lastIndexOf(' ') + 1));
  }

  private static boolean isProcess(Path path) {
    return Character.isDigit(path.getFileName().toString().charAt(0));
  }

  /** Reads one entry; empty if it is too old, of the kernel, dead, or gone before it was read. */
  private static Optional<Entry> entry(Path process, long since) {
    try {
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      // The name before it may hold anything, also brackets and spaces.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      boolean dead = fields[0].equals("Z") || fields[0].equals("X");
      boolean kernel = (Long.parseLong(fields[6]) & KERNEL_THREAD) != 0;
      long started = Long.parseLong(fields[19]);
      if (dead || kernel || started < since) {
        return Optional.empty();
      }
      byte[] environment = environment(process);
      return Optional.of(
          new Entry(
              Long.parseLong(process.getFileName().toString()),
              Long.parseLong(fields[1]),
              Long.parseLong(fields[2]),
              Long.parseLong(fields[3]),
              started,
              mark(environment),
              environment.length == 0));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The environment; a NUL alone if it is not ours to read. */
  private static byte[] environment(Path process) throws IOException {
    try {
      return Files.readAllBytes(process.resolve("environ"));
    } catch (AccessDeniedException e) {
      return new byte[1];
    }
  }

  private static @Nullable String mark(byte[] environment) {
    int start = 0;
    for (int i = 0; i <= environment.length; i++) {
      if (i == environment.length || environment[i] == 0) {
        if (startsWithVariable(environment, start, i)) {
          int value = start + VARIABLE.length;
          return new String(environment, value, i - value, StandardCharsets.UTF_8);
        }
        start = i + 1;
      }
    }
    return null;
  }

  private static boolean startsWithVariable(byte[] bytes, int from, int to) {
    return to - from >= VARIABLE.length
        && Arrays.equals(bytes, from, from + VARIABLE.length, VARIABLE, 0, VARIABLE.length);
  }

  static Optional<Found> prove(Entry seen) {
    return ProcessHandle.of(seen.pid())
        .filter(handle -> !handle.equals(ProcessHandle.current()))
        .filter(handle -> isStill(seen) && handle.isAlive())
        .map(handle -> new Found(seen, handle));
  }

  private static boolean isStill(Entry seen) {
    Path process = PROC.resolve(Long.toString(seen.pid()));
    return isNoThread(process, seen.pid())
        && entry(process, seen.started())
            .filter(now -> now.started() == seen.started())
            .isPresent();
  }

  /** Threads have entries too, which are not listed but can be read. */
  private static boolean isNoThread(Path process, long pid) {
    try {
      String status = Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1);
      return status.contains("\nTgid:\t" + pid + "\n");
    } catch (IOException e) {
      return false;
    }
  }
}

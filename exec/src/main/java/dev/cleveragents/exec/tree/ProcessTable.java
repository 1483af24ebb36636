package dev.cleveragents.exec.tree;

import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this machine as Linux shows them below {@code /proc}, with what {@link
 * RunMarker} put into their environment.
 *
 * <p>A look goes through the table once, or shortly after the start of what is looked for only
 * through the ids since ({@link ProcessMoment}), and then through the ids given out meanwhile,
 * until there are no more: so a process is met also if each only lives to fork the next. {@link
 * ProcessSearch} says how often is looked.
 *
 * <p>A process is handed out only if it is certain that the handle is of the very process that was
 * looked at: the handle is taken, then the entry is read again and is that of the same start, then
 * the handle still lives. This process itself is never among them.
 */
public final class ProcessTable {

  private static final Path PROC = Path.of("/proc");
  private static final byte[] VARIABLE =
      (RunMarker.VARIABLE + "=").getBytes(StandardCharsets.UTF_8);
  private static final int MOST_PURSUED = 5_000;
  private static final long KERNEL_THREAD = 0x0020_0000;

  /** How much a process shows of its environment. */
  public enum Shows {
    /** All that there is, or all that is ours to see. */
    ALL,
    /** That it has none; for an instant on the way to another program it says so, too. */
    NONE,
    /** Nothing or not all, because it is on its way to another program. */
    NOT_YET
  }

  /**
   * One process that lives, that is: has an address space.
   *
   * @param started in ticks since the machine started
   * @param mark the marker variable's value, or null if it has none
   * @param shows whether the mark can be believed
   */
  public record Entry(
      long pid,
      long parent,
      long group,
      long session,
      long started,
      @Nullable String mark,
      Shows shows) {}

  /** A process that was looked for, and the handle proven to be its own. */
  public record Found(Entry entry, ProcessHandle handle) {}

  private ProcessTable() {}

  /** Whether this system has such a table. */
  public static boolean isThere() {
    return Files.isReadable(PROC.resolve("self/environ")) && now() > 0;
  }

  /** The present in ticks since the machine started; 0 if it is not to be had. */
  static long now() {
    try {
      return ticks(Files.readString(PROC.resolve("uptime")));
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * From seconds with two decimals. Exactly: a child that starts in the tick in which its parent
   * ends is known by that tick alone, if it has dropped its environment.
   */
  static long ticks(String uptime) {
    return Long.parseLong(uptime.substring(0, uptime.indexOf(' ')).replace(".", ""));
  }

  /**
   * All processes started at {@code since} or later for which {@code isOurs} holds, and all below
   * them.
   */
  public static List<Found> find(ProcessMoment since, Predicate<Entry> isOurs) {
    return new ProcessSearch(() -> entries(since), ProcessTable::prove, TimeSource.system()::nanos)
        .find(isOurs);
  }

  /** If the ids wrap around during a scan, new ones appear behind it, and the scan is repeated. */
  private static List<Entry> entries(ProcessMoment since) {
    try {
      long before = lastPid();
      List<Entry> found = entries(since, before);
      return lastPid() < before ? entries(since, lastPid()) : found;
    } catch (IOException | DirectoryIteratorException e) {
      throw new IllegalStateException(
          "The processes of this machine cannot be listed; check that /proc is mounted", e);
    }
  }

  private static List<Entry> entries(ProcessMoment since, long lastPid) throws IOException {
    List<Entry> found = new ArrayList<>();
    long from = lastPid;
    if (since.isFollowedBy(from)) {
      from = since.lastPid();
    } else {
      addAll(since, found);
    }
    long pursued = from;
    for (long last = lastPid(); pursued < last && pursued < from + MOST_PURSUED; ) {
      pursued++;
      entry(PROC.resolve(Long.toString(pursued)), since.ticks()).ifPresent(found::add);
      last = pursued == last ? lastPid() : last;
    }
    return found;
  }

  private static void addAll(ProcessMoment since, List<Entry> found) throws IOException {
    try (DirectoryStream<Path> table = Files.newDirectoryStream(PROC, ProcessTable::isProcess)) {
      for (Path process : table) {
        entry(process, since.ticks()).ifPresent(found::add);
      }
    }
  }

  /** The id given out last, to a process or to a thread. */
  static long lastPid() throws IOException {
    String load = Files.readString(PROC.resolve("loadavg")).strip();
    return Long.parseLong(load.substring(load.lastIndexOf(' ') + 1));
  }

  private static boolean isProcess(Path path) {
    return Character.isDigit(path.getFileName().toString().charAt(0));
  }

  /** Reads one entry; empty if it is too old, of the kernel, dead, or gone before it was read. */
  static Optional<Entry> entry(Path process, long since) {
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
      Optional<byte[]> environment = environment(process);
      return Optional.of(
          new Entry(
              Long.parseLong(process.getFileName().toString()),
              Long.parseLong(fields[1]),
              Long.parseLong(fields[2]),
              Long.parseLong(fields[3]),
              started,
              environment.map(ProcessTable::mark).orElse(null),
              environment.map(bytes -> shows(bytes.length, fields)).orElse(Shows.ALL)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * By the addresses of the environment's start and end, which were read before it. A process that
   * turns into another program while its environment is read shows only the beginning.
   */
  private static Shows shows(int length, String[] fields) {
    long end = Long.parseUnsignedLong(fields[48]);
    if (end == 0 || end - Long.parseUnsignedLong(fields[47]) != length) {
      return Shows.NOT_YET;
    }
    return length == 0 ? Shows.NONE : Shows.ALL;
  }

  /** The environment; empty if it is not ours to read. */
  private static Optional<byte[]> environment(Path process) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(process.resolve("environ")));
    } catch (AccessDeniedException e) {
      return Optional.empty();
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

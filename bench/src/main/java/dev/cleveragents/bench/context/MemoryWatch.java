package dev.cleveragents.bench.context;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The most memory that was seen in use, looked at every 100 ms by a thread of its own: heap of this
 * process, garbage included; its anonymous memory, which is its own to give back; all that is
 * resident of it, mapped files included, which the system drops when it needs room; and both with
 * its child processes. Known on Linux only, elsewhere it is 0. Only that thread writes.
 */
final class MemoryWatch implements AutoCloseable {

  static final String HEADINGS =
      "heap MB | anonymous MB | with children | resident MB | with children";

  private static final long EVERY_MILLIS = 100;
  private static final long MEGABYTE = 1 << 20;

  private final Thread thread = Thread.ofPlatform().daemon(true).unstarted(this::look);
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile long heap;
  private volatile Resident own = Resident.NONE;
  private volatile Resident all = Resident.NONE;

  /** What is in memory of a process, or of several, in bytes. */
  record Resident(long anonymous, long whole) {

    static final Resident NONE = new Resident(0, 0);

    /** From the lines of a process's status. */
    static Resident of(List<String> status) {
      return new Resident(bytes(status, "RssAnon:"), bytes(status, "VmRSS:"));
    }

    private static long bytes(List<String> status, String name) {
      return status.stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    }

    private Resident plus(Resident other) {
      return new Resident(anonymous + other.anonymous, whole + other.whole);
    }

    private Resident most(Resident other) {
      return new Resident(Math.max(anonymous, other.anonymous), Math.max(whole, other.whole));
    }
  }

  static MemoryWatch start() {
    MemoryWatch watch = new MemoryWatch();
    watch.thread.start();
    return watch;
  }

  /** Ends the looking, and says what was seen in MB, as {@link #HEADINGS} names it. */
  String seen() throws InterruptedException {
    done.countDown();
    thread.join();
    return String.format(
        Locale.ROOT,
        "%d | %d | %d | %d | %d",
        heap / MEGABYTE,
        own.anonymous() / MEGABYTE,
        all.anonymous() / MEGABYTE,
        own.whole() / MEGABYTE,
        all.whole() / MEGABYTE);
  }

  @Override
  public void close() {
    done.countDown();
  }

  private void look() {
    try {
      do {
        heap = Math.max(heap, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        Resident mine = resident(ProcessHandle.current().pid());
        Resident with = mine;
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
          with = with.plus(resident(child.pid()));
        }
        own = own.most(mine);
        all = all.most(with);
      } while (!done.await(EVERY_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Resident resident(long process) {
    try {
      return Resident.of(
          Files.readAllLines(
              Path.of("/proc", Long.toString(process), "status"), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Resident.NONE; // It has ended meanwhile, or this is no Linux.
    }
  }
}

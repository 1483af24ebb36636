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
 * process, garbage included; what is resident of this process; and that with its child processes.
 * Resident memory is known on Linux only, elsewhere it is 0. Only that thread writes.
 */
final class MemoryWatch implements AutoCloseable {

  private static final long EVERY_MILLIS = 100;
  private static final long MEGABYTE = 1 << 20;

  private final Thread thread = Thread.ofPlatform().daemon(true).unstarted(this::look);
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile long heap;
  private volatile long own;
  private volatile long all;

  static MemoryWatch start() {
    MemoryWatch watch = new MemoryWatch();
    watch.thread.start();
    return watch;
  }

  /** Ends the looking, and says what was seen in MB: heap, resident, resident with children. */
  String seen() throws InterruptedException {
    done.countDown();
    thread.join();
    return String.format(
        Locale.ROOT, "%d | %d | %d", heap / MEGABYTE, own / MEGABYTE, all / MEGABYTE);
  }

  @Override
  public void close() {
    done.countDown();
  }

  private void look() {
    try {
      do {
        heap = Math.max(heap, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        long mine = resident(ProcessHandle.current().pid());
        long theirs = 0;
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
          theirs += resident(child.pid());
        }
        own = Math.max(own, mine);
        all = Math.max(all, mine + theirs);
      } while (!done.await(EVERY_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long resident(long process) {
    try {
      return residentOf(
          Files.readAllLines(
              Path.of("/proc", Long.toString(process), "status"), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return 0; // It has ended meanwhile, or this is no Linux.
    }
  }

  /** In bytes, from the lines of a process's status. */
  static long residentOf(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElse(0);
  }
}

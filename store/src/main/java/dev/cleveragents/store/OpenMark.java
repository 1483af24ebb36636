package dev.cleveragents.store;

import dev.cleveragents.store.StoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A shared lock beside a SQLite file, held by every process that has it open for writing, which the
 * system takes away when a process dies. Who can have it alone while a log is left over knows that
 * the last one did not close the file: the disk or the machine may have failed.
 */
final class OpenMark implements AutoCloseable {

  private final FileChannel channel;
  private final boolean afterUncleanStop;

  private OpenMark(FileChannel channel, boolean afterUncleanStop) {
    this.channel = channel;
    this.afterUncleanStop = afterUncleanStop;
  }

  static OpenMark place(Path database) {
    try {
      FileChannel channel =
          FileChannel.open(
              database.resolveSibling(database.getFileName() + ".open"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      boolean unclean = isFirst(channel) && hasLog(database);
      share(channel);
      return new OpenMark(channel, unclean);
    } catch (IOException e) {
      throw new StoreException(
          Kind.READ_ONLY,
          "The folder of %s cannot be written (%s); check its owner and permissions"
              .formatted(database, e.getMessage()),
          e);
    }
  }

  boolean afterUncleanStop() {
    return afterUncleanStop;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreException(Kind.FAILED, "The mark of an open store stays: " + e, e);
    }
  }

  private static boolean isFirst(FileChannel channel) throws IOException {
    try (FileLock alone = channel.tryLock()) {
      return alone != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static void share(FileChannel channel) throws IOException {
    try {
      channel.lock(0, Long.MAX_VALUE, true);
    } catch (OverlappingFileLockException e) {
      // Another store of this process holds it; the lock is the process's.
      return;
    }
  }

  private static boolean hasLog(Path database) throws IOException {
    Path log = database.resolveSibling(database.getFileName() + "-wal");
    return Files.exists(log) && Files.size(log) > 0;
  }
}

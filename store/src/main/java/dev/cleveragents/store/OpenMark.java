package dev.cleveragents.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.store.StoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * A shared lock beside a SQLite file, held by every process that has it open for writing, which the
 * system takes away when a process dies. Who can have it alone while a log is left over knows that
 * the last one did not close the file: the disk or the machine may have failed. That is written
 * into the mark, since the log goes as soon as somebody looks, and stays until the file was found
 * {@link #sound}: whoever comes before that has to look as well.
 *
 * <p>The system also takes it away as soon as the process closes any channel to that file. So all
 * stores of a process on one file share one channel, which the last of them closes. The lock of the
 * class guards who does.
 */
final class OpenMark implements AutoCloseable {

  /** The channel of one file, and how many stores of this process share it. */
  private static final class Held {
    final FileChannel channel;
    int count;

    Held(FileChannel channel) {
      this.channel = channel;
    }
  }

  private static final byte[] UNCHECKED = "unchecked\n".getBytes(StandardCharsets.UTF_8);

  @GuardedBy("OpenMark.class")
  private static final Map<Path, Held> HELD = new HashMap<>();

  private final Path file;
  private final boolean afterUncleanStop;
  private boolean closed;

  private OpenMark(Path file, boolean afterUncleanStop) {
    this.file = file;
    this.afterUncleanStop = afterUncleanStop;
  }

  /** Also where there is no such file yet, nor its folder. */
  static OpenMark place(Path database) {
    try {
      Path folder = database.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Path file = fileBeside(database);
      synchronized (OpenMark.class) {
        Held held = HELD.get(file);
        if (held == null) {
          FileChannel channel =
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE);
          if (isFirst(channel) && hasLog(database)) {
            channel.write(ByteBuffer.wrap(UNCHECKED), 0);
          }
          share(channel);
          held = new Held(channel);
          HELD.put(file, held);
        }
        held.count++;
        return new OpenMark(file, held.channel.size() > 0);
      }
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

  /** The file was looked through, and is whole. */
  void sound() {
    try {
      synchronized (OpenMark.class) {
        Held held = HELD.get(file);
        if (!closed && held != null) {
          held.channel.truncate(0);
        }
      }
    } catch (IOException e) {
      throw new StoreException(Kind.FAILED, "The mark of an open store stays: " + e, e);
    }
  }

  /** Whether a store of this process has the file open for writing. */
  static boolean isHeldHere(Path database) throws IOException {
    Path file = fileBeside(database);
    synchronized (OpenMark.class) {
      return HELD.containsKey(file);
    }
  }

  /** Under one name, whichever way leads to its folder. */
  private static Path fileBeside(Path database) throws IOException {
    Path file = database.resolveSibling(database.getFileName() + ".open");
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file : folder.toRealPath().resolve(file.getFileName());
  }

  /** A second call does nothing. */
  @Override
  public void close() {
    try {
      synchronized (OpenMark.class) {
        Held held = HELD.get(file);
        if (closed || held == null) {
          return;
        }
        closed = true;
        held.count--;
        if (held.count == 0) {
          HELD.remove(file);
          held.channel.close();
        }
      }
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

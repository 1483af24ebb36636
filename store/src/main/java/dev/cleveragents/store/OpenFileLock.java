package dev.cleveragents.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import dev.cleveragents.store.machine.OwnerOnlyFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A shared lock on a file beside a SQLite file. Every process that has the SQLite file open for
 * writing holds it; the system releases it when the process dies. A process that gets the lock
 * exclusively while a log is left over knows that the last process did not close the file: the disk
 * or the machine may have failed. It writes that into the lock file, because the next connection
 * removes the log. The entry stays until the file was found {@link #sound}; every process that
 * opens the file before that checks it too.
 *
 * <p>The system also releases the lock as soon as the process closes the lock file anywhere. So all
 * stores of a process on one file share one handle, which the last of them closes, guarded by the
 * lock of the class. An interrupt closes a channel that is being written or asked for its size; so
 * a shared handle is used only in ways that cannot be interrupted. Shown by {@code
 * OpenFileLockTest}.
 */
final class OpenFileLock implements AutoCloseable {

  /** The handle of one file, and how many stores of this process share it. */
  private static final class SharedHandle {
    final RandomAccessFile handle;
    boolean unchecked;
    int count;

    SharedHandle(RandomAccessFile handle, boolean unchecked) {
      this.handle = handle;
      this.unchecked = unchecked;
    }
  }

  private static final byte[] UNCHECKED = "unchecked\n".getBytes(StandardCharsets.UTF_8);

  @GuardedBy("OpenFileLock.class")
  private static final Map<Path, SharedHandle> HELD = new HashMap<>();

  private final Path file;
  private final boolean afterUncleanStop;
  private boolean closed;

  private OpenFileLock(Path file, boolean afterUncleanStop) {
    this.file = file;
    this.afterUncleanStop = afterUncleanStop;
  }

  /** Places the mark; creates its file and folder if they do not exist. */
  static OpenFileLock place(Path database) {
    try {
      Path folder = database.toAbsolutePath().getParent();
      if (folder != null) {
        OwnerOnlyFiles.createFolders(folder);
      }
      Path file = fileBeside(database);
      synchronized (OpenFileLock.class) {
        SharedHandle held = HELD.get(file);
        if (held == null) {
          held = hold(file, database);
          HELD.put(file, held);
        }
        held.count++;
        return new OpenFileLock(file, held.unchecked);
      }
    } catch (FileLockInterruptionException e) {
      throw ErrorMessages.interrupted(new SqliteDialect(database), e);
    } catch (IOException e) {
      throw notPlaced(database, e);
    }
  }

  private static SharedHandle hold(Path file, Path database) throws IOException {
    OwnerOnlyFiles.createFile(file);
    RandomAccessFile handle = new RandomAccessFile(file.toFile(), "rw");
    boolean shared = false;
    try {
      if (isFirst(handle.getChannel()) && hasLog(database)) {
        handle.write(UNCHECKED);
        handle.getFD().sync();
      }
      share(handle.getChannel());
      SharedHandle held = new SharedHandle(handle, handle.length() > 0);
      shared = true;
      return held;
    } finally {
      if (!shared) {
        handle.close();
      }
    }
  }

  private static StoreException notPlaced(Path database, IOException error) {
    String why = String.valueOf(error.getMessage());
    return why.contains("No space left")
        ? new StoreException(
            Kind.DISK_FULL,
            "The disk of %s is full: %s. Free some space and try again".formatted(database, why),
            error)
        : new StoreException(
            Kind.READ_ONLY,
            ("The lock file beside %s cannot be written: %s. Check the owner and the"
                    + " permissions of the folder and the files in it")
                .formatted(database, why),
            error);
  }

  boolean afterUncleanStop() {
    return afterUncleanStop;
  }

  /** Removes the entry of an unclean stop: the file was checked and is sound. */
  void sound() {
    try {
      synchronized (OpenFileLock.class) {
        SharedHandle held = HELD.get(file);
        if (!closed && held != null) {
          held.handle.setLength(0);
          held.unchecked = false;
        }
      }
    } catch (IOException e) {
      throw new StoreException(
          Kind.FAILED,
          "The store is sound, but %s could not be emptied: %s. Make it writable and try again"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Whether a store of this process has the file open for writing. */
  static boolean isHeldHere(Path database) throws IOException {
    Path file = fileBeside(database);
    synchronized (OpenFileLock.class) {
      return HELD.containsKey(file);
    }
  }

  /** The lock file, by the real path of its folder. */
  private static Path fileBeside(Path database) throws IOException {
    Path file = database.resolveSibling(database.getFileName() + ".open");
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file : folder.toRealPath().resolve(file.getFileName());
  }

  /** A second call does nothing. */
  @Override
  public void close() {
    try {
      synchronized (OpenFileLock.class) {
        SharedHandle held = HELD.get(file);
        if (closed || held == null) {
          return;
        }
        closed = true;
        held.count--;
        if (held.count == 0) {
          HELD.remove(file);
          held.handle.close();
        }
      }
    } catch (IOException e) {
      throw new StoreException(
          Kind.FAILED,
          "%s could not be closed: %s. It is closed when this program ends"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static boolean isFirst(FileChannel channel) throws IOException {
    try (FileLock alone = channel.tryLock()) {
      return alone != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /**
   * Waits only while a process holds the lock exclusively, to check or replace the file; an
   * interrupt ends the wait.
   */
  private static void share(FileChannel channel) throws IOException {
    try {
      FileLock shared = channel.tryLock(0, Long.MAX_VALUE, true);
      if (shared == null) {
        channel.lock(0, Long.MAX_VALUE, true);
      }
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

package dev.cleveragents.workspace.apply.journal;

import dev.cleveragents.workspace.files.DurableFiles;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that a journal keeps on disk for one target, next to it. The holder of this object
 * holds the operating system's lock on the directory, which no other process has at the same time
 * and which ends with the process.
 */
public final class JournalDirectory implements AutoCloseable {

  private static final String OWNER = "owner";

  /**
   * Those held by this process. To the operating system a process is one: closing a second channel
   * on the same file would give away the lock of the first.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel owner;

  private JournalDirectory(Path path, FileChannel owner) {
    this.path = path;
    this.owner = owner;
  }

  /** Makes a new one. */
  public static JournalDirectory make(Path path) throws IOException {
    Files.createDirectories(DurableFiles.parent(path));
    PrivateDirectory.createNew(path);
    JournalDirectory made =
        open(path, true)
            .orElseThrow(
                () -> new IOException("Another process has locked the new journal " + path));
    DurableFiles.sync(DurableFiles.parent(path));
    return made;
  }

  /**
   * Takes over one that is there; empty while another process has it.
   *
   * @param makerIsGone whether it may be without its lock file because its maker died just then
   * @throws NoSuchFileException if it has none, or is gone
   */
  public static Optional<JournalDirectory> adopt(Path path, boolean makerIsGone)
      throws IOException {
    return open(path, makerIsGone);
  }

  private static Optional<JournalDirectory> open(Path path, boolean make) throws IOException {
    if (!HELD.add(path)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    boolean locked = false;
    try {
      channel =
          make
              ? FileChannel.open(
                  path.resolve(OWNER), StandardOpenOption.WRITE, StandardOpenOption.CREATE)
              : FileChannel.open(path.resolve(OWNER), StandardOpenOption.WRITE);
      locked = channel.tryLock() != null;
      return locked ? Optional.of(new JournalDirectory(path, channel)) : Optional.empty();
    } finally {
      if (!locked) {
        if (channel != null) {
          channel.close();
        }
        HELD.remove(path);
      }
    }
  }

  public Path path() {
    return path;
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  public void write(String name, String text) throws IOException {
    DurableFiles.write(file(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /** The text of a file of it; empty if there is none. */
  public Optional<String> read(String name) throws IOException {
    try {
      return Optional.of(Files.readString(file(name)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    owner.close();
    HELD.remove(path);
  }
}

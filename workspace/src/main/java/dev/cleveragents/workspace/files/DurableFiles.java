package dev.cleveragents.workspace.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Files and folders that must survive a crash of the machine. */
public final class DurableFiles {

  private DurableFiles() {}

  /** Writes a file so that at any time the old one or the new one is there, whole. */
  public static void write(Path file, byte[] bytes) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    Files.write(temporary, bytes);
    sync(temporary);
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    sync(parent(file));
  }

  /** Waits until a file, or the names in a folder, are on the disk. */
  public static void sync(Path path) throws IOException {
    Set<StandardOpenOption> how =
        Files.isDirectory(path)
            ? Set.of(StandardOpenOption.READ)
            : Set.of(StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }

  /** Syncs a folder if it is still there. */
  public static void syncIfThere(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      sync(folder);
    }
  }

  /** Removes a folder if nothing is in it; a file or a link there is not ours. */
  public static void removeIfEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // Another process has something there.
    }
  }

  /** The folder of a file, which every file of ours has. */
  public static Path parent(Path file) {
    Path parent = file.getParent();
    if (parent == null) {
      throw new IllegalArgumentException("Has no folder: " + file);
    }
    return parent;
  }
}

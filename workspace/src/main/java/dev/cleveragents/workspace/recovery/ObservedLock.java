package dev.cleveragents.workspace.recovery;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock file that was looked at. Only that very file is removed: one that has come in its place is
 * held by a git that is at work.
 *
 * @param key which file it is, where the file system tells; it may give it to a later file again
 * @param made when it was made or written
 */
record ObservedLock(Path path, @Nullable Object key, FileTime made) {

  /** The lock as it is now, if it is there. */
  static Optional<ObservedLock> look(Path path) throws IOException {
    try {
      BasicFileAttributes there =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return Optional.of(new ObservedLock(path, there.fileKey(), there.lastModifiedTime()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Removes it; that it is gone already is as good.
   *
   * @throws OperationException if another is there now
   */
  void remove() throws IOException {
    Optional<ObservedLock> now = look(path);
    if (now.isPresent() && !now.get().equals(this)) {
      throw OperationException.conflict("a git has taken it since", null);
    }
    Files.deleteIfExists(path);
  }
}

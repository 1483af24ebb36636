package dev.cleveragents.engine.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Directories of our own: only the owner may read them, and whatever is in them can be removed. */
final class PrivateFiles {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  /** The directory that holds a path of ours. */
  static Path parent(Path path) {
    return Objects.requireNonNull(path.getParent());
  }

  /** Makes a directory and those above it, for the owner alone. */
  static void create(Path directory) throws IOException {
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
  }

  /** Removes a directory and everything in it, follows no link; nothing happens if it is gone. */
  static void delete(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    Files.walkFileTree(directory, new Delete());
  }

  private static final class Delete extends SimpleFileVisitor<Path> {

    /** A directory that may not be written to keeps what is in it. */
    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
        try {
          Files.setPosixFilePermissions(directory, OWNER_ONLY);
        } catch (NoSuchFileException e) {
          // Somebody else removes it at the same moment.
          return FileVisitResult.SKIP_SUBTREE;
        }
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || Files.isReadable(file)) {
        throw e;
      }
      Files.setPosixFilePermissions(file, OWNER_ONLY);
      delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}

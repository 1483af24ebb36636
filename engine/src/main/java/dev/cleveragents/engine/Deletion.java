package dev.cleveragents.engine;

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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes folders of our own with all that is in them. Follows no link, opens what was closed to
 * the owner, and does not mind somebody else who removes the same at the same moment.
 */
public final class Deletion {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private Deletion() {}

  /** Removes a file, or a folder and everything in it; nothing happens if it is gone. */
  public static void of(Path path) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(path, new Delete());
    }
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
      of(file);
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

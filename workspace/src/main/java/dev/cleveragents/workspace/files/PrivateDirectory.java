package dev.cleveragents.workspace.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** Directories of this system, which only their owner may read. */
public final class PrivateDirectory {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private PrivateDirectory() {}

  /** The directory that holds a path of ours. */
  public static Path parent(Path path) {
    return Objects.requireNonNull(path.getParent());
  }

  /** Makes a directory and the missing ones above it; one that is there is closed to others. */
  public static Path create(Path directory) throws IOException {
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    if (!Files.getPosixFilePermissions(directory).equals(OWNER_ONLY)) {
      Files.setPosixFilePermissions(directory, OWNER_ONLY);
    }
    return directory;
  }

  /**
   * Makes a directory.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it is there
   */
  public static void createNew(Path directory) throws IOException {
    Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
  }
}

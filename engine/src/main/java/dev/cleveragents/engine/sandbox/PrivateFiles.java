package dev.cleveragents.engine.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** Directories of our own: only the owner may read them. */
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
}

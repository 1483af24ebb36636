package dev.cleveragents.store.machine;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Creates folders (0700) and files (0600) that only their owner can read. They have these rights
 * from the start: no other user can open one between its creation and a later chmod. SQLite gives
 * the log and the shared memory of a file the rights of that file.
 */
public final class OwnerOnlyFiles {

  private OwnerOnlyFiles() {}

  /** Creates a folder and its missing parents; an existing folder keeps its rights. */
  public static Path createFolders(Path folder) throws IOException {
    return Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** Creates an empty file; an existing file keeps its content and its rights. */
  public static void createFile(Path file) throws IOException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (AccessDeniedException e) {
      throw new FileSystemException(file.toString(), null, "Permission denied");
    } catch (FileAlreadyExistsException e) {
      // Another process was faster, or the file is from an earlier run.
      return;
    }
  }
}

package dev.cleveragents.workspace.apply.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.jspecify.annotations.Nullable;

/** Says why the system refuses to write a file or folder, and which command allows it. */
public final class WriteAdvice {

  private static final String FULL = "No space left on device";

  private WriteAdvice() {}

  /** About a folder in which nothing can be made or removed. */
  public static String unwritable(Path folder) {
    return "the folder %s cannot be written; allow that with '%s %s'"
        .formatted(folder, command(folder), folder);
  }

  /** About a file that cannot be opened for writing. */
  public static String unwritable(Path file, FileSystemException cause) {
    return "%s cannot be written: %s; allow that with '%s %s'"
        .formatted(file, reason(cause), command(file), file);
  }

  /** The words of the system about a file that may not be replaced, and what to do. */
  static String because(Path file, String reason) {
    return reason.equals(FULL)
        ? reason + "; free space on the disk of " + file
        : "%s; allow that, for example with 'chattr -i %s'".formatted(reason, file);
  }

  /** What failed, at which file, and what to do about a full disk. */
  public static String describe(IOException e) {
    String file =
        e instanceof FileSystemException system && system.getFile() != null
            ? system.getFile() + ": "
            : "";
    String why = reason(e);
    return why.equals(FULL)
        ? file + "the disk is full; free some space, then apply again. The plan is kept"
        : file + why;
  }

  /** The words of the system. */
  public static String reason(IOException e) {
    @Nullable String said =
        e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    if (said != null) {
      return said;
    }
    return e instanceof AccessDeniedException ? "Permission denied" : e.getClass().getSimpleName();
  }

  /** Permissions that allow it do not count for a file that is immutable. */
  private static String command(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_WRITE)
          ? "chattr -i"
          : "chmod u+w";
    } catch (IOException | UnsupportedOperationException e) {
      return "chmod u+w";
    }
  }
}

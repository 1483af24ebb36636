package dev.cleveragents.workspace.apply;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A folder that no user, not even root, can change until it is closed. */
public record ReadOnlyFolder(Path folder) implements AutoCloseable {

  public static ReadOnlyFolder make(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    if (Files.isWritable(folder)) {
      // Permissions do not bind root; this flag does, where the file system knows it.
      boolean bound = chattr("+i", folder) && !Files.isWritable(folder);
      if (!bound) {
        unlock(folder);
      }
      assumeTrue(bound, "Nothing here keeps root from writing");
    }
    return new ReadOnlyFolder(folder);
  }

  /** Whether there is such a command, and it did so. */
  static boolean chattr(String flag, Path folder) {
    try {
      return new ProcessBuilder("chattr", flag, folder.toString())
              .start()
              .onExit()
              .get(1, TimeUnit.MINUTES)
              .exitValue()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError("chattr did not end", e);
    }
  }

  private static void unlock(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Override
  public void close() throws IOException {
    chattr("-i", folder);
    unlock(folder);
  }
}

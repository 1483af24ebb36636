package dev.cleveragents.engine.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** A folder in which nobody can change anything until it is closed; root neither. */
record ReadOnlyFolder(Path folder) implements AutoCloseable {

  static ReadOnlyFolder make(Path folder) throws Exception {
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

  private static boolean chattr(String flag, Path folder) throws Exception {
    try {
      Process process = new ProcessBuilder("chattr", flag, folder.toString()).start();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      return process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static void unlock(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Override
  public void close() throws Exception {
    chattr("-i", folder);
    unlock(folder);
  }
}

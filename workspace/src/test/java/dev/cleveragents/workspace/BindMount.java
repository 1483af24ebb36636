package dev.cleveragents.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * A real bind mount, which is taken away when closed. A test that asks for one is skipped where
 * mounting is not permitted.
 */
public record BindMount(Path place) implements AutoCloseable {

  /** Mounts what is at a path, a folder or a file, at a place, which is made if it is missing. */
  public static BindMount of(Path what, Path place) throws IOException, InterruptedException {
    if (Files.isDirectory(what)) {
      Files.createDirectories(place);
    } else if (Files.notExists(place)) {
      Files.createFile(place);
    }
    Path real = place.toRealPath();
    Assumptions.assumeTrue(
        run("mount", "--bind", what.toString(), real.toString()), "mounting is not permitted here");
    return new BindMount(real);
  }

  private static boolean run(String... line) throws InterruptedException {
    try {
      return new ProcessBuilder(line).inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (!run("umount", place.toString())) {
        throw new IOException("Cannot unmount " + place);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while unmounting " + place, e);
    }
  }
}

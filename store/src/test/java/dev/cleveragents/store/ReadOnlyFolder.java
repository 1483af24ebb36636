package dev.cleveragents.store;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes a folder and its files read-only until it is closed. Permissions do not stop the superuser;
 * an attribute of some file systems does. Where neither works, the test is skipped with a message.
 */
public final class ReadOnlyFolder implements AutoCloseable {

  private final List<String> paths;

  private ReadOnlyFolder(List<String> paths) {
    this.paths = paths;
  }

  /** Not of files that a process has open for writing: it may not survive that. */
  public static ReadOnlyFolder of(Path folder, Path... files) throws IOException {
    ReadOnlyFolder sealed =
        new ReadOnlyFolder(
            Stream.concat(Stream.of(folder), Stream.of(files)).map(Path::toString).toList());
    sealed.run("chmod a-w \"$@\"; chattr +i \"$@\"");
    boolean open = Files.isWritable(folder);
    if (open) {
      sealed.close();
    }
    assumeFalse(open, "No folder can be closed to this user here: run as another, or on ext4");
    return sealed;
  }

  @Override
  public void close() throws IOException {
    run("chattr -i \"$@\"; chmod u+w \"$@\"");
  }

  private void run(String line) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", line, "seal"));
    command.addAll(paths);
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .onExit()
        .orTimeout(30, TimeUnit.SECONDS)
        .join();
  }
}

package dev.cleveragents.store.crash;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * What a child process is told, and how it tells what it did: by lines in a file of its own, each
 * written after what it reports.
 *
 * @param url the database
 * @param name names the process and its file
 * @param folder where the files are
 * @param seed decides its clock
 * @param jobs how many jobs a client enqueues
 * @param within how many milliseconds it takes for that
 */
record ChildArguments(String url, String name, Path folder, long seed, int jobs, int within) {

  static ChildArguments of(String[] arguments) {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    return new ChildArguments(
        arguments[0],
        arguments[1],
        Path.of(arguments[2]),
        Long.parseLong(arguments[3]),
        Integer.parseInt(arguments[4]),
        Integer.parseInt(arguments[5]));
  }

  List<String> asList() {
    return List.of(
        url,
        name,
        folder.toString(),
        String.valueOf(seed),
        String.valueOf(jobs),
        String.valueOf(within));
  }

  /** Opens the database, which waits for a server that is just restarting. */
  Database open(TimeSource time) {
    return TestDatabase.open(DatabaseSettings.at(url), time, new FullDisk(folder)::watch);
  }

  /** Where it reports. */
  Path file() {
    return folder.resolve(name + ".said");
  }

  /** Reports a line. */
  void log(String line) {
    try {
      Files.writeString(file(), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns when the parent process says so, or is gone. */
  void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {}
  }
}

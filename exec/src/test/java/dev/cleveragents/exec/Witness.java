package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Sees processes in a way of its own, so as not to believe what it checks: by a number that is on
 * the command line of every process of a test and of no other process.
 */
final class Witness {

  private final String number = "86400." + ThreadLocalRandom.current().nextLong(1L << 60);

  /** A command line that waits for a day, with the number on it. */
  String sleep() {
    return "sleep " + number;
  }

  /** Commands of all processes that live and have the number on their command line. */
  List<String> living() {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(path -> Character.isDigit(path.getFileName().toString().charAt(0)))
          .map(path -> path.getFileName() + ": " + read(path.resolve("cmdline")))
          .filter(line -> line.contains(number))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A process that was killed is still to be seen for a moment. */
  void seesNothing() {
    await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(living()).isEmpty());
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }
}

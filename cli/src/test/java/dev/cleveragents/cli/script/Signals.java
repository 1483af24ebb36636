package dev.cleveragents.cli.script;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A build that was started by nohup or in the background of a shell ignores SIGHUP or SIGINT, and
 * so does every program that it starts, unless its signal handlers are reset.
 */
final class Signals {

  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2);
  private static final List<String> HEAR = List.of("env", "--default-signal=HUP,INT");
  private static final BigInteger IGNORED = ignored(Path.of("/proc/self/status"));
  private static final List<String> HEARD = IGNORED.signum() != 0 && works(HEAR) ? HEAR : List.of();

  private Signals() {}

  /** What is put before a command, so that it hears them; empty if it does, or nothing helps. */
  static List<String> heard() {
    return HEARD;
  }

  /** Skips the test if what was started does not hear this signal. */
  static void requireHeard(String signal) {
    Integer number = NUMBERS.get(signal);
    assumeTrue(
        number == null || !IGNORED.testBit(number - 1) || !HEARD.isEmpty(),
        "this build was started with SIG%s ignored, and no env --default-signal is there"
            .formatted(signal));
  }

  private static BigInteger ignored(Path status) {
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("SigIgn:"))
          .map(line -> new BigInteger(line.substring("SigIgn:".length()).strip(), 16))
          .map(all -> all.and(BigInteger.valueOf(0b11)))
          .findFirst()
          .orElse(BigInteger.ZERO);
    } catch (IOException e) {
      // Not Linux: unknown, so the build is assumed to run in the foreground.
      return BigInteger.ZERO;
    }
  }

  private static boolean works(List<String> prefix) {
    try {
      return new ProcessBuilder(prefix.get(0), prefix.get(1), "true").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

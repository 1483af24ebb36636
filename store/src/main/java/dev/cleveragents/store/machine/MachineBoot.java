package dev.cleveragents.store.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How long this machine has been up, which every process on it reads alike whatever is done to the
 * wall clock.
 *
 * @param id names this start of the machine
 * @param uptime the time since then, sleep included
 */
public record MachineBoot(String id, Duration uptime) {

  /** The boot of this machine, where the system tells (Linux). */
  public static Optional<MachineBoot> current() {
    try {
      String id = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      String seconds = Files.readString(Path.of("/proc/uptime")).split(" ", 2)[0];
      return Optional.of(
          new MachineBoot(id, Duration.ofMillis(Math.round(Double.parseDouble(seconds) * 1_000))));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}

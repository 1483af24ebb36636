package dev.cleveragents.store.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The current boot of this machine. Every process reads the same uptime, whatever the wall clock
 * shows.
 *
 * @param id the id of this boot
 * @param uptime the time since then, sleep included
 */
public record MachineBoot(String id, Duration uptime) {

  /** The current boot; empty where the system does not report it (it does on Linux). */
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

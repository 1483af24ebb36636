package dev.cleveragents.exec.confine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The first process of a command's namespace of processes: a shell that runs the program and waits
 * for it. With its own end the kernel kills everything that is left in the namespace.
 *
 * <ul>
 *   <li>Its exit code is the program's.
 *   <li>A request to end (SIGTERM) does not end it: its sender asks the others too. Once the
 *       program has ended, it then gives the others the rest of their grace.
 *   <li>It signals no process: run by a wrapper that makes no namespace, it would otherwise reach
 *       all of the machine. Signal 0 only tells whether there are others.
 * </ul>
 */
final class NamespaceInit {

  /** How it calls itself in errors, such as of a program that the system cannot run. */
  static final String NAME = "cleveragents";

  private static final Path SHELL = Path.of("/bin/sh");
  private static final int TICK_MILLIS = 20;

  /** The shell says on its own standard error that a program was killed; that is not for users. */
  private static final String SCRIPT =
      """
      ticks=$1 asked=
      shift
      exec 3>&2 2>/dev/null
      trap 'asked=1' TERM
      "$@" 2>&3 3>&-
      code=$?
      exec 3>&-
      while [ "$asked" ] && [ "$ticks" -gt 0 ] && kill -s 0 -- -1; do
        sleep 0.0%d
        ticks=$((ticks - 1))
      done
      exit "$code"
      """
          .formatted(TICK_MILLIS);

  /** Entries of a fresh /proc by which a process changes the system rather than itself. */
  private static final List<String> SYSTEM_WIDE =
      List.of("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "mtrr", "driver", "scsi");

  private NamespaceInit() {}

  /**
   * The words that come before those of the program.
   *
   * @param grace how long the others have to end after a request
   */
  static List<String> before(Duration grace) {
    String ticks = Long.toString(Math.min(grace.toMillis(), 3_600_000) / TICK_MILLIS);
    return List.of(SHELL.toString(), "-c", SCRIPT, NAME, ticks);
  }

  /** What is to be made read-only in the /proc of the namespace. */
  static List<Path> systemWide() {
    return SYSTEM_WIDE.stream()
        .map(name -> Path.of("/proc", name))
        .flatMap(path -> Files.exists(path) ? Stream.of(path) : Stream.empty())
        .toList();
  }
}

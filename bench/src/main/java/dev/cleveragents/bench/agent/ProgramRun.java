package dev.cleveragents.bench.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One run of a program to its end, without input. On Linux only: what it and its children have used
 * is read from the system.
 *
 * @param seconds from start to end
 * @param cpuSeconds of it and its children, as far as each was waited for by its parent
 * @param megabytes the largest sum, over the processes that lived at one time, of the most that
 *     each had resident until then; pages that they share count several times
 */
record ProgramRun(double seconds, double cpuSeconds, long megabytes) {

  private static final long LOOK_EVERY_MILLIS = 20;
  private static final long DEADLINE_SECONDS = 600;

  /** Clock ticks a second, on every Linux that Java runs on. */
  private static final double TICKS = 100;

  /** Fields of a process's {@code stat} behind its name: the ticks of children it waited for. */
  private static final int CHILDREN_USER = 13;

  private static final int CHILDREN_SYSTEM = 14;

  /**
   * Runs it.
   *
   * @throws IOException if it fails; the message says where its output is
   */
  static ProgramRun of(List<String> command, Path folder, Map<String, String> variables, Path log)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(variables);
    // Some programs believe this rather than the system.
    builder.environment().put("PWD", folder.toString());
    double cpuBefore = cpuOfChildren();
    long began = System.nanoTime();
    Process process = builder.start();
    long most = 0;
    try {
      while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        most = Math.max(most, resident(process.toHandle()));
        if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS)) {
          throw new IOException(command + " has not ended; its output is in " + log);
        }
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(
          "%s failed with %d: %s".formatted(command, process.exitValue(), Files.readString(log)));
    }
    return new ProgramRun(seconds, cpuOfChildren() - cpuBefore, most >> 10);
  }

  private static double cpuOfChildren() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]))
        / TICKS;
  }

  private static long resident(ProcessHandle process) {
    return Stream.concat(Stream.of(process), process.descendants())
        .filter(each -> each.pid() == process.pid() || !isForked(each))
        .mapToLong(each -> mostResident(each.pid()))
        .sum();
  }

  /** Whether it has not begun its own program yet: until then it has its parent's memory. */
  private static boolean isForked(ProcessHandle process) {
    return process
        .parent()
        .map(parent -> line(parent.pid()).equals(line(process.pid())))
        .orElse(false);
  }

  private static String line(long process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process), "cmdline"));
    } catch (IOException e) {
      return ""; // It has ended meanwhile.
    }
  }

  /** In KB. */
  private static long mostResident(long process) {
    try (Stream<String> lines =
        Files.lines(Path.of("/proc", Long.toString(process), "status"), StandardCharsets.UTF_8)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException | UncheckedIOException e) {
      return 0; // It has ended meanwhile.
    }
  }
}

package dev.cleveragents.store.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A child process that the test can freeze, thaw, kill or stop. */
final class ChildProcess {

  private final ChildArguments arguments;
  private final Process process;

  private ChildProcess(ChildArguments arguments, Process process) {
    this.arguments = arguments;
    this.process = process;
  }

  static ChildProcess start(Class<?> main, ChildArguments arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(arguments.asList());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(outputOf(arguments).toFile()))
            .start();
    return new ChildProcess(arguments, process);
  }

  private static Path outputOf(ChildArguments arguments) {
    return arguments.folder().resolve(arguments.name() + ".out");
  }

  String name() {
    return arguments.name();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it at once, in the middle of whatever it does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  /** Tells it to end, and waits for that; returns its exit code. */
  int stop(long seconds) throws IOException, InterruptedException {
    process.getOutputStream().close();
    return exit(seconds);
  }

  /** Waits for its end; returns its exit code. */
  int exit(long seconds) throws IOException, InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      kill();
      throw new AssertionError(name() + " did not end within " + seconds + " s:\n" + said());
    }
    return process.exitValue();
  }

  /** The end of what it printed. */
  String said() throws IOException {
    String all = Files.readString(outputOf(arguments));
    return all.substring(Math.max(0, all.length() - 6_000));
  }
}

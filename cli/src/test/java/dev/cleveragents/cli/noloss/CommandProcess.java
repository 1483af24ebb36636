package dev.cleveragents.cli.noloss;

import dev.cleveragents.cli.TestCli;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/**
 * A process that runs commands on request: it reads a line with the place, the home and the words
 * of the command, answers that it is ready, waits for the sign, and answers how the command ended.
 */
public final class CommandProcess implements AutoCloseable {

  private static final String BETWEEN = "\u001f";

  private final Process process;
  private final PrintStream to;
  private final BufferedReader from;

  private CommandProcess(Process process) {
    this.process = process;
    this.to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.from =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts one. */
  static CommandProcess start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            CommandProcess.class.getName());
    builder.environment().putAll(Shell.PLAIN);
    return new CommandProcess(builder.redirectError(ProcessBuilder.Redirect.DISCARD).start());
  }

  /** Makes it ready to run a command. */
  void prepare(Path place, Path home, List<String> words) throws IOException {
    to.println(place + BETWEEN + home + BETWEEN + String.join(BETWEEN, words));
    if (!"ready".equals(from.readLine())) {
      throw new AssertionError("A command process has ended");
    }
  }

  /** Lets it go, this much after it has read so. */
  void go(long nanosLater) {
    to.println(nanosLater);
  }

  /** How the command ended. */
  TestCli.Run answer() throws IOException {
    String line = from.readLine();
    if (line == null) {
      throw new AssertionError("A command process has ended");
    }
    String[] parts = line.split(" ", -1);
    return new TestCli.Run(Integer.parseInt(parts[0]), decoded(parts[1]), decoded(parts[2]));
  }

  @Override
  public void close() {
    to.close();
    process.destroyForcibly();
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The process itself. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String told = in.readLine(); told != null; told = in.readLine()) {
      List<String> words = List.of(told.split(BETWEEN, -1));
      TestCli cli = NoLossSetup.cli(Path.of(words.get(0)), Path.of(words.get(1)));
      System.out.println("ready");
      long start = Long.parseLong(in.readLine()) + System.nanoTime();
      while (System.nanoTime() - start < 0) {
        Thread.onSpinWait();
      }
      TestCli.Run run = cli.run(words.subList(2, words.size()).toArray(String[]::new));
      System.out.println(run.exitCode() + " " + encoded(run.out()) + " " + encoded(run.err()));
    }
  }
}

package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A folder that looks like a clone of the project to the script {@code agents}, with the jars that
 * Maven has just packaged as its build, and a stand-in for Maven that "builds" by copying them. The
 * script in it is the real one.
 */
final class Checkout {

  /** The project under test, and the folder with the jars that Maven packaged from it. */
  static final Path PROJECT = Path.of(System.getProperty("project.folder", "..")).normalize();

  private static final Path PACKAGED =
      Path.of(System.getProperty("packaged.folder", "target/agents"));

  /** Of this process alone: another one that tests at the same time has its own. */
  private static final Path SHARED =
      Path.of(System.getProperty("used.folder", "target/agents-used"));

  private static final AtomicBoolean USED = new AtomicBoolean();
  private static final String FIRST = "target/agents/first";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  final Path root;
  final Path home;
  private final Path tools;
  private final Map<String, String> variables = new HashMap<>();
  private final List<Process> started = new ArrayList<>();

  private Checkout(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("a check out"));
    home = Files.createDirectories(folder.resolve("home"));
    tools = Files.createDirectories(folder.resolve("tools"));
    variables.put("HOME", home.toString());
    variables.put("PATH", tools + ":/usr/bin:/bin");
    variables.put("JAVA_HOME", System.getProperty("java.home"));
    variables.put("LANG", "C.UTF-8");
  }

  /** A checkout that has been built. */
  static Checkout built(Path folder) throws IOException {
    Checkout checkout = withSources(folder);
    // An archive takes a second or two to make, and one that is shared has been made.
    checkout.changeScript("make_archive \"$archive\"", ": >\"$archive\"");
    copy(PACKAGED, checkout.root.resolve(FIRST));
    checkout.makeOlder();
    return checkout;
  }

  /**
   * A checkout that has been built and used before, so that its commands start from an archive. The
   * build is shared by all, for tests that are not about builds.
   */
  static Checkout used(Path folder) throws IOException, InterruptedException {
    Checkout checkout = withSources(folder);
    synchronized (USED) {
      boolean first = !USED.get();
      if (first) {
        remove(SHARED);
        copy(PACKAGED, SHARED);
      }
      Files.createSymbolicLink(checkout.root.resolve(FIRST), SHARED.toAbsolutePath());
      checkout.makeOlder();
      if (first) {
        assertThat(checkout.agents("version").exitCode()).isZero();
        USED.set(true);
      }
    }
    return checkout;
  }

  private static Checkout withSources(Path folder) throws IOException {
    Checkout checkout = new Checkout(folder);
    checkout.copyScript();
    for (String module : List.of("kernel", "cli", "bench")) {
      checkout.write(module + "/pom.xml", "<project/>");
      checkout.write(module + "/src/main/java/A.java", "class A {}");
    }
    checkout.write("pom.xml", "<project/>");
    checkout.write("build/Reframe.java", "class Reframe { static void main() {} }");
    checkout.standInForMaven("");
    checkout.write("target/agents/current", "first\n");
    return checkout;
  }

  /** The sources are a minute old and were built half a minute ago. */
  private void makeOlder() throws IOException {
    Instant now = Instant.now();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(now.minusSeconds(60)));
      }
    }
    Files.setLastModifiedTime(
        root.resolve("target/agents/current"), FileTime.from(now.minusSeconds(30)));
  }

  private void copyScript() throws IOException {
    Files.copy(PROJECT.resolve("agents"), script(), StandardCopyOption.COPY_ATTRIBUTES);
  }

  /** Puts a Maven in place that notes each call, runs {@code first}, and copies the jars. */
  void standInForMaven(String first) throws IOException {
    tool(
        "mvn",
        """
        #!/usr/bin/env bash
        echo call >>"%s"
        echo '[INFO] Building CleverAgents command line 0.1.0            [3/3]'
        %s
        mkdir -p cli/target/ship && cp -R "%s" cli/target/ship/agents
        """
            .formatted(root.resolve("calls"), first, PACKAGED.toAbsolutePath()));
  }

  /** Puts a program on the PATH. */
  Path tool(String name, String text) throws IOException {
    Path file = tools.resolve(name);
    Files.deleteIfExists(file);
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  int mavenCalls() throws IOException {
    Path calls = root.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  Path script() {
    return root.resolve("agents");
  }

  Path build() throws IOException {
    return root.resolve("target/agents")
        .resolve(Files.readString(root.resolve("target/agents/current")).strip());
  }

  Path write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** Makes a file as new as one edited just now. */
  void edit(String name) throws IOException {
    Files.setLastModifiedTime(root.resolve(name), FileTime.from(Instant.now()));
  }

  /** Lets the script look for one thing in place of another, and still be built. */
  void changeScript(String from, String to) throws IOException {
    FileTime time = Files.getLastModifiedTime(script());
    String text = Files.readString(script());
    assertThat(text).contains(from);
    Files.writeString(script(), text.replace(from, to));
    Files.setLastModifiedTime(script(), time);
  }

  Checkout variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  Checkout without(String name) {
    variables.remove(name);
    return this;
  }

  record Ran(int exitCode, String out, String err) {}

  /** Runs the script from the home folder. */
  Ran agents(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script().toString()));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  /** Runs a line of bash in which {@code $agents} is the script. */
  Ran bash(String line) throws IOException, InterruptedException {
    variables.put("agents", script().toString());
    return run("bash", "-c", line);
  }

  Ran run(String... command) throws IOException, InterruptedException {
    Running running = start(command);
    return running.end();
  }

  Running start(String... command) throws IOException {
    Path out = Files.createTempFile(home, "out", "");
    Path err = Files.createTempFile(home, "err", "");
    List<String> line = new ArrayList<>(Signals.heard());
    line.addAll(List.of(command));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(home.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(variables);
    Process process = builder.start();
    started.add(process);
    return new Running(process, out, err);
  }

  /** Sends a signal, such as {@code INT}. */
  void send(String signal, Running to) throws IOException, InterruptedException {
    Signals.requireHeard(signal);
    run("bash", "-c", "kill -%s %d".formatted(signal, to.process().pid()));
  }

  /** Ends what a failed test left running, and lets go of a build that is shared. */
  void stop() throws IOException, InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
    if (Files.isSymbolicLink(root.resolve(FIRST))) {
      Files.delete(root.resolve(FIRST));
    }
  }

  record Running(Process process, Path out, Path err) {
    Ran end() throws IOException, InterruptedException {
      try {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            .as("ended in time; so far it said: %s", Files.readString(err))
            .isTrue();
        return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files.forEach(
          file -> {
            try {
              Path target = to.resolve(from.relativize(file).toString());
              Files.createDirectories(target.getParent());
              Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }
}

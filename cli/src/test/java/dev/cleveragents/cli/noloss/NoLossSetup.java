package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.Main;
import dev.cleveragents.cli.TestCli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The shared setup of all runs: the instrumented program, and a store with the actor, made once and
 * copied for each run.
 *
 * @param folder where they are
 */
record NoLossSetup(Path folder) {

  /** A plan of every kind of step, whose check fails once and is mended. */
  static final List<String> RUN =
      List.of(
          "run",
          "tidy up",
          "--actor",
          "tidier",
          "--check",
          "grep -q right b.txt",
          "--yes",
          "--json");

  private static final String ACTOR =
      """
      name: local/tidier
      type: scripted
      strategize:
        - {question: How?, chosen: in small steps, alternatives: [all at once], confidence: 0.9}
      execute:
        - decide: {question: What first?, chosen: the text, rationale: it is short}
        - write: {path: folder/by-plan.txt, content: "from the plan\\n"}
        - write: {path: tool.sh, content: "#!/bin/sh\\necho tool\\n", executable: true}
        - edit: {path: a.txt, find: two, replace: zwei}
        - delete: {path: gone.txt}
        - move: {from: old-name.txt, to: folder/new-name.txt}
        - run: {command: "echo wrong >> b.txt; mkdir -p deep/er; echo made > deep/er/made.txt"}
      on_findings:
        - edit: {path: b.txt, find: wrong, replace: right}
      """;

  static NoLossSetup in(Path folder) throws IOException {
    NoLossSetup setup = new NoLossSetup(folder);
    StopPointWeaver.into(setup.woven());
    Path yaml = Files.writeString(folder.resolve("actor.yaml"), ACTOR);
    setup.add(yaml);
    return setup;
  }

  /** Lets the store that is copied know another actor. */
  void add(Path yaml) {
    TestCli.Run added = cli(folder, home()).run("actor", "add", yaml.toString());
    assertThat(added.exitCode()).as(added.err()).isZero();
  }

  private Path woven() {
    return folder.resolve("woven.jar");
  }

  private Path home() {
    return folder.resolve("home");
  }

  /** The classes of the program as one undisturbed run loaded them; a start then takes half. */
  private Path archive() {
    return folder.resolve("classes.jsa");
  }

  /** Lets a process that runs to its end leave the archive that later ones start from. */
  List<String> archiving() {
    return Files.exists(archive()) ? List.of() : List.of("-XX:ArchiveClassesAtExit=" + archive());
  }

  /** A copy of the store in a new folder. */
  Path homeIn(Path run) throws IOException {
    Path home = Files.createDirectories(run.resolve("home"));
    try (var files = Files.list(home())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, home.resolve(file.getFileName()));
      }
    }
    return home;
  }

  /** The program in this process. */
  static TestCli cli(Path place, Path home) {
    return new TestCli(place).variable("CLEVERAGENTS_HOME", home.toString());
  }

  /** The woven program in a process of its own. */
  AgentsProcess start(Path run, Path place, List<String> settings, List<String> arguments)
      throws IOException {
    Path temporary = Files.createDirectories(run.resolve("tmp"));
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xlog:disable",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + temporary));
    if (Files.exists(archive())) {
      line.add("-XX:SharedArchiveFile=" + archive());
    }
    line.addAll(settings);
    line.addAll(List.of("-cp", classPath(), Main.class.getName()));
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line).directory(place.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("CLEVERAGENTS"));
    builder.environment().putAll(Shell.PLAIN);
    builder.environment().put("HOME", run.toString());
    builder.environment().put("CLEVERAGENTS_HOME", run.resolve("home").toString());
    return AgentsProcess.start(builder, run);
  }

  /** The woven classes first; of the rest only jars if the program is in one, as in a build. */
  private String classPath() {
    String usual = System.getProperty("java.class.path");
    String from = String.valueOf(Main.class.getResource("Main.class"));
    String rest =
        from.startsWith("jar:")
            ? Arrays.stream(usual.split(":", -1))
                .filter(it -> it.endsWith(".jar"))
                .collect(Collectors.joining(":"))
            : usual;
    return woven() + ":" + rest;
  }
}

package dev.cleveragents.cli.noloss;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.Main;
import dev.cleveragents.cli.TestCli;
import dev.cleveragents.engine.model.RecordedExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The shared setup of all runs: the instrumented program, and a store with the actor, made once and
 * copied for each run.
 *
 * @param folder where they are
 * @param run the command that makes the plan and carries it out
 * @param models what the plan's models are asked through; null if it uses none
 */
record NoLossSetup(Path folder, List<String> run, @Nullable ModelServer models) {

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

  /** A plan that a language model plans, carries out, reviews and judges. */
  private static final List<String> RUN_OF_MODEL =
      List.of("plan", "use", "tidy", "--yes", "--json");

  private static final Map<String, String> DEFINITIONS_OF_MODEL =
      Map.of(
          "actor",
          """
          name: local/tidier
          type: llm
          model: openai/tidier
          """,
          "validation",
          """
          name: local/right
          command: grep -q right b.txt
          required: true
          """);

  private static final String ACTION_OF_MODEL =
      """
      name: local/tidy
      description: tidy up
      definition_of_done: everything is in its place
      strategy_actor: local/tidier
      execution_actor: local/tidier
      review_actor: local/tidier
      invariant_actor: local/tidier
      invariants: [the first line of a.txt stays]
      validations: [local/right]
      automation_profile: trusted
      """;

  private static final String PRICES =
      """
      [models."openai/tidier"]
      window = 200000
      max_output = 16000
      price = { input = 3, cache_read = 0.3, cache_write = 3.75, output = 15 }
      """;

  static NoLossSetup in(Path folder) throws IOException {
    NoLossSetup setup = new NoLossSetup(folder, RUN, null);
    StopPointWeaver.into(setup.woven());
    setup.add("actor", ACTOR);
    return setup;
  }

  /** The same for a plan of a language model. */
  static NoLossSetup in(Path folder, ModelServer models) throws IOException {
    NoLossSetup setup = new NoLossSetup(folder, RUN_OF_MODEL, models);
    StopPointWeaver.into(setup.woven());
    for (Map.Entry<String, String> definition : DEFINITIONS_OF_MODEL.entrySet()) {
      setup.add(definition.getKey(), definition.getValue());
    }
    setup.add("action", ACTION_OF_MODEL);
    Files.writeString(setup.home().resolve("models.toml"), PRICES);
    return setup;
  }

  /** Lets the store that is copied know a definition. */
  private void add(String kind, String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve(kind + ".yaml"), yaml);
    String verb = kind.equals("action") ? "create" : "add";
    TestCli.Run added = cli(folder, folder, home()).run(kind, verb, file.toString());
    assertThat(added.exitCode()).as(added.err()).isZero();
  }

  /** The variables of the processes of a run, beside those of every process. */
  private Map<String, String> variables(Path run) {
    return models == null ? Map.of() : Map.of("OPENAI_BASE_URL", models.address(run));
  }

  /** What the plan of a run has asked its models. */
  List<ModelServer.Asked> asked(Path run) {
    return models == null ? List.of() : models.asked(run);
  }

  /** Fails unless a plan has asked for each recorded reply once and paid its price. */
  void assertPaidInFull(ModelUse use) {
    List<RecordedExchange> exchanges = models == null ? List.of() : models.recording().exchanges();
    long picodollars =
        exchanges.stream()
            .mapToLong(
                it -> requireNonNull(it.model().price()).of(it.reply().usage()).picodollars())
            .sum();
    use.assertExactly(exchanges.size(), picodollars);
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
    Path keys = Files.createDirectories(home.resolve("audit"));
    try (var files = Files.list(home().resolve("audit"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".key")).toList()) {
        Files.copy(file, keys.resolve(file.getFileName()));
      }
    }
    return home;
  }

  /** The program in this process. */
  static TestCli cli(Path place, Path home) {
    return new TestCli(place).variable("CLEVERAGENTS_HOME", home.toString());
  }

  /** The program in this process, for a run. */
  TestCli cli(Path run, Path place, Path home) {
    TestCli cli = cli(place, home);
    variables(run).forEach(cli::variable);
    return cli;
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
    builder.environment().putAll(variables(run));
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

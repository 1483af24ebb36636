package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.noloss.StopPoint.Kind;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.Config;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** One user with one repository and one store, in a folder of their own. */
final class TestUser {

  private final NoLossSetup setup;
  private final Path folder;
  private final Path home;
  final Path directory;
  final Path place;

  TestUser(NoLossSetup setup, UserTree tree, Path folder) throws IOException {
    this.setup = setup;
    this.folder = Files.createDirectories(folder).toRealPath();
    this.home = setup.homeIn(this.folder);
    this.directory = Files.createDirectories(this.folder.resolve("user"));
    this.place = tree.make(directory);
  }

  /** Runs in a process of its own. */
  AgentsProcess start(List<String> settings, List<String> arguments) throws IOException {
    return setup.start(folder, place, settings, arguments);
  }

  /** Runs in a process of its own that stops itself at a point. */
  AgentsProcess startUntil(KillPoint point, int signal, List<String> arguments) throws IOException {
    return start(stop(point.kind(), Integer.toString(point.number()), signal), arguments);
  }

  /**
   * Runs in a process of its own that is killed there; returns the points that it came to. How many
   * programs a run starts may differ by a few, because git looks again at files that are as new as
   * its index.
   */
  List<KillPoint> killAt(KillPoint point, List<String> arguments) throws Exception {
    Path file = Files.createTempFile(folder, "killed", "");
    List<String> settings =
        new ArrayList<>(stop(point.kind(), Integer.toString(point.number()), KillScenario.SIGKILL));
    settings.add("-Dnoloss.points=" + file);
    AgentsProcess child = start(settings, arguments);
    if (point.kind() != Kind.COMMAND) {
      child.killed();
    } else if (child.end() == 0) {
      assertThat(KillPoint.read(file))
          .as("too few programs to be killed at %s", point)
          .noneMatch(it -> it.kind() == Kind.COMMAND && it.number() >= point.number());
    }
    return KillPoint.read(file);
  }

  /** Runs in a process of its own that is killed the first time that this happens. */
  void startUntilKilled(Kind kind, String what, List<String> arguments) throws Exception {
    start(stop(kind, what, KillScenario.SIGKILL), arguments).killed();
  }

  /** Runs in a process of its own that freezes itself the first time that this is stored. */
  AgentsProcess startUntilFrozen(String event, List<String> arguments) throws IOException {
    AgentsProcess child = start(stop(Kind.AFTER_EVENT, event, KillScenario.SIGSTOP), arguments);
    child.frozen();
    return child;
  }

  private static List<String> stop(Kind kind, String which, int signal) {
    return List.of("-Dnoloss.stop=%s %s %d".formatted(kind, which, signal));
  }

  /** Runs undisturbed; returns the points that it came to. */
  List<KillPoint> points(List<String> arguments) throws Exception {
    Path file = Files.createTempFile(folder, "points", "");
    List<String> settings = new ArrayList<>(setup.archiving());
    settings.add("-Dnoloss.points=" + file);
    AgentsProcess child = start(settings, arguments);
    assertThat(child.end()).as(child.said()).isZero();
    return KillPoint.read(file);
  }

  /** A command in this process: another one than the one that was killed. */
  TestCli.Run agents(String... arguments) {
    return setup.cli(folder, place, home).run(arguments);
  }

  TestCli.Run agents(List<String> arguments) {
    return agents(arguments.toArray(String[]::new));
  }

  Path home() {
    return home;
  }

  /** Whether no process is writing to the store. */
  boolean storeIsFree() throws SQLException {
    String url = "jdbc:sqlite:" + home.resolve("cleveragents.db") + "?busy_timeout=1000";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      statement.execute("ROLLBACK");
      return true;
    } catch (SQLException e) {
      if (!String.valueOf(e.getMessage()).contains("SQLITE_BUSY")) {
        throw e;
      }
      return false;
    }
  }

  UserState exactly() throws IOException {
    return UserState.of(directory);
  }

  UserState meaning() throws IOException {
    return UserState.meaning(directory, place);
  }

  String commits() {
    return Shell.run(place, "git rev-list --count HEAD");
  }

  /** What its plan has asked models and paid for. */
  ModelUse modelUse() throws SQLException {
    return ModelUse.of(home, setup.asked(folder));
  }

  /** How the last plan stands; missing where there is none. */
  JsonNode plan() {
    return agents("plan", "status", "last", "--json").json().path("data");
  }

  String stage() {
    return plan().path("stage").asText("");
  }

  /** Does nothing but to write, which finishes or undoes what a crash left of an apply. */
  void recover() {
    TestCli.Run written = agents("job", "purge", "--older-than", "365d", "--yes");
    assertThat(written.exitCode()).as(written.err()).isZero();
    assertThat(written.err()).doesNotContain("could not recover");
  }

  /** Goes on with the plan, as a person would who looks how it stands; says yes to everything. */
  TestCli.Run resume() {
    return agents(resumeArguments());
  }

  List<String> resumeArguments() {
    return switch (stage()) {
      case "" -> setup.run();
      case "strategize/complete" -> List.of("plan", "execute", "last", "--yes", "--json");
      case "execute/complete", "apply/constrained", "apply/applied" ->
          List.of("plan", "apply", "last", "--yes", "--json");
      default -> List.of("plan", "resume", "last", "--yes", "--json");
    };
  }

  /** Nothing unregistered is left, and the log is sound. */
  void tidy() throws IOException {
    assertThat(UserState.strays(directory)).as("left in the user's folders").isEmpty();
    assertThat(temporary()).as("temporary files").isEmpty();
    Awaitility.await()
        .atMost(AgentsProcess.PATIENCE)
        .untilAsserted(() -> assertThat(processes()).as("processes left").isEmpty());
    try (CleverAgents agents = CleverAgents.open(Config.inHome(home))) {
      PlanId plan = PlanId.parse(plan().path("id").asText());
      List<SandboxRecord> sandboxes = agents.sandboxes().of(plan);
      // One that was never finished stays until a clean-up.
      assertThat(sandboxes)
          .extracting(SandboxRecord::state)
          .allMatch(state -> state.isOver() || state == SandboxState.CREATED);
      assertThat(sandboxes).extracting(SandboxRecord::state).doesNotContain(SandboxState.COMMITTED);
      List<Path> known = sandboxes.stream().map(SandboxRecord::directory).toList();
      assertThat(directories(plan)).as("copies that no row names").allMatch(known::contains);
    }
    assertThat(Shell.run(place, "git for-each-ref refs/cleveragents/base")).isEmpty();
    TestCli.Run verified = agents("audit", "verify");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
  }

  /** Removes what is not needed any more: of an applied plan, every sandbox. */
  void clear() throws Exception {
    TestCli.Run cleared = agents("diagnostics", "--fix", "--json");
    assertThat(cleared.exitCode()).as(cleared.out() + cleared.err()).isZero();
    PlanId plan = PlanId.parse(plan().path("id").asText());
    assertThat(directories(plan)).as("copies after a clean-up; %s", cleared.out()).isEmpty();
  }

  /** What a file of the plan is in each of the copies that it was worked in. */
  List<String> inCopies(String path) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path copy : directories(PlanId.parse(plan().path("id").asText()))) {
      Path file = copy.resolve("files").resolve(place.getFileName()).resolve(path);
      if (Files.exists(file)) {
        texts.add(Files.readString(file));
      }
    }
    return texts;
  }

  private List<Path> directories(PlanId plan) throws IOException {
    Path sandboxes = home.resolve("sandboxes").resolve(plan.toString());
    if (!Files.isDirectory(sandboxes)) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(sandboxes)) {
      return inside.toList();
    }
  }

  private List<Path> temporary() throws IOException {
    try (Stream<Path> inside = Files.list(folder.resolve("tmp"))) {
      // The driver of SQLite unpacks itself there; ./agents has done so beforehand.
      return inside.filter(it -> !it.getFileName().toString().startsWith("sqlite-")).toList();
    }
  }

  /** Processes that work somewhere in our folder. */
  private List<String> processes() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(it -> it.getFileName().toString().matches("[0-9]+"))
          .filter(this::worksHere)
          .map(Path::toString)
          .toList();
    }
  }

  private boolean worksHere(Path process) {
    try {
      return Files.readSymbolicLink(process.resolve("cwd")).startsWith(folder);
    } catch (IOException e) {
      return false;
    }
  }
}

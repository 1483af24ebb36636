package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.Sha256;
import dev.cleveragents.engine.apply.ApplyService;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.change.ContentStore;
import dev.cleveragents.engine.change.FileState;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.Definitions;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.definition.ScriptedActor;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.engine.sandbox.CommandBounds;
import dev.cleveragents.engine.sandbox.SandboxManager;
import dev.cleveragents.engine.sandbox.SandboxPlace;
import dev.cleveragents.engine.tool.Tools;
import dev.cleveragents.engine.yaml.Source;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobQuery;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.WorkerSession;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.kernel.worker.WorkerConfig.SessionTiming;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A repository of a user, and everything that runs plans on it. */
final class PlanHouse implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A machine that stands still for a while makes no worker do a step again. */
  private static final SessionTiming LONG_LEASE =
      new SessionTiming(Duration.ofSeconds(2), Duration.ofMinutes(3), Duration.ofSeconds(2));

  final Path repository;
  final Database database;
  final DatabaseJobStore jobs;
  final AuditLog log;
  final Definitions definitions;
  final PlanService plans;
  final SandboxManager sandboxes;
  final Checkpoints checkpoints;

  /** What the deadlines of commands go by. */
  final StoppableTime commandTime = new StoppableTime();

  private final CommandRunner runner =
      new CommandRunner(Threads.standard(), commandTime, UlidGenerator.system());
  private final PlanExecutor executor;

  PlanHouse(Path folder, String url) throws Exception {
    this(folder, url, CommandBounds.off(folder));
  }

  PlanHouse(Path folder, String url, CommandBounds bounds) throws Exception {
    this(folder, url, bounds, TimeSource.system());
  }

  PlanHouse(Path folder, String url, CommandBounds bounds, TimeSource time) throws Exception {
    this.repository = Files.createDirectories(folder.resolve("repository"));
    this.database = Database.open(DatabaseSettings.at(url), Threads.standard(), time);
    this.log = new AuditLog(database, Redactor.standard());
    PlanBooks books = new PlanBooks(log, database.clock());
    this.checkpoints = new Checkpoints(database, books);
    this.jobs =
        DatabaseJobStore.on(
            database,
            new JobSettings(KeyLimits.ONE_EACH, Map.of(PlanExecutor.TYPE, new PlanEnding(books))));
    this.definitions = new Definitions(database, log);
    this.sandboxes =
        new SandboxManager(
            database,
            jobs,
            runner,
            books.ids(),
            new SandboxPlace(folder.resolve("sandboxes"), bounds));
    this.executor =
        new PlanExecutor(
            new Workshop(
                database, jobs, books, sandboxes, new Tools(runner, bounds), PlanHouse::context),
            new ApplyService(database, jobs, runner),
            PlanHouse::scriptOf);
    this.plans =
        new PlanService(
            database,
            jobs,
            books,
            new Preflight(
                sandboxes, name -> definitions.profile(Name.of(name)), PlanHouse::scriptOf));
    if (!Files.exists(repository.resolve(".git"))) {
      makeRepository();
    }
  }

  private void makeRepository() throws Exception {
    git("init", "-q", "-b", "main");
    git("config", "user.name", "User");
    git("config", "user.email", "user@example.org");
    // A newer git tidies up behind our back after a commit, under locks and with files of its own.
    git("config", "maintenance.auto", "false");
    write("a.txt", "one\n");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
  }

  static Script scriptOf(String yaml) {
    return ((ScriptedActor) DefinitionKind.ACTOR.read(new Source("script", yaml)).orThrow())
        .script();
  }

  static Work command(String line) {
    return command(line, null);
  }

  static Work command(String line, @Nullable String fix) {
    return new Work.ByCommand("exec", line, fix, Duration.ofMinutes(1), List.of());
  }

  /** A script of these steps, each a line of YAML. */
  static Work script(String... steps) {
    return new Work.ByScript(
        "scripted",
        "name: local/scripted\ntype: scripted\nexecute:\n  - " + String.join("\n  - ", steps));
  }

  static ValidationSpec check(String command) {
    return ValidationSpec.required(Name.of("check"), command);
  }

  Plan use(String profile, Work work, ValidationSpec... checks) throws Exception {
    return use(profile, false, work, checks);
  }

  Plan use(String profile, boolean readOnly, Work work, ValidationSpec... checks) throws Exception {
    return use(profile, readOnly, project(), work, checks);
  }

  Resource resource() {
    return Resource.of(Name.of("app"), ResourceType.GIT_CHECKOUT, repository);
  }

  Plan use(
      List<Resource> resources,
      String profile,
      boolean readOnly,
      Work work,
      ValidationSpec... checks)
      throws Exception {
    Project project = new Project(Name.of("project"), resources, ProjectSettings.NONE);
    return use(profile, readOnly, project, work, checks);
  }

  Plan use(String profile, boolean readOnly, Project project, Work work, ValidationSpec... checks)
      throws Exception {
    return plans.use(
        new NewPlan(
            project,
            new NewPlan.Title("test", "do it", profile, readOnly),
            new NewPlan.Cast(PlanDrafts.strategyOf(work), work),
            List.of(checks),
            List.of()),
        CancellationToken.none());
  }

  Project project() {
    return new Project(Name.of("project"), List.of(resource()), ProjectSettings.NONE);
  }

  /** How many jobs of plans are waiting or running. */
  long openJobs() {
    return jobs.list(new JobQuery(null, PlanExecutor.TYPE, null, null, 100)).stream()
        .filter(job -> !job.status().isTerminal())
        .count();
  }

  AsyncWorker startWorker() {
    return jobs.startWorker(
        Map.of(PlanExecutor.TYPE, executor), WorkerConfig.defaults().withSession(LONG_LEASE));
  }

  /** Takes the first worker for dead, whatever its beat has come to meanwhile. */
  void takeOwnerForDead() {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              WorkerSession session = jobs.sessions().getFirst();
              return jobs.endSession(session.id(), session.beat()).ended();
            });
  }

  Plan await(PlanId id, Predicate<Plan> wanted) {
    Awaitility.await().atMost(PATIENCE).until(() -> wanted.test(plans.require(id)));
    return plans.require(id);
  }

  Plan await(PlanId id, String stage) {
    return await(id, plan -> plan.standing().stage().toString().equals(stage));
  }

  /** Commits everything that is there. */
  String commit(String message) throws Exception {
    git("add", "-A");
    git("commit", "-q", "-m", message);
    return git("rev-parse", "HEAD");
  }

  /** The only git resource of a plan, brought to the end of its work. */
  Plan carriedOut(Work work, ValidationSpec... checks) throws Exception {
    return await(use("trusted", work, checks).id(), "execute/complete");
  }

  void write(String path, String text) throws Exception {
    Files.writeString(repository.resolve(path), text);
  }

  String read(String path) throws Exception {
    return Files.readString(repository.resolve(path));
  }

  String git(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    CommandResult result =
        runner.run(Command.of(line).withDirectory(repository), CancellationToken.none());
    if (!result.succeeded()) {
      throw new AssertionError(line + ": " + result.errors().text());
    }
    return result.output().text().strip();
  }

  /** Every byte of the user's files, index, refs and configuration; objects and our refs aside. */
  String everything() throws Exception {
    return everything(repository);
  }

  static String everything(Path root) throws Exception {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted().toList()) {
        String name = root.relativize(file).toString();
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && !name.startsWith(".git/objects")
            && !name.startsWith(".git/refs/cleveragents")) {
          all.append(name).append(' ');
          all.append(Files.getPosixFilePermissions(file)).append(' ');
          all.append(Sha256.of(Files.readAllBytes(file))).append('\n');
        }
      }
    }
    return all.toString();
  }

  /** The text of a file that was recorded. */
  String content(FileState state) {
    return new String(
        new ContentStore(database).get(state.hash()).orElseThrow(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    database.close();
  }

  /** Says what it was asked, so that a test can see it. */
  private static ContextSource.Found context(
      ContextSource.Question question, CancellationToken token) {
    StringBuilder text = new StringBuilder("goal: " + question.goal() + "\n");
    new TreeMap<>(question.changed())
        .forEach(
            (path, bytes) ->
                text.append(path)
                    .append(": ")
                    .append(
                        bytes.map(it -> new String(it, StandardCharsets.UTF_8)).orElse("gone\n")));
    return new ContextSource.Found(text.toString(), text.length(), "a test");
  }
}

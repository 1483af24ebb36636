package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.actor.Prompts;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.ChainFiles;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.definition.Definitions;
import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.mcp.McpException;
import dev.cleveragents.engine.mcp.McpServers;
import dev.cleveragents.engine.model.ChatModels;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.checkpoint.Checkpoints;
import dev.cleveragents.engine.plan.execution.AgentServices;
import dev.cleveragents.engine.plan.execution.ContextSource;
import dev.cleveragents.engine.plan.execution.PlanEditor;
import dev.cleveragents.engine.plan.execution.PlanExecutor;
import dev.cleveragents.engine.plan.execution.PlanServices;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.engine.tool.ConfinedCommands;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.kernel.worker.WorkerConfig.SessionTiming;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.apply.ApplyService;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import dev.cleveragents.workspace.sandbox.SandboxLocation;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import dev.cleveragents.workspace.sandbox.WorkspaceFixture;
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
public final class PlanFixture implements AutoCloseable {

  public static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A machine that stands still for a while makes no worker do a step again. */
  private static final SessionTiming LONG_LEASE =
      new SessionTiming(Duration.ofSeconds(2), Duration.ofMinutes(3), Duration.ofSeconds(2));

  public final Path repository;
  public final Database database;
  public final DatabaseJobStore jobs;
  public final AuditLog log;
  public final Definitions definitions;
  public final PlanService plans;
  public final SandboxManager sandboxes;
  public final Checkpoints checkpoints;

  /** What the deadlines of commands go by. */
  public final StoppableTime commandTime = new StoppableTime();

  /** The models that plans can ask; none unless a test gives some. */
  public volatile ChatModels models =
      name -> {
        throw new ModelException(ModelException.Kind.NOT_FOUND, "no model " + name);
      };

  /** Who plans the next plans, if no actor of theirs does. */
  public volatile @Nullable Work planner;

  /** Who looks at the work of the next plans. */
  public volatile PlanBrief.Reviews reviews = PlanBrief.Reviews.NONE;

  /** The MCP servers that plans can use; null if there are none. */
  public volatile @Nullable McpServers servers;

  /** What the next plans may spend on models. */
  public volatile Budget budget = Budget.UNLIMITED;

  private final CommandRunner runner =
      new CommandRunner(ThreadFactories.standard(), commandTime, UlidGenerator.system());
  private final PlanServices services;
  private final PlanExecutor executor;

  public PlanFixture(Path folder, String url) throws Exception {
    this(folder, url, WorkspaceFixture.unconfined(folder));
  }

  public PlanFixture(Path folder, String url, CommandBounds bounds) throws Exception {
    this(folder, url, bounds, TimeSource.system());
  }

  /** With a limit of running plans. */
  public PlanFixture(Path folder, String url, int concurrency) throws Exception {
    this(folder, url, WorkspaceFixture.unconfined(folder), TimeSource.system(), concurrency);
  }

  public PlanFixture(Path folder, String url, CommandBounds bounds, TimeSource time)
      throws Exception {
    this(folder, url, bounds, time, 0);
  }

  private PlanFixture(
      Path folder, String url, CommandBounds bounds, TimeSource time, int concurrency)
      throws Exception {
    this.repository = Files.createDirectories(folder.resolve("repository"));
    this.database =
        Database.open(
            DatabaseSettings.at(url).with(EngineTables.MIGRATIONS),
            ThreadFactories.standard(),
            time);
    this.log = new AuditLog(database, Redactor.standard(), new ChainFiles(folder, "test"));
    PlanJournal journal = new PlanJournal(log, database.clock()).atMost(concurrency);
    this.checkpoints = new Checkpoints(database, journal);
    this.jobs =
        DatabaseJobStore.on(
            database,
            new JobSettings(
                KeyLimits.ONE_EACH,
                Map.of(
                    PlanJob.TYPE,
                    new PlanJobEnding(journal),
                    PlanJob.EDIT_TYPE,
                    new PlanJobEnding(journal))));
    this.definitions = new Definitions(database, log);
    this.sandboxes =
        new SandboxManager(
            database,
            jobs,
            runner,
            journal.ids(),
            new SandboxLocation(folder.resolve("sandboxes"), bounds));
    this.services =
        new PlanServices(
            database,
            jobs,
            journal,
            sandboxes,
            new ConfinedCommands(runner, bounds),
            PlanFixture::context,
            new AgentServices(
                name -> models.open(name),
                new CurrentServers(),
                new Prompts(folder.resolve("prompts")),
                Budget.UNLIMITED,
                AgentServices.ReplyFeed.NONE),
            true);
    this.executor = new PlanExecutor(services, new ApplyService(database, jobs, runner));
    this.plans =
        new PlanService(
            database,
            jobs,
            journal,
            new Preflight(sandboxes, definitions, name -> models.open(name)));
    if (!Files.exists(repository.resolve(".git"))) {
      makeRepository();
    }
  }

  private void makeRepository() {
    GitRepository.init(repository).write("a.txt", "one\n").commit("first");
  }

  private final class CurrentServers implements McpServers {

    @Override
    public List<Offer> tools(McpServer server, CancellationToken token)
        throws McpException, InterruptedException {
      return current().tools(server, token);
    }

    @Override
    public Outcome call(McpServer server, Request request, CancellationToken token)
        throws McpException, InterruptedException {
      return current().call(server, request, token);
    }

    private McpServers current() throws McpException {
      McpServers given = servers;
      if (given == null) {
        throw new McpException("there are no MCP servers");
      }
      return given;
    }
  }

  public static Work command(String line) {
    return command(line, null);
  }

  public static Work command(String line, @Nullable String fix) {
    return new Work.ByCommand("exec", line, fix, Duration.ofMinutes(1), List.of());
  }

  /** A script of these steps, each a line of YAML. */
  public static Work script(String... steps) {
    return new Work.ByScript(
        "scripted",
        "name: local/scripted\ntype: scripted\nexecute:\n  - " + String.join("\n  - ", steps));
  }

  public static ValidationSpec check(String command) {
    return ValidationSpec.required(Name.of("check"), command);
  }

  public Plan use(String profile, Work work, ValidationSpec... checks) throws Exception {
    return use(profile, false, work, checks);
  }

  public Plan use(String profile, boolean readOnly, Work work, ValidationSpec... checks)
      throws Exception {
    return use(profile, readOnly, project(), work, checks);
  }

  public Resource resource() {
    return Resource.of(Name.of("app"), ResourceType.GIT_CHECKOUT, repository);
  }

  public Plan use(
      List<Resource> resources,
      String profile,
      boolean readOnly,
      Work work,
      ValidationSpec... checks)
      throws Exception {
    Project project = new Project(Name.of("project"), resources, ProjectSettings.NONE);
    return use(profile, readOnly, project, work, checks);
  }

  public Plan use(
      String profile, boolean readOnly, Project project, Work work, ValidationSpec... checks)
      throws Exception {
    return plans.use(
        new NewPlan(
            project,
            new NewPlan.Title("test", "do it", profile, readOnly, budget),
            new NewPlan.Actors(
                planner == null ? PlanDrafts.strategyOf(work) : planner, work, reviews),
            List.of(checks),
            List.of()),
        CancellationToken.none());
  }

  public Project project() {
    return new Project(Name.of("project"), List.of(resource()), ProjectSettings.NONE);
  }

  /** How many jobs of plans are waiting or running. */
  public long openJobs() {
    return jobs.list(new JobQuery(null, PlanExecutor.TYPE, null, null, 100)).stream()
        .filter(job -> !job.status().isTerminal())
        .count();
  }

  public AsyncWorker startWorker() {
    return jobs.startWorker(
        Map.of(PlanExecutor.TYPE, executor), WorkerConfig.defaults().withSession(LONG_LEASE));
  }

  /** A worker that runs as many jobs at once. */
  public AsyncWorker startWorker(int slots) {
    return jobs.startWorker(
        Map.of(PlanExecutor.TYPE, executor),
        WorkerConfig.defaults().withSession(LONG_LEASE).withMaxConcurrency(slots));
  }

  /** A worker for the job in which a user edits a plan. */
  public AsyncWorker startEditor(PlanEditor.UserTurn turn) {
    return jobs.startWorker(
        Map.of(PlanJob.EDIT_TYPE, new PlanEditor(services, turn)),
        WorkerConfig.defaults().withSession(LONG_LEASE));
  }

  /** Takes the first worker for dead, whatever its beat has come to meanwhile. */
  public void takeOwnerForDead() {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              WorkerSession session = jobs.sessions().getFirst();
              return jobs.endSession(session.id(), session.beat()).ended();
            });
  }

  public Plan await(PlanId id, Predicate<Plan> wanted) {
    Awaitility.await().atMost(PATIENCE).until(() -> wanted.test(plans.require(id)));
    return plans.require(id);
  }

  public Plan await(PlanId id, String stage) {
    return await(id, plan -> plan.status().stage().toString().equals(stage));
  }

  /** Commits everything that is there. */
  public String commit(String message) throws Exception {
    git("add", "-A");
    git("commit", "-q", "-m", message);
    return git("rev-parse", "HEAD");
  }

  /** The only git resource of a plan, brought to the end of its work. */
  public Plan carriedOut(Work work, ValidationSpec... checks) throws Exception {
    return await(use("trusted", work, checks).id(), "execute/complete");
  }

  public void write(String path, String text) throws Exception {
    Files.writeString(repository.resolve(path), text);
  }

  public String read(String path) throws Exception {
    return Files.readString(repository.resolve(path));
  }

  public String git(String... arguments) throws Exception {
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
  public String everything() throws Exception {
    return everything(repository);
  }

  public static String everything(Path root) throws Exception {
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
  public String content(FileState state) {
    return new String(
        new ContentStore(database).get(state.hash()).orElseThrow(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    database.close();
  }

  /** Says what it was asked, so that a test can see it. */
  private static ContextSource.Found context(
      ContextSource.Query question, CancellationToken token) {
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

package dev.cleveragents.runtime;

import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.engine.actor.ConversationRows;
import dev.cleveragents.engine.actor.Prompts;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.budget.CostLine;
import dev.cleveragents.engine.definition.Definitions;
import dev.cleveragents.engine.mcp.McpServers;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanDrafts;
import dev.cleveragents.engine.plan.PlanJob;
import dev.cleveragents.engine.plan.PlanJobEnding;
import dev.cleveragents.engine.plan.PlanJournal;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.Preflight;
import dev.cleveragents.engine.plan.checkpoint.Checkpoints;
import dev.cleveragents.engine.plan.checkpoint.SubplanChanges;
import dev.cleveragents.engine.plan.execution.AgentServices;
import dev.cleveragents.engine.plan.execution.PlanEditor;
import dev.cleveragents.engine.plan.execution.PlanServices;
import dev.cleveragents.engine.plan.execution.ResumePoint;
import dev.cleveragents.engine.project.Projects;
import dev.cleveragents.engine.project.ResourceCheck;
import dev.cleveragents.engine.project.Resources;
import dev.cleveragents.engine.recovery.CrashRecovery;
import dev.cleveragents.engine.recovery.SandboxService;
import dev.cleveragents.engine.tool.ConfinedCommands;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.models.ModelDirectory;
import dev.cleveragents.models.mcp.McpClients;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.OpenWaitPolicy;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.ApplyRecovery;
import dev.cleveragents.workspace.apply.ApplyRecovery.Recovered;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.recovery.OrphanedTemporaries;
import dev.cleveragents.workspace.sandbox.SandboxLocation;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An open CleverAgents: the one class that wires the parts. They are opened in order and closed in
 * reverse. Workers that were started here must be closed before this.
 */
public final class CleverAgents implements AutoCloseable {

  private final ThreadFactories threads = ThreadFactories.standard();
  private final TimeSource time = TimeSource.system();
  private final CommandRunner runner = new CommandRunner(threads, time, UlidGenerator.system());
  private final Database database;
  private final AuditLog log;
  private final DatabaseJobStore store;
  private final Definitions definitions;
  private final SandboxManager sandboxes;
  private final PlanJournal journal;
  private final Workers workers;
  private final PlanService plans;
  private final LiveReplies replies = new LiveReplies();
  private final LazyModels models;
  private final McpClients servers;
  private final Prompts prompts;
  private final Budget budgetOfPlan;
  private final String searchPath;
  private final Breakers breakers;
  private final ProjectContexts contexts;

  private CleverAgents(Config config, OpenedStore.Key key, OpenWaitPolicy patience) {
    OpenedStore opened = OpenedStore.open(config, key, threads, time, patience);
    this.database = opened.database();
    this.log = opened.log();
    this.journal = new PlanJournal(log, database.clock()).atMost(config.plans().concurrency());
    this.store =
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
    this.models =
        new LazyModels(
            () -> new ModelDirectory(config.models().environment(), config.home(), time));
    this.prompts = new Prompts(config.home().resolve("prompts"));
    this.budgetOfPlan = config.models().perPlan();
    this.searchPath = config.models().environment().getOrDefault("PATH", "");
    this.sandboxes =
        new SandboxManager(
            database,
            store,
            runner,
            journal.ids(),
            new SandboxLocation(config.home().resolve("sandboxes"), config.bounds()));
    ConfinedCommands commands = new ConfinedCommands(runner, config.bounds());
    this.servers = new McpClients(commands, config.models().environment(), threads, time);
    this.breakers = new Breakers(database, log);
    this.contexts =
        new ProjectContexts(
            config.home(),
            new ContextResources(
                runner,
                threads,
                time,
                breakers::changed,
                OrphanedTemporaries.nameForParser(config.home())),
            config.context().scope());
    PlanServices services =
        new PlanServices(
            database,
            store,
            journal,
            sandboxes,
            commands,
            new PlanContext(contexts, breakers, config.context().budget()),
            new AgentServices(models, servers, prompts, config.models().perDay(), replies),
            config.plans().hooks());
    this.workers = new Workers(database, store, runner, services);
    this.plans =
        new PlanService(database, store, journal, new Preflight(sandboxes, definitions, models));
  }

  /** Opens the store with the patience of a service. */
  public static CleverAgents open(Config config) {
    return open(config, OpenWaitPolicy.untilDeadline());
  }

  /**
   * Opens the store, and creates or migrates it unless the configuration is read-only.
   *
   * @param patience how long to wait for a server that is not ready
   * @throws dev.cleveragents.store.connection.StoreException if it cannot be used
   * @throws OperationException if the home is a folder with other files
   */
  public static CleverAgents open(Config config, OpenWaitPolicy patience) {
    InstallationFiles.requireHome(config.home());
    InstallationFiles.secure(config.home(), config.store().file());
    return new CleverAgents(config, OpenedStore.Key.REQUIRED, patience);
  }

  /** Puts a new key of the audit log in force, because the old one is lost. */
  public static void renewAuditKey(Config config, OpenWaitPolicy patience) {
    new CleverAgents(config, OpenedStore.Key.RENEWED, patience).close();
  }

  /** Queries and commands about jobs. */
  public Jobs jobs() {
    return new Jobs(database, store, log);
  }

  /** All operations on plans. */
  public PlanService plans() {
    return plans;
  }

  /** Turns goals and actions into drafts of plans. */
  public PlanDrafts drafts() {
    return new PlanDrafts(definitions, searchPath);
  }

  /** The models that plans can ask. */
  public ModelDirectory models() {
    return models.directory();
  }

  /** The MCP servers whose tools models can call. */
  public McpServers servers() {
    return servers;
  }

  /** The budget of a plan that names none. */
  public Budget budgetOfPlan() {
    return budgetOfPlan;
  }

  /** The exchanges of a plan with models, in their order. */
  public List<RecordedExchange> exchanges(Plan plan) {
    return database.read(
        transaction ->
            new ConversationRows(transaction)
                .exchanges(plan.id(), plan.status().counters().replans()));
  }

  /** The conversations of a plan's agents, entry by entry. */
  public List<ConversationRows.RoleEntry> conversation(Plan plan) {
    return database.read(
        transaction ->
            new ConversationRows(transaction).all(plan.id(), plan.status().counters().replans()));
  }

  /** What the calls of models have cost, by day, project, role or model. */
  public List<CostLine> costs(CostLine.By by) {
    return database.read(transaction -> new BudgetRows(transaction).costs(by));
  }

  /** The points that plans can be rolled back to. */
  public Checkpoints checkpoints() {
    return new Checkpoints(database, journal);
  }

  /** Runs single subplans again, or leaves them out. */
  public SubplanChanges subplanChanges() {
    return new SubplanChanges(plans(), checkpoints());
  }

  /**
   * The point from which a plan would resume; changes nothing.
   *
   * @throws OperationException if it cannot be resumed in its present state
   */
  public ResumePoint resumePoint(Plan plan) {
    return ResumePoint.of(plan, changesets(), plans.edits().stepsOfUser(plan));
  }

  /** The recorded changes of plans. */
  public Changesets changesets() {
    return new Changesets(database);
  }

  /** The contents of changed files. */
  public ContentStore contents() {
    return new ContentStore(database);
  }

  /** The sandboxes that plans work in. */
  public SandboxManager sandboxes() {
    return sandboxes;
  }

  /** Inspects, exports and removes sandboxes from outside. */
  public SandboxService sandboxService() {
    return new SandboxService(database, store, sandboxes, plans);
  }

  /** Finds and removes leftovers of crashes. */
  public CrashRecovery crashRecovery() {
    return new CrashRecovery(database, store, sandboxes, plans, runner);
  }

  /** The audit log. */
  public AuditLog log() {
    return log;
  }

  /** Actions, actors, validations and profiles. */
  public Definitions definitions() {
    return definitions;
  }

  /** Projects, each a set of resources. */
  public Projects projects() {
    return new Projects(database, log);
  }

  /** The resources that plans may work on. */
  public Resources resources() {
    return new Resources(database, log);
  }

  /** Checks that resources exist and can be read. */
  public ResourceCheck resourceCheck() {
    return new ResourceCheck(resources(), runner);
  }

  /** Runs other programs. */
  public CommandRunner runner() {
    return runner;
  }

  /** The types of jobs that workers of this program run. */
  public static Set<String> jobTypes() {
    return Set.of(ExecCommand.TYPE, PlanJob.TYPE);
  }

  /** Starts a worker in this process. */
  public AsyncWorker startWorker(WorkerConfig config, WorkerListener listener) {
    return workers.start(config, listener);
  }

  /**
   * Works on a plan and its children in this process until it is at rest. An interrupt pauses it.
   *
   * @return the plan in its state then
   */
  public Plan work(PlanRun run, CancellationToken interrupt) throws InterruptedException {
    return run.workOff(workers.start(plans.require(run.plan())), interrupt);
  }

  /**
   * Lets the user edit the sandboxes of an opened plan in this process, and records the edits.
   *
   * @return the plan in its state then: paused, unless it was cancelled meanwhile
   */
  public Plan edit(PlanRun run, PlanEditor.UserTurn turn, CancellationToken interrupt)
      throws InterruptedException {
    return run.workOff(workers.start(plans.require(run.plan()), turn), interrupt);
  }

  /**
   * Follows one plan, in whatever process it runs.
   *
   * @param watcher receives all events of the plan, from its beginning
   */
  public PlanRun watching(PlanId plan, PlanWatcher watcher) {
    return new PlanRun(plans, log, plan, replies.shownTo(watcher, plan));
  }

  /** Follows a plan until it is at rest, nothing works on it any more, or the interrupt. */
  public Plan watch(PlanRun run, CancellationToken interrupt) throws InterruptedException {
    return run.watch(interrupt, plan -> ownerOf(plan).problem() != null);
  }

  /** Who works on a plan. */
  public PlanOwner ownerOf(Plan plan) {
    return PlanOwner.of(plan, jobs());
  }

  /** Finishes or undoes applies whose processes died. */
  public Recovered recoverApplies() throws InterruptedException {
    return new ApplyRecovery(database, store, runner).recover();
  }

  /** The time by the clock that all processes of this store use. */
  public Instant now() {
    return database.clock().now();
  }

  /** The address of the store for users, without secrets. */
  public String storeDescription() {
    return database.describe();
  }

  /** The version of the tables, which is the one this program needs. */
  public String schemaVersion() {
    return database.schemaVersion();
  }

  /** Checks the whole store; returns the damage found, nothing if it is sound. */
  public List<String> checkStore() {
    return database.check();
  }

  /** The circuit breakers of the context strategies. */
  public Breakers breakers() {
    return breakers;
  }

  /** Finishes the pending writes, then closes. A second call does nothing. */
  @Override
  public void close() {
    contexts.close();
    servers.close();
    models.close();
    log.markEnd();
    database.close();
  }
}

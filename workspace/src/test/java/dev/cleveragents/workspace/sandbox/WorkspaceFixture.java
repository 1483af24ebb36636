package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.WorkspaceTables;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.util.List;

/** A store with a running job, and the sandboxes of its plan. */
public final class WorkspaceFixture implements AutoCloseable {

  public static final CancellationToken GO = CancellationToken.none();
  public static final CommandRunner RUNNER =
      new CommandRunner(ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system());

  public final PlanId plan = new PlanId(UlidGenerator.system().next());
  public final Path folder;
  public final Database database;
  public final DatabaseJobStore jobs;
  public final SandboxManager manager;
  public final Lease lease;

  public WorkspaceFixture(Path folder) {
    this(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
  }

  public WorkspaceFixture(Path folder, String url) {
    this.folder = folder;
    this.database = Database.open(url, List.of(WorkspaceTables.MIGRATIONS));
    this.jobs = DatabaseJobStore.on(database);
    this.manager =
        new SandboxManager(
            database,
            jobs,
            RUNNER,
            UlidGenerator.system(),
            new SandboxLocation(folder.resolve("sandboxes"), unconfined(folder)));
    jobs.enqueue(JobSpec.of("plan"));
    this.lease = claim();
  }

  /** Claims the job, as a worker does. */
  public Lease claim() {
    SessionId session =
        jobs.openSession(new SessionRequest("w", 1, ProcessIdentity.current("here")), new Deaf());
    return ((ClaimResult.Claimed) jobs.claim(session, ClaimFilter.ofTypes("plan"), 1))
        .jobs()
        .getFirst()
        .lease();
  }

  /** The owner is thought dead, and another takes over. */
  public Lease takeOver() {
    jobs.endSession(lease.session(), 0);
    return claim();
  }

  public static Resource checkout(GitRepository repository) {
    return checkout(repository, ResourceSettings.NONE);
  }

  public static Resource checkout(GitRepository repository, ResourceSettings settings) {
    return new Resource(
        Name.of("app"), ResourceType.GIT_CHECKOUT, repository.directory(), settings);
  }

  /** Bounds that confine no command. */
  public static CommandBounds unconfined(Path data) {
    return CommandBounds.of(CommandBounds.Mode.OFF, new SharedPaths(List.of(), List.of()), data);
  }

  /** The commit or tree that a sandbox began as. */
  public String baseOf(Sandbox sandbox) {
    return manager.get(sandbox.id()).base();
  }

  public Sandbox open(Resource resource) throws InterruptedException {
    return manager.open(plan, resource, manager.baseOf(resource, GO), lease, GO);
  }

  @Override
  public void close() {
    database.close();
  }

  static final class Deaf implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}

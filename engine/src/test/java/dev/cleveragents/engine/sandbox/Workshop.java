package dev.cleveragents.engine.sandbox;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceSettings;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.SessionListener;
import dev.cleveragents.kernel.job.SessionRequest;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Path;

/** A store with a running job, and the sandboxes of its plan. */
final class Workshop implements AutoCloseable {

  static final CancellationToken GO = CancellationToken.none();
  static final CommandRunner RUNNER =
      new CommandRunner(Threads.standard(), TimeSource.system(), UlidGenerator.system());

  final PlanId plan = new PlanId(UlidGenerator.system().next());
  final Path folder;
  final Database database;
  final DatabaseJobStore jobs;
  final SandboxManager manager;
  final Lease lease;

  Workshop(Path folder) {
    this(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
  }

  Workshop(Path folder, String url) {
    this.folder = folder;
    this.database = Database.open(url);
    this.jobs = DatabaseJobStore.on(database);
    this.manager =
        new SandboxManager(
            database,
            jobs,
            RUNNER,
            UlidGenerator.system(),
            new SandboxPlace(folder.resolve("sandboxes"), CommandBounds.off(folder)));
    jobs.enqueue(JobSpec.of("plan"));
    this.lease = claim();
  }

  /** Claims the job, as a worker does. */
  Lease claim() {
    SessionId session =
        jobs.openSession(new SessionRequest("w", 1, ProcessIdentity.current("here")), new Deaf());
    return ((ClaimResult.Claimed) jobs.claim(session, ClaimFilter.ofTypes("plan"), 1))
        .jobs()
        .getFirst()
        .lease();
  }

  /** The owner is thought dead, and another takes over. */
  Lease takeOver() {
    jobs.endSession(lease.session(), 0);
    return claim();
  }

  static Resource checkout(Repository repository) {
    return checkout(repository, ResourceSettings.NONE);
  }

  static Resource checkout(Repository repository, ResourceSettings settings) {
    return new Resource(
        Name.of("app"), ResourceType.GIT_CHECKOUT, repository.directory(), settings);
  }

  Sandbox open(Resource resource) throws InterruptedException {
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

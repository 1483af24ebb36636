package dev.cleveragents.workspace.apply;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Effects;
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
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.WorkspaceTables;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.ApplyTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A store, and jobs that apply. */
public final class ApplyFixture implements AutoCloseable {

  private static final SessionListener DEAF =
      new SessionListener() {
        @Override
        public void workAvailable() {}

        @Override
        public void cancelRequested(Lease lease, String reason) {}
      };

  public final PlanId plan = new PlanId(UlidGenerator.system().next());
  public final Database database;
  public final DatabaseJobStore jobs;
  final CommandRunner commands =
      new CommandRunner(ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system());

  public ApplyFixture(Path folder) {
    this("jdbc:sqlite:" + folder.resolve("store.db"));
  }

  /** On the other database, in tables of its own. */
  static ApplyFixture onPostgres() {
    return new ApplyFixture(TestPostgres.shared().newSchema());
  }

  private ApplyFixture(String url) {
    database = Database.open(url, List.of(WorkspaceTables.MIGRATIONS));
    jobs = DatabaseJobStore.on(database);
  }

  /** A job that runs, under a session of its own. */
  Lease lease() {
    jobs.enqueue(JobSpec.of("apply"), Effects.none());
    SessionId session =
        jobs.openSession(
            new SessionRequest("worker", 1, ProcessIdentity.current(HostName.current())), DEAF);
    ClaimResult.Claimed claimed =
        (ClaimResult.Claimed)
            jobs.claim(session, ClaimFilter.ofTypes("apply"), 1, _ -> Effects.none());
    return claimed.jobs().getFirst().lease();
  }

  public ApplyRequest request(ApplyTarget... targets) {
    return new ApplyRequest(
        plan,
        lease(),
        "Do what the plan says\n\nAt length.",
        Map.of("CleverAgents-Plan", plan.toString()),
        List.of(targets));
  }

  ApplyService service(ApplyStep.Listener steps) {
    return new ApplyService(database, jobs, commands, UlidGenerator.system(), steps);
  }

  ApplyOutcome apply(ApplyTarget... targets) throws InterruptedException {
    return service(ApplyStep.Listener.NONE).apply(request(targets), CancellationToken.none());
  }

  ApplyRecovery.Recovered recover() throws InterruptedException {
    return new ApplyRecovery(database, jobs, commands).recover();
  }

  @Override
  public void close() {
    database.close();
  }
}

package dev.cleveragents.workspace;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Migrations;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** An empty database of either kind, with jobs that can be claimed and taken over. */
public final class TestStore implements AutoCloseable {

  /** What it runs on. */
  public enum Kind {
    SQLITE,
    POSTGRESQL
  }

  private static final String TYPE = "plan";

  private final String url;
  private final List<Migrations> modules;
  private final Database database;
  private final DatabaseJobStore jobs;
  private final UlidGenerator ids = UlidGenerator.system();

  private TestStore(String url, List<Migrations> modules) {
    this.url = url;
    this.modules = modules;
    this.database = Database.open(url, modules);
    this.jobs = DatabaseJobStore.on(database);
  }

  /** A new one; a file goes into that folder. */
  public static TestStore open(Kind kind, Path folder) {
    return open(kind, folder, List.of(WorkspaceTables.MIGRATIONS));
  }

  /** A new one with the tables of these modules. */
  public static TestStore open(Kind kind, Path folder, List<Migrations> modules) {
    return new TestStore(
        switch (kind) {
          case SQLITE -> "jdbc:sqlite:" + folder.resolve("test.db");
          case POSTGRESQL -> TestPostgres.shared().newSchema();
        },
        modules);
  }

  /** The same database, as another process has it. */
  public TestStore another() {
    return new TestStore(url, modules);
  }

  public Database database() {
    return database;
  }

  public DatabaseJobStore jobs() {
    return jobs;
  }

  public UlidGenerator ids() {
    return ids;
  }

  public PlanId newPlan() {
    return new PlanId(ids.next());
  }

  /** The lease of a new job that runs. */
  public Lease newLease() {
    jobs.enqueue(JobSpec.of(TYPE));
    return claim();
  }

  /** Takes the owner of a lease for dead, and claims its job again: the answer is the new lease. */
  public Lease takeOver(Lease lease) {
    jobs.endSession(lease.session(), 0);
    return claim();
  }

  private Lease claim() {
    SessionId session =
        jobs.openSession(
            new SessionRequest("test", 1, ProcessIdentity.current("here")), new Deaf());
    // A claim skips a job whose row another transaction holds at that moment.
    List<AsyncJob> claimed =
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> claim(session), found -> !found.isEmpty());
    return claimed.getFirst().lease();
  }

  private List<AsyncJob> claim(SessionId session) {
    ClaimResult result = jobs.claim(session, ClaimFilter.ofTypes(TYPE), 1);
    return ((ClaimResult.Claimed) result).jobs();
  }

  @Override
  public void close() {
    database.close();
  }

  private static final class Deaf implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}

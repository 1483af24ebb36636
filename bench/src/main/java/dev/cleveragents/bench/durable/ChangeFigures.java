package dev.cleveragents.bench.durable;

import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.ChainFiles;
import dev.cleveragents.engine.audit.Redactor;
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
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeContents;
import dev.cleveragents.workspace.change.ChangeOrigin;
import dev.cleveragents.workspace.change.ChangesetHandle;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.change.PlanExecutionContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * What plans record, per second, each entry and each event acknowledged after its commit: changeset
 * entries with contents of their own, each writer in a changeset of its own; audit events; and the
 * verification of a long log, whose events are appended many at a time.
 *
 * <p>{@code -Dchange.writers} says how many write at once, {@code -Dchange.entries} how much they
 * write in all, {@code -Daudit.entries} how long the verified log is.
 */
public final class ChangeFigures {

  private static final int WRITERS = Integer.getInteger("change.writers", 64);
  private static final int ENTRIES = Integer.getInteger("change.entries", 20_000);
  private static final int LOG = Integer.getInteger("audit.entries", 1_000_000);
  private static final int PER_UNIT = 1_000;

  /** As many as a command that has changed this many files has recorded in one call. */
  private static final int PER_CALL = 100;

  private static final ChangeOrigin ORIGIN =
      new ChangeOrigin("write_file", "call", "local/scripted");

  private ChangeFigures() {}

  /** Prints a table for SQLite and one for PostgreSQL. */
  public static void print(int rounds) throws Exception {
    try (EmptyDatabases databases = new EmptyDatabases()) {
      print("SQLite", rounds, databases, databases::sqlite);
      print("PostgreSQL", rounds, databases, databases::postgres);
    }
  }

  private interface Addresses {
    String next() throws Exception;
  }

  private static void print(String title, int rounds, EmptyDatabases databases, Addresses addresses)
      throws Exception {
    List<Double> entries = new ArrayList<>();
    List<Double> together = new ArrayList<>();
    List<Double> events = new ArrayList<>();
    List<Double> verified = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      String url = addresses.next();
      try (Database database = Database.open(url, EngineTables.MIGRATIONS)) {
        AuditLog log =
            new AuditLog(
                database, Redactor.knowing(Map.of()), new ChainFiles(databases.folder(), url));
        entries.add(entriesPerSecond(database, 1));
        together.add(entriesPerSecond(database, PER_CALL));
        events.add(eventsPerSecond(database, log));
        verified.add(verifiedPerSecond(database, log));
      }
      databases.drop(url);
    }
    System.out.printf(
        "%nWhat plans record, on %s: %d rounds; median [min – max]%n%n", title, rounds);
    System.out.println("| what | per second |");
    System.out.println("| --- | --: |");
    row("changeset entries, %d writers".formatted(WRITERS), entries);
    row("changeset entries, %d writers, %d in a call".formatted(WRITERS, PER_CALL), together);
    row("audit events, %d writers".formatted(WRITERS), events);
    row("verified of a log of %,d".formatted(LOG), verified);
  }

  private static void row(String what, List<Double> seen) {
    System.out.printf("| %s | %s |%n", what, MedianAndRange.of(seen, "%,.0f"));
  }

  private static double entriesPerSecond(Database database, int perCall) throws Exception {
    DatabaseJobStore jobs = DatabaseJobStore.on(database);
    UlidGenerator ids = UlidGenerator.system();
    PlanExecutionContext context =
        new PlanExecutionContext(database, jobs, ids, new PlanId(ids.next()), claimed(jobs));
    int each = ENTRIES / WRITERS / perCall * perCall;
    return perSecond(
        each * WRITERS,
        writer -> {
          ChangesetHandle handle = context.startChangeset(writer);
          for (int i = 0; i < each; i += perCall) {
            List<Recorded> changes = new ArrayList<>();
            for (int j = i; j < i + perCall; j++) {
              changes.add(entry(writer, j, perCall));
            }
            handle.recordAll(changes);
          }
          handle.complete(Effects.none());
        });
  }

  /** A new file with a content that no other entry has. */
  private static Recorded entry(int writer, int number, int perCall) {
    byte[] bytes =
        "entry %d of %d, %d in a call\n"
            .formatted(number, writer, perCall)
            .repeat(40)
            .getBytes(StandardCharsets.UTF_8);
    FileState state = FileState.of(bytes, FileMode.REGULAR);
    return new Recorded(
        Change.create("local/app", "src/File" + number, state), ChangeContents.of(bytes), ORIGIN);
  }

  private static double eventsPerSecond(Database database, AuditLog log) throws Exception {
    return perSecond(
        ENTRIES / WRITERS * WRITERS,
        writer -> {
          for (int i = 0; i < ENTRIES / WRITERS; i++) {
            append(database, log, event(i));
          }
        });
  }

  private static double verifiedPerSecond(Database database, AuditLog log) {
    for (int i = 0; i < LOG / PER_UNIT; i++) {
      AuditEvent[] events = new AuditEvent[PER_UNIT];
      for (int j = 0; j < PER_UNIT; j++) {
        events[j] = event(j);
      }
      append(database, log, events);
    }
    long start = System.nanoTime();
    if (!log.verify().isSound()) {
      throw new IllegalStateException("The log is broken");
    }
    return (LOG + ENTRIES / WRITERS * WRITERS) / ((System.nanoTime() - start) / 1e9);
  }

  private static AuditEvent event(int number) {
    return AuditEvent.of("tool.called", "local/scripted")
        .with("tool", "write_file")
        .with("path", "src/File" + number)
        .with("output", "written, 12 lines");
  }

  private static void append(Database database, AuditLog log, AuditEvent... events) {
    database.write(
        transaction -> {
          log.append(transaction, events);
          return events.length;
        });
  }

  private static double perSecond(int count, IntConsumer writer) throws Exception {
    long start = System.nanoTime();
    try (Scope scope =
        Scope.open("writers", ThreadFactories.standard(), CancellationToken.none())) {
      List<Fork<Integer>> forks = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int number = i;
        forks.add(
            scope.fork(
                "writer-" + i,
                () -> {
                  writer.accept(number);
                  return number;
                }));
      }
      for (var fork : forks) {
        fork.join(Duration.ofMinutes(10));
      }
    }
    return count / ((System.nanoTime() - start) / 1e9);
  }

  private static Lease claimed(DatabaseJobStore jobs) {
    jobs.enqueue(JobSpec.of("plan"));
    SessionId session =
        jobs.openSession(
            new SessionRequest("bench", 1, ProcessIdentity.current("bench")), new Deaf());
    ClaimResult result = jobs.claim(session, ClaimFilter.ofTypes("plan"), 1);
    return ((ClaimResult.Claimed) result).jobs().getFirst().lease();
  }

  private static final class Deaf implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}

package dev.cleveragents.workspace.apply.journal;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.RowReader;
import dev.cleveragents.workspace.LeaseFence;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The rows of journals: PREPARING → COMMITTED → FINISHED → DONE, or PREPARING → UNDOING → UNDONE,
 * also COMMITTED → UNDOING if the system does not let a file be replaced; each move one conditional
 * write. Beginning and COMMIT are fenced by the lease of the job that applies; what comes after
 * them only says what has become of the files, and any holder of the journal may.
 */
public final class JournalStore {

  /** Where a journal is in its life. */
  public enum State {
    PREPARING,
    /** From here on it is finished, unless a file cannot be replaced: then all are put back. */
    COMMITTED,
    /** Everything is where it belongs; what the journal has on the disk is not needed any more. */
    FINISHED,
    DONE,
    /** It will never be finished, so what it has made is taken away. */
    UNDOING,
    UNDONE
  }

  /** One row. */
  public record Row(
      String id,
      PlanId plan,
      JobId job,
      long lease,
      String host,
      State state,
      TargetRecord.All content) {}

  private static final String SELECT =
      "SELECT id, plan_id AS plan, job_id AS job, lease, host, state, targets AS content"
          + " FROM apply_journals ";

  private static final RowReader<Row> ROW = RowMapper.of(Row.class);

  private final Database database;
  private final DatabaseJobStore jobs;

  public JournalStore(Database database, DatabaseJobStore jobs) {
    this.database = database;
    this.jobs = jobs;
  }

  public void begin(String id, ApplyRequest request, List<TargetRecord> targets) {
    String content = TargetRecord.write(targets, List.of(), List.of());
    fenced(
        request,
        unit -> {
          long now = now();
          unit.transaction()
              .update(
                  """
                  INSERT INTO apply_journals
                    (id, plan_id, job_id, lease, host, state, targets, created_at, moved_at)
                  VALUES (?, ?, ?, ?, ?, 'PREPARING', ?, ?, ?)
                  """,
                  id,
                  request.plan().toString(),
                  request.lease().job().toString(),
                  request.lease().number(),
                  HostName.current(),
                  content,
                  now,
                  now);
          return true;
        });
  }

  /**
   * The point of no return.
   *
   * @throws OperationException if the lease is over, another process has undone the journal, or a
   *     user wants the job to stop: a wish and this are stored one after the other, and whichever
   *     is first holds
   */
  public void commit(
      String id, ApplyRequest request, List<TargetRecord> targets, List<String> hints) {
    String content = TargetRecord.write(targets, List.of(), hints);
    boolean moved =
        fenced(
            request,
            unit -> {
              if (unit.job().cancelRequested()) {
                throw OperationException.conflict(
                    "Applying plan %s was cancelled before its commit; nothing was applied"
                        .formatted(request.plan()),
                    NextAction.of(Verb.SHOW_PLAN, request.plan()));
              }
              return move(unit.transaction(), id, State.PREPARING, State.COMMITTED, content);
            });
    if (!moved) {
      throw OperationException.conflict(
          "Another process considered this one dead and rolled back the apply of plan %s; nothing was applied"
              .formatted(request.plan()),
          NextAction.of(Verb.APPLY_PLAN, request.plan()));
    }
  }

  /** Everything is where it belongs; false if that was known. */
  public boolean finished(String id, TargetRecord.All content, List<LocalConflict> kept) {
    String written = TargetRecord.write(content.targets(), kept, content.hints());
    return database.write(
        transaction -> move(transaction, id, State.COMMITTED, State.FINISHED, written));
  }

  /** It will not be COMMITTED; false if it is, or is undone already. */
  public boolean undoing(String id) {
    return database.write(transaction -> move(transaction, id, State.PREPARING, State.UNDOING));
  }

  /** It will not be finished, although it was COMMITTED; false if it is finished or undone. */
  public boolean takingBack(String id) {
    return database.write(transaction -> move(transaction, id, State.COMMITTED, State.UNDOING));
  }

  /** Nothing is left of it on the disk; false if that was known. */
  public boolean closed(String id) {
    return database.write(
        transaction ->
            move(transaction, id, State.FINISHED, State.DONE)
                || move(transaction, id, State.UNDOING, State.UNDONE));
  }

  /** Those that are neither DONE nor UNDONE, the oldest first. */
  public List<Row> open() {
    return database.read(
        transaction ->
            transaction.query(SELECT + "WHERE state NOT IN ('DONE', 'UNDONE') ORDER BY id", ROW));
  }

  /** Those of a plan, the oldest first. */
  public List<Row> of(PlanId plan) {
    return database.read(
        transaction ->
            transaction.query(SELECT + "WHERE plan_id = ? ORDER BY id", ROW, plan.toString()));
  }

  public Row get(String id) {
    return find(id).orElseThrow();
  }

  public Optional<Row> find(String id) {
    return database.read(transaction -> transaction.first(SELECT + "WHERE id = ?", ROW, id));
  }

  /** Whether the job that began it still runs under the lease it began it with. */
  public boolean isOwned(Row row) {
    Optional<AsyncJob> job = jobs.get(row.job());
    return job.isPresent() && job.get().owner() != null && job.get().leases() == row.lease();
  }

  private boolean move(Transaction transaction, String id, State from, State to) {
    return transaction.update(
            "UPDATE apply_journals SET state = ?, moved_at = ? WHERE id = ? AND state = ?",
            to.name(),
            now(),
            id,
            from.name())
        == 1;
  }

  private boolean move(Transaction transaction, String id, State from, State to, String content) {
    return transaction.update(
            "UPDATE apply_journals SET state = ?, targets = ?, moved_at = ? WHERE id = ? AND state"
                + " = ?",
            to.name(),
            content,
            now(),
            id,
            from.name())
        == 1;
  }

  private long now() {
    return StoreClock.micros(database.clock().now());
  }

  private interface Write {
    boolean in(DatabaseUnit unit);
  }

  private boolean fenced(ApplyRequest request, Write write) {
    AtomicBoolean answer = new AtomicBoolean();
    new LeaseFence(jobs, request.lease())
        .write(DatabaseUnit.storing(unit -> answer.set(write.in(unit))));
    return answer.get();
  }

  /**
   * Whether the apply of a plan has passed the point of no return, as this transaction sees it. It
   * is only ever finished from there on, or taken back because a file cannot be replaced.
   */
  public static boolean isPastNoReturn(Transaction transaction, PlanId plan) {
    return transaction
        .first(
            """
            SELECT id FROM apply_journals
            WHERE plan_id = ? AND state IN ('COMMITTED', 'FINISHED', 'DONE')
            """,
            RowMapper.of(String.class),
            plan.toString())
        .isPresent();
  }
}

package dev.cleveragents.workspace.change;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.RowReader;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Changeset.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of changesets and their entries. A writer is fenced by the unit around the write. */
record ChangeRows(Transaction transaction) {

  private static final Transaction.Last<@Nullable Object[]> ENTRIES = ChangeRows::insertAll;

  private static final String CHANGESET =
      "SELECT id, plan_id AS plan, job_id AS job, lease, step, status, entries, started_at,"
          + " ended_at FROM changeset_records ";

  private static final RowReader<Changeset> CHANGESETS = RowMapper.of(Changeset.class);

  private static final RowReader<ChangeEntry> STORED_ENTRIES =
      RowMapper.of(EntryRow.class).then(EntryRow::entry);

  private static final String ENTRY =
      """
      SELECT e.sequence, e.resource, e.path, e.operation, e.moved_from,
             e.before_hash, e.before_mode, e.before_size, e.after_hash, e.after_mode, e.after_size,
             e.tool, e.call_id, e.actor, e.at
      FROM changeset_entries e
      """;

  void start(ChangesetId id, PlanId plan, Lease lease, int step, Instant now) {
    transaction.update(
        """
        INSERT INTO changeset_records
          (id, plan_id, job_id, lease, step, status, entries, started_at)
        VALUES (?, ?, ?, ?, ?, 'OPEN', 0, ?)
        """,
        id.toString(),
        plan.toString(),
        lease.job().toString(),
        lease.number(),
        step,
        StoreClock.micros(now));
  }

  /** Ends what earlier owners of the plan have left open. */
  void abandonOthers(PlanId plan, Lease lease, Instant now) {
    transaction.update(
        """
        UPDATE changeset_records SET status = 'ABANDONED', ended_at = ?
        WHERE plan_id = ? AND status = 'OPEN' AND NOT (job_id = ? AND lease = ?)
        """,
        StoreClock.micros(now),
        plan.toString(),
        lease.job().toString(),
        lease.number());
  }

  /** Ends everything that the plan has recorded so far as no part of its result. */
  void abandonAll(PlanId plan, Instant now) {
    transaction.update(
        """
        UPDATE changeset_records SET status = 'ABANDONED', ended_at = coalesce(ended_at, ?)
        WHERE plan_id = ? AND status IN ('OPEN', 'COMPLETE')
        """,
        StoreClock.micros(now),
        plan.toString());
  }

  /** Takes the completed steps after this one, and what is open, out of the plan. */
  void rollBackAfter(PlanId plan, int step, Instant now) {
    transaction.update(
        """
        UPDATE changeset_records SET status = 'ROLLED_BACK', ended_at = coalesce(ended_at, ?)
        WHERE plan_id = ? AND step > ? AND status IN ('OPEN', 'COMPLETE')
        """,
        StoreClock.micros(now),
        plan.toString(),
        step);
  }

  /**
   * Reserves numbers for {@code count} entries if the changeset is open; returns the last of them.
   */
  Optional<Long> number(ChangesetId id, int count) {
    return transaction.first(
        """
        UPDATE changeset_records SET entries = entries + ? WHERE id = ? AND status = 'OPEN'
        RETURNING entries
        """,
        RowMapper.of(Long.class),
        count,
        id.toString());
  }

  /** Ends an open changeset; says whether it was open. */
  boolean end(ChangesetId id, Status status, Instant now) {
    return transaction.update(
            "UPDATE changeset_records SET status = ?, ended_at = ? WHERE id = ? AND status ="
                + " 'OPEN'",
            status.name(),
            StoreClock.micros(now),
            id.toString())
        == 1;
  }

  /** Completes an abandoned changeset that has entries; says whether it was one. */
  boolean adopt(ChangesetId id) {
    return transaction.update(
            "UPDATE changeset_records SET status = 'COMPLETE' WHERE id = ? AND status ="
                + " 'ABANDONED' AND entries > 0",
            id.toString())
        == 1;
  }

  /** Stores entries with the other entries of the transaction, in one message at its end. */
  void insert(ChangesetId id, List<ChangeEntry> entries) {
    for (ChangeEntry entry : entries) {
      Change change = entry.change();
      FileState before = change.before();
      FileState after = change.after();
      transaction.leaveToLast(
          ENTRIES,
          new @Nullable Object[] {
            id.toString(),
            entry.sequence(),
            change.resource(),
            change.path(),
            change.operation().name(),
            change.movedFrom(),
            before == null ? null : before.hash(),
            before == null ? null : before.mode().name(),
            before == null ? null : before.size(),
            after == null ? null : after.hash(),
            after == null ? null : after.mode().name(),
            after == null ? null : after.size(),
            entry.origin().tool(),
            entry.origin().callId(),
            entry.origin().actor(),
            StoreClock.micros(entry.at())
          });
    }
  }

  private static void insertAll(Transaction transaction, List<@Nullable Object[]> rows) {
    transaction.batch(
        """
        INSERT INTO changeset_entries
          (changeset_id, sequence, resource, path, operation, moved_from,
           before_hash, before_mode, before_size, after_hash, after_mode, after_size,
           tool, call_id, actor, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        rows);
  }

  Optional<Changeset> get(ChangesetId id) {
    return transaction.first(CHANGESET + "WHERE id = ?", CHANGESETS, id.toString());
  }

  List<Changeset> of(PlanId plan) {
    return transaction.query(
        CHANGESET + "WHERE plan_id = ? ORDER BY step, started_at, id", CHANGESETS, plan.toString());
  }

  List<ChangeEntry> entries(ChangesetId id) {
    return transaction.query(
        ENTRY + "WHERE e.changeset_id = ? ORDER BY e.sequence", STORED_ENTRIES, id.toString());
  }

  /** The entries of the completed steps up to this one, in order. */
  List<ChangeEntry> completed(PlanId plan, int upToStep) {
    return transaction.query(
        ENTRY
            + """
            JOIN changeset_records c ON c.id = e.changeset_id
            WHERE c.plan_id = ? AND c.status = 'COMPLETE' AND c.step <= ?
            ORDER BY c.step, e.at, e.changeset_id, e.sequence
            """,
        STORED_ENTRIES,
        plan.toString(),
        upToStep);
  }

  /** The entries of the completed steps after this one, in order. */
  List<ChangeEntry> completedAfter(PlanId plan, int step) {
    return transaction.query(
        ENTRY
            + """
            JOIN changeset_records c ON c.id = e.changeset_id
            WHERE c.plan_id = ? AND c.status = 'COMPLETE' AND c.step > ?
            ORDER BY c.step, e.at, e.changeset_id, e.sequence
            """,
        STORED_ENTRIES,
        plan.toString(),
        step);
  }

  /** An entry as its row holds it: the states in columns, all NULL where there is none. */
  private record EntryRow(
      long sequence,
      String resource,
      String path,
      ChangeOperation operation,
      @Nullable String movedFrom,
      @Nullable String beforeHash,
      @Nullable FileMode beforeMode,
      @Nullable Long beforeSize,
      @Nullable String afterHash,
      @Nullable FileMode afterMode,
      @Nullable Long afterSize,
      ChangeOrigin origin,
      Instant at) {

    ChangeEntry entry() {
      FileState before = state(beforeHash, beforeMode, beforeSize);
      FileState after = state(afterHash, afterMode, afterSize);
      Change change = new Change(resource, path, operation, movedFrom, before, after);
      return new ChangeEntry(sequence, change, origin, at);
    }

    private static @Nullable FileState state(
        @Nullable String hash, @Nullable FileMode mode, @Nullable Long size) {
      return hash == null || mode == null || size == null ? null : new FileState(hash, mode, size);
    }
  }
}

package dev.cleveragents.workspace.change;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.store.job.PlainText;
import dev.cleveragents.workspace.LeaseFence;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The execution of one plan under one lease, as far as it records what it does. A change goes to
 * the changeset whose handle recorded it; there is no "latest" changeset that threads share. Any
 * number of threads may use a context and its handles.
 *
 * <p>It keeps nothing in memory. Every write is a unit in the name of the lease: refused once that
 * is over, and acknowledged after the commit. Such units of one job come one after the other,
 * because each keeps the job's row; so does the statement that numbers an entry with the row of the
 * changeset. That makes the sequence gapless and decides between an entry and an end that come at
 * the same moment. Jobs of one plan exclude each other by their key, so a changeset that another
 * lease has left open has lost its owner.
 *
 * <p>Proven on both databases by {@code ChangesetRaceTest}, which finds the defect in the racy
 * original, and {@code PlanExecutionContextTest}.
 */
public final class PlanExecutionContext {

  /** Of one file; databases keep no more than about 1 GB in a field, and it is held in memory. */
  static final long MOST_BYTES = 256L << 20;

  private final Database database;
  private final DatabaseJobStore jobs;
  private final UlidGenerator ids;
  private final PlanId plan;
  private final Lease lease;

  /**
   * @param jobs the store of the job that runs the plan, on that database
   * @param lease the claim of that job
   */
  public PlanExecutionContext(
      Database database, DatabaseJobStore jobs, UlidGenerator ids, PlanId plan, Lease lease) {
    this.database = database;
    this.jobs = jobs;
    this.ids = ids;
    this.plan = plan;
    this.lease = lease;
  }

  /**
   * Starts a changeset for a step; returns when that is durable. Changesets of the plan that an
   * earlier lease left open are abandoned with it.
   *
   * @throws OperationException if the lease is over
   */
  public ChangesetHandle startChangeset(int step) {
    ChangesetId id = new ChangesetId(ids.next());
    note(
        DatabaseUnit.writing(
            transaction -> {
              ChangeRows rows = new ChangeRows(transaction);
              Instant now = now();
              rows.abandonOthers(plan, lease, now);
              rows.start(id, plan, lease, step, now);
            }));
    return new ChangesetHandle(this, id, step);
  }

  /**
   * Abandons what earlier attempts at the plan's work have recorded: from now on it has done
   * nothing. Returns when that is durable.
   *
   * @throws OperationException if the lease is over
   */
  public void startOver() {
    note(DatabaseUnit.writing(transaction -> new ChangeRows(transaction).abandonAll(plan, now())));
  }

  /**
   * Makes these changes all that the plan has recorded, as one changeset of this step that is
   * complete; what was recorded before is abandoned, and kept. For the unit of a write in the name
   * of the lease: both happen with it or neither does.
   */
  public Effects only(int step, List<Recorded> changes) {
    changes.forEach(PlanExecutionContext::requireStorable);
    ChangesetHandle handle = new ChangesetHandle(this, new ChangesetId(ids.next()), step);
    return DatabaseUnit.writing(
        transaction -> {
          ChangeRows rows = new ChangeRows(transaction);
          Instant now = now();
          rows.abandonAll(plan, now);
          if (!changes.isEmpty()) {
            rows.start(handle.id(), plan, lease, step, now);
            insert(transaction, handle, changes);
            rows.end(handle.id(), Changeset.Status.COMPLETE, now);
          }
        });
  }

  List<ChangeEntry> store(ChangesetHandle handle, List<Recorded> changes) {
    changes.forEach(PlanExecutionContext::requireStorable);
    AtomicReference<List<ChangeEntry>> stored = new AtomicReference<>(List.of());
    note(DatabaseUnit.writing(transaction -> stored.set(insert(transaction, handle, changes))));
    return stored.get();
  }

  private List<ChangeEntry> insert(
      Transaction transaction, ChangesetHandle handle, List<Recorded> changes) {
    ChangeRows rows = new ChangeRows(transaction);
    long last = rows.number(handle.id(), changes.size()).orElseThrow(() -> handle.hasEnded(rows));
    Instant now = now();
    List<String> hashes = new ArrayList<>();
    List<ChangeEntry> entries = new ArrayList<>();
    for (Recorded recorded : changes) {
      Change change = recorded.change();
      long sequence = last - changes.size() + entries.size() + 1;
      entries.add(new ChangeEntry(sequence, change, recorded.origin(), now));
      statesOf(change).forEach(state -> hashes.add(state.hash()));
    }
    ContentStore.keep(
        transaction,
        hashes,
        ChangeContents.joined(changes.stream().map(Recorded::contents).toList()));
    rows.insert(handle.id(), entries);
    return List.copyOf(entries);
  }

  /** Stores effects in the name of the lease; what they throw reaches the caller as it is. */
  void note(Effects effects) {
    new LeaseFence(jobs, lease).write(effects);
  }

  Instant now() {
    return database.clock().now();
  }

  private static void requireStorable(Recorded recorded) {
    Change change = recorded.change();
    ChangeOrigin origin = recorded.origin();
    Stream.of(
            change.resource(),
            change.path(),
            change.movedFrom(),
            origin.tool(),
            origin.callId(),
            origin.actor())
        .filter(text -> text != null && !PlainText.isKept(text))
        .findFirst()
        .ifPresent(
            text -> {
              throw OperationException.invalid(
                  "The name '%s' has a character that cannot be stored, a NUL or half of a surrogate pair; choose another"
                      .formatted(PlainText.of(text)));
            });
    statesOf(change)
        .filter(state -> state.size() > MOST_BYTES)
        .findFirst()
        .ifPresent(
            state -> {
              throw OperationException.invalid(
                  "%s has %,d bytes, and a changeset keeps at most %,d of a file; have it ignored (.gitignore), or create it outside the plan"
                      .formatted(change.path(), state.size(), MOST_BYTES));
            });
  }

  private static Stream<FileState> statesOf(Change change) {
    Stream.Builder<FileState> states = Stream.builder();
    addTo(states, change.before());
    addTo(states, change.after());
    return states.build();
  }

  private static void addTo(Stream.Builder<FileState> states, @Nullable FileState state) {
    if (state != null) {
      states.add(state);
    }
  }
}

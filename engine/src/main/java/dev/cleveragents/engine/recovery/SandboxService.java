package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.exec.OrphanedCommands;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.change.diff.FileDiff;
import dev.cleveragents.workspace.recovery.LeaseOwner;
import dev.cleveragents.workspace.recovery.LeaseOwners;
import dev.cleveragents.workspace.sandbox.SandboxContents;
import dev.cleveragents.workspace.sandbox.SandboxInventory;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import dev.cleveragents.workspace.sandbox.SandboxManager.Kept;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import dev.cleveragents.workspace.sandbox.store.SandboxManifest;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Shows, exports and removes the sandboxes of plans. Stateless; any number of threads and processes
 * may use it.
 *
 * <ul>
 *   <li>A removal is refused while the owner of the sandbox lives.
 *   <li>It is also refused while the sandbox holds work that is nowhere else, unless a person
 *       allows the loss.
 * </ul>
 */
public final class SandboxService {

  private final SandboxManager sandboxes;
  private final SandboxInventory inventory;
  private final PlanService plans;
  private final LeaseOwners owners;
  private final Changesets changesets;
  private final ContentStore contents;
  private final AuditLog audit;

  public SandboxService(
      Database database, DatabaseJobStore jobs, SandboxManager sandboxes, PlanService plans) {
    this.sandboxes = sandboxes;
    this.inventory = sandboxes.inventory();
    this.plans = plans;
    this.owners = new LeaseOwners(jobs);
    this.changesets = new Changesets(database);
    this.contents = new ContentStore(database);
    this.audit = plans.audit();
  }

  /** All sandboxes that are not removed, the first one first. */
  public List<SandboxReport> list(CancellationToken token) throws InterruptedException {
    List<SandboxReport> copies = new ArrayList<>();
    for (SandboxRecord sandbox : inventory.all()) {
      copies.add(look(sandbox, token));
    }
    return copies;
  }

  /** The report about one sandbox. */
  public SandboxReport get(SandboxId id, CancellationToken token) throws InterruptedException {
    return look(sandboxes.get(id), token);
  }

  SandboxReport look(SandboxRecord sandbox, CancellationToken token) throws InterruptedException {
    SandboxContents found = inventory.contents(sandbox);
    LeaseOwner owner = owner(sandbox);
    boolean there = found.isThere();
    return new SandboxReport(
        sandbox,
        plans.get(sandbox.plan()).orElse(null),
        owner,
        holding(sandbox, found, owner, token),
        there ? found.size() : 0);
  }

  /** The owner of a sandbox; over if the store has forgotten its job. */
  LeaseOwner owner(SandboxRecord sandbox) {
    return owners.of(sandbox.lease()).orElseGet(() -> new LeaseOwner(LeaseOwner.State.OVER, ""));
  }

  private SandboxContentReport holding(
      SandboxRecord sandbox, SandboxContents found, LeaseOwner owner, CancellationToken token)
      throws InterruptedException {
    if (sandbox.state() == SandboxState.REMOVED) {
      return SandboxContentReport.of(
          SandboxContentReport.Kind.GONE, "removed; what was recorded is in the store");
    }
    if (!owner.isGone() && !sandbox.state().isOver()) {
      return SandboxContentReport.of(
          SandboxContentReport.Kind.IN_USE, owner.who() + " works in it");
    }
    if (!found.isThere()) {
      return found.isHere()
          ? SandboxContentReport.of(
              SandboxContentReport.Kind.GONE,
              "its directory is gone; what was recorded is in the store")
          : SandboxContentReport.of(
              SandboxContentReport.Kind.ELSEWHERE,
              "it is on " + HostName.forPeople(sandbox.host()));
    }
    if (sandbox.state() == SandboxState.CREATED) {
      return SandboxContentReport.of(
          SandboxContentReport.Kind.NOTHING, "it was never finished, so no worker used it");
    }
    return examine(sandbox, found, token);
  }

  private SandboxContentReport examine(
      SandboxRecord sandbox, SandboxContents found, CancellationToken token)
      throws InterruptedException {
    List<Change> changes;
    List<String> refs;
    try {
      changes = found.changes(token).stream().map(CapturedChange::change).toList();
      refs = found.ownRefs(token);
    } catch (OperationException | GitException e) {
      return found.isThere()
          ? SandboxContentReport.of(
              SandboxContentReport.Kind.UNREADABLE, String.valueOf(e.getMessage()))
          : SandboxContentReport.of(
              SandboxContentReport.Kind.GONE, "removed by another process at the same moment");
    }
    RecordedSteps recorded = RecordedSteps.of(changesets, sandbox);
    Optional<Integer> step = recorded.stepWith(changes);
    if (step.isPresent() && refs.isEmpty()) {
      return step.get() == 0
          ? new SandboxContentReport(
              SandboxContentReport.Kind.NOTHING, changes, List.of(), "as it began")
          : new SandboxContentReport(
              SandboxContentReport.Kind.STORED,
              changes,
              List.of(),
              "all of it is recorded (%s)"
                  .formatted(CountedNoun.of(changes.size(), "file") + " changed"));
    }
    List<String> only = new ArrayList<>(step.isPresent() ? List.of() : recorded.unknown(changes));
    only.addAll(refs);
    return new SandboxContentReport(
        SandboxContentReport.Kind.UNRECORDED, changes, only, unrecorded(only.size()));
  }

  private static String unrecorded(int number) {
    return number == 0
        ? "changes that were undone in it are not recorded"
        : "%s not recorded elsewhere".formatted(number == 1 ? "1 path is" : number + " paths are");
  }

  /**
   * The work in a sandbox.
   *
   * @param fromDirectory whether it was read from the files as they are now, recorded or not;
   *     otherwise it is what the store has recorded of the plan's steps
   */
  public record Exported(List<FileDiff> diffs, boolean fromDirectory) {}

  /**
   * The changes from a sandbox's base to its files: from its directory if that can be read, else
   * from what the store has recorded. Also while its owner works in it.
   *
   * @throws OperationException if both are impossible
   */
  public Exported export(SandboxId id, CancellationToken token) throws InterruptedException {
    SandboxRecord sandbox = sandboxes.get(id);
    SandboxContents found = inventory.contents(sandbox);
    if (found.isThere()) {
      try {
        return new Exported(diffs(found.changes(token)), true);
      } catch (OperationException e) {
        if (stored(sandbox).isEmpty()) {
          throw e;
        }
      }
    } else if (!found.isHere()) {
      throw OperationException.conflict(
          "Sandbox %s is on %s; export it there, or save what is recorded of its plan"
              .formatted(id, HostName.forPeople(sandbox.host())),
          NextAction.of(Verb.SAVE_DIFF, sandbox.plan()));
    }
    return new Exported(DiffBuilder.on(contents).diff(stored(sandbox)), false);
  }

  /** As above, for a directory that the store does not know, by its manifest. */
  public Exported export(Path directory, CancellationToken token) throws InterruptedException {
    SandboxManifest manifest =
        SandboxManifest.of(directory)
            .orElseThrow(
                () ->
                    OperationException.notFound(
                        directory + " is no directory of a sandbox",
                        NextAction.of(Verb.LIST_SANDBOXES)));
    return new Exported(diffs(inventory.contents(manifest.record()).changes(token)), true);
  }

  private List<Change> stored(SandboxRecord sandbox) {
    return changesets.net(sandbox.plan()).stream()
        .filter(change -> change.resource().equals(sandbox.resource().toString()))
        .toList();
  }

  /** The diffs of these changes. */
  static List<FileDiff> diffs(List<CapturedChange> captured) {
    Map<String, byte[]> bytes = new HashMap<>();
    for (CapturedChange each : captured) {
      each.before().ifPresent(them -> bytes.put(Sha256.of(them), them));
      each.after().ifPresent(them -> bytes.put(Sha256.of(them), them));
    }
    return new DiffBuilder(hash -> Optional.ofNullable(bytes.get(hash)))
        .diff(captured.stream().map(CapturedChange::change).toList());
  }

  /**
   * Removes a sandbox, after ending the processes that its dead owner left. Repeating it changes
   * nothing.
   *
   * @param unwanted whether a person allows the loss of unrecorded work
   * @throws OperationException if its owner lives, if it is on another machine, or if something in
   *     it is nowhere else and the user did not allow its loss; the message says what would be lost
   */
  public SandboxReport remove(SandboxId id, boolean unwanted, CancellationToken token)
      throws InterruptedException {
    SandboxRecord sandbox = sandboxes.get(id);
    LeaseOwner owner = owner(sandbox);
    if (sandbox.state() != SandboxState.REMOVED && !owner.isGone() && !sandbox.state().isOver()) {
      throw OperationException.conflict(
          "%s works in sandbox %s; it is not removed".formatted(owner.who(), id),
          NextAction.of(Verb.CANCEL_PLAN, sandbox.plan()));
    }
    if (owner.isGone()) {
      OrphanedCommands.endOwned(sandbox.lease());
    }
    SandboxReport copy = look(sandbox, token);
    if (!copy.holding().isSpare() && !unwanted) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "Sandbox %s holds work that is nowhere else, so nothing was removed: %s"
              .formatted(id, copy.holding().lost()),
          "Save it with the command below, or re-run with --force to lose it",
          NextAction.of(Verb.SAVE_SANDBOX_CHANGES, id));
    }
    clear(copy);
    return copy;
  }

  /**
   * Removes the sandboxes of plans that ended longer ago than this, unless they hold unrecorded
   * work; those of failed plans stay seven times as long. Returns how many went.
   */
  public int removeExpired(Duration keep, Instant now, CancellationToken token)
      throws InterruptedException {
    return new SandboxExpiry(this, sandboxes, plans, keep).remove(now, token);
  }

  /** Removes a sandbox after its report; its owner is gone. */
  void clear(SandboxReport copy) {
    SandboxId id = copy.sandbox().id();
    if (copy.sandbox().state() != SandboxState.REMOVED) {
      if (copy.owner().isGone()) {
        inventory.retire(copy.sandbox());
      }
      sandboxes.remove(
          id, kept(copy), transaction -> audit.append(transaction, removed(copy, kept(copy))));
    }
  }

  /** The event of a removal, with the work that was lost, if any. */
  private static AuditEvent removed(SandboxReport copy, Kept kept) {
    AuditEvent event =
        AuditEvent.of("sandbox.removed", "user")
            .withPlan(copy.sandbox().plan())
            .with("sandbox", copy.sandbox().id().toString())
            .with("work", kept.name().toLowerCase(Locale.ROOT));
    return kept == Kept.UNWANTED ? event.with("lost", copy.holding().lost()) : event;
  }

  private static Kept kept(SandboxReport copy) {
    Plan plan = copy.plan();
    if (!copy.holding().isSpare()) {
      return Kept.UNWANTED;
    }
    return plan != null && plan.status().state() == PlanState.APPLIED ? Kept.APPLIED : Kept.STORED;
  }
}

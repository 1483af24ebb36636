package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.Count;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.Sha256;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.Event;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.ContentStore;
import dev.cleveragents.engine.change.diff.Differ;
import dev.cleveragents.engine.change.diff.FileDiff;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.PlanState;
import dev.cleveragents.engine.sandbox.Captured;
import dev.cleveragents.engine.sandbox.NamePlate;
import dev.cleveragents.engine.sandbox.Remains;
import dev.cleveragents.engine.sandbox.SandboxId;
import dev.cleveragents.engine.sandbox.SandboxInventory;
import dev.cleveragents.engine.sandbox.SandboxManager;
import dev.cleveragents.engine.sandbox.SandboxManager.Kept;
import dev.cleveragents.engine.sandbox.SandboxRecord;
import dev.cleveragents.engine.sandbox.SandboxState;
import dev.cleveragents.exec.Leftovers;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Host;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The private copies that plans work or worked in: what each holds, its work as a patch, and its
 * removal, which is refused while an owner lives, and without a person's word also while something
 * is in it that is nowhere else. Looking changes nothing. Keeps nothing itself; any number of
 * threads and processes may use it.
 */
public final class Copies {

  private final SandboxManager sandboxes;
  private final SandboxInventory inventory;
  private final PlanService plans;
  private final Owners owners;
  private final Changesets changesets;
  private final ContentStore contents;
  private final AuditLog audit;

  public Copies(
      Database database, DatabaseJobStore jobs, SandboxManager sandboxes, PlanService plans) {
    this.sandboxes = sandboxes;
    this.inventory = sandboxes.inventory();
    this.plans = plans;
    this.owners = new Owners(jobs);
    this.changesets = new Changesets(database);
    this.contents = new ContentStore(database);
    this.audit = new AuditLog(database, Redactor.standard());
  }

  /** All copies that are not removed, the first one first. */
  public List<Copy> list(CancellationToken token) throws InterruptedException {
    List<Copy> copies = new ArrayList<>();
    for (SandboxRecord sandbox : inventory.all()) {
      copies.add(look(sandbox, token));
    }
    return copies;
  }

  /** One copy, looked at. */
  public Copy get(SandboxId id, CancellationToken token) throws InterruptedException {
    return look(sandboxes.get(id), token);
  }

  Copy look(SandboxRecord sandbox, CancellationToken token) throws InterruptedException {
    Remains remains = inventory.remains(sandbox);
    Owner owner = owner(sandbox);
    boolean there = remains.isThere();
    return new Copy(
        sandbox,
        plans.get(sandbox.plan()).orElse(null),
        owner,
        holding(sandbox, remains, owner, token),
        there ? remains.size() : 0);
  }

  /** A copy whose job was forgotten has none. */
  Owner owner(SandboxRecord sandbox) {
    return owners.of(sandbox.lease()).orElseGet(() -> new Owner(Owner.State.OVER, ""));
  }

  private Holding holding(
      SandboxRecord sandbox, Remains remains, Owner owner, CancellationToken token)
      throws InterruptedException {
    if (sandbox.state() == SandboxState.REMOVED) {
      return Holding.of(Holding.Kind.GONE, "removed; what was recorded is in the store");
    }
    if (!owner.isGone() && !sandbox.state().isOver()) {
      return Holding.of(Holding.Kind.IN_USE, owner.who() + " works in it");
    }
    if (!remains.isThere()) {
      return remains.isHere()
          ? Holding.of(
              Holding.Kind.GONE, "its directory is gone; what was recorded is in the store")
          : Holding.of(Holding.Kind.ELSEWHERE, "it is on " + Host.forPeople(sandbox.host()));
    }
    if (sandbox.state() == SandboxState.CREATED) {
      return Holding.of(Holding.Kind.NOTHING, "it was never finished, so nobody worked in it");
    }
    return examine(sandbox, remains, token);
  }

  private Holding examine(SandboxRecord sandbox, Remains remains, CancellationToken token)
      throws InterruptedException {
    List<Change> changes;
    List<String> refs;
    try {
      changes = remains.changes(token).stream().map(Captured::change).toList();
      refs = remains.ownRefs(token);
    } catch (PlanException | GitException e) {
      return remains.isThere()
          ? Holding.of(Holding.Kind.UNREADABLE, String.valueOf(e.getMessage()))
          : Holding.of(Holding.Kind.GONE, "removed by somebody else at the same moment");
    }
    Recorded recorded = Recorded.of(changesets, sandbox);
    Optional<Integer> step = recorded.stepWith(changes);
    if (step.isPresent() && refs.isEmpty()) {
      return step.get() == 0
          ? new Holding(Holding.Kind.NOTHING, changes, List.of(), "as it began")
          : new Holding(
              Holding.Kind.STORED,
              changes,
              List.of(),
              "all of it is recorded (%s)"
                  .formatted(Count.of(changes.size(), "file") + " changed"));
    }
    List<String> only = new ArrayList<>(step.isPresent() ? List.of() : recorded.unknown(changes));
    only.addAll(refs);
    return new Holding(Holding.Kind.UNRECORDED, changes, only, unrecorded(only.size()));
  }

  private static String unrecorded(int number) {
    return number == 0
        ? "what was taken back in it is recorded nowhere"
        : "%s recorded nowhere else".formatted(number == 1 ? "1 thing is" : number + " things are");
  }

  /**
   * The work of a copy.
   *
   * @param fromDirectory whether it is what the files are now, recorded or not; otherwise it is
   *     what the store has recorded of the plan's steps
   */
  public record Exported(List<FileDiff> diffs, boolean fromDirectory) {}

  /**
   * What makes the files of a copy of its base: from its directory if that can be read, else from
   * what the store has recorded. Also while its owner works in it.
   *
   * @throws PlanException if neither is to be had
   */
  public Exported export(SandboxId id, CancellationToken token) throws InterruptedException {
    SandboxRecord sandbox = sandboxes.get(id);
    Remains remains = inventory.remains(sandbox);
    if (remains.isThere()) {
      try {
        return new Exported(diffs(remains.changes(token)), true);
      } catch (PlanException e) {
        if (stored(sandbox).isEmpty()) {
          throw e;
        }
      }
    } else if (!remains.isHere()) {
      throw PlanException.conflict(
          "Sandbox %s is on %s; export it there, or what is recorded with 'agents plan diff --patch'"
              .formatted(id, Host.forPeople(sandbox.host())),
          "agents plan diff %s --patch".formatted(sandbox.plan()));
    }
    return new Exported(Differ.on(contents).diff(stored(sandbox)), false);
  }

  /** The same of a directory that the store does not know, by what it says about itself. */
  public Exported export(Path directory, CancellationToken token) throws InterruptedException {
    NamePlate plate =
        NamePlate.of(directory)
            .orElseThrow(
                () ->
                    PlanException.notFound(
                        directory + " is no directory of a sandbox", "agents sandbox list"));
    return new Exported(diffs(inventory.remains(plate.record()).changes(token)), true);
  }

  private List<Change> stored(SandboxRecord sandbox) {
    return changesets.net(sandbox.plan()).stream()
        .filter(change -> change.resource().equals(sandbox.resource().toString()))
        .toList();
  }

  /** The differences that these make. */
  static List<FileDiff> diffs(List<Captured> captured) {
    Map<String, byte[]> bytes = new HashMap<>();
    for (Captured each : captured) {
      each.before().ifPresent(them -> bytes.put(Sha256.of(them), them));
      each.after().ifPresent(them -> bytes.put(Sha256.of(them), them));
    }
    return new Differ(hash -> Optional.ofNullable(bytes.get(hash)))
        .diff(captured.stream().map(Captured::change).toList());
  }

  /**
   * Removes a copy with all that its dead owner left running. Nothing happens to one that is
   * removed.
   *
   * @param unwanted whether a person said that it may go whatever is in it
   * @throws PlanException if its owner lives, if it is on another machine, or if something in it is
   *     nowhere else and nobody said that it may go; the message says what would be lost
   */
  public Copy remove(SandboxId id, boolean unwanted, CancellationToken token)
      throws InterruptedException {
    SandboxRecord sandbox = sandboxes.get(id);
    Owner owner = owner(sandbox);
    if (sandbox.state() != SandboxState.REMOVED && !owner.isGone() && !sandbox.state().isOver()) {
      throw PlanException.conflict(
          "%s works in sandbox %s; it is not removed".formatted(owner.who(), id),
          "agents plan cancel " + sandbox.plan());
    }
    if (owner.isGone()) {
      Leftovers.endOwned(sandbox.lease());
    }
    Copy copy = look(sandbox, token);
    if (!copy.holding().isSpare() && !unwanted) {
      throw new PlanException(
          PlanException.Kind.CONFLICT,
          "Sandbox %s holds what is nowhere else, and nothing was removed: %s"
              .formatted(id, copy.holding().lost()),
          "Save it with the command below, or say --force to lose it",
          "agents sandbox export %s --output work.patch".formatted(id));
    }
    clear(copy);
    return copy;
  }

  /** Removes one that was looked at; its owner is gone. */
  void clear(Copy copy) {
    SandboxId id = copy.sandbox().id();
    if (copy.sandbox().state() != SandboxState.REMOVED) {
      if (copy.owner().isGone()) {
        inventory.retire(copy.sandbox());
      }
      sandboxes.remove(
          id, kept(copy), transaction -> audit.append(transaction, removed(copy, kept(copy))));
    }
  }

  /** Says who let it go, and what was lost if anything was. */
  private static Event removed(Copy copy, Kept kept) {
    Event event =
        Event.of("sandbox.removed", "user")
            .withPlan(copy.sandbox().plan())
            .with("sandbox", copy.sandbox().id().toString())
            .with("work", kept.name().toLowerCase(Locale.ROOT));
    return kept == Kept.UNWANTED ? event.with("lost", copy.holding().lost()) : event;
  }

  private static Kept kept(Copy copy) {
    Plan plan = copy.plan();
    if (!copy.holding().isSpare()) {
      return Kept.UNWANTED;
    }
    return plan != null && plan.standing().state() == PlanState.APPLIED
        ? Kept.APPLIED
        : Kept.STORED;
  }
}

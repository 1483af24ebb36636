package dev.cleveragents.engine.sandbox;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Host;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes, finds and removes sandboxes.
 *
 * <p>Every sandbox has a row in the store before it has a directory, so that any process finds it.
 * Rows of a running plan are written in the name of its lease: whoever has lost that can neither
 * open a sandbox nor move one. A state moves by one conditional write. Holds no state of its own.
 */
public final class SandboxManager {

  private static final Logger log = LoggerFactory.getLogger(SandboxManager.class);

  private final Database database;
  private final LeasedRows rows;
  private final CommandRunner runner;
  private final SandboxPlace place;
  private final Sources sources;
  private final Opening opening;

  public SandboxManager(
      Database database,
      DatabaseJobStore jobs,
      CommandRunner runner,
      UlidGenerator ids,
      SandboxPlace place) {
    this.database = database;
    this.rows = new LeasedRows(database, jobs);
    this.runner = runner;
    this.place = place;
    this.sources = new Sources(runner, place.directory());
    this.opening = new Opening(rows, runner, ids, place, sources);
  }

  /** Says everything there is to say about a resource, and changes nothing. */
  public Findings check(Resource resource, CancellationToken token) throws InterruptedException {
    return Inspection.of(resource.type(), sources.git(resource.location()), token);
  }

  /**
   * What a plan that begins now works from: the commit that is checked out, or the empty tree if
   * there is none yet; of a plain directory, the tree of what it contains.
   *
   * @throws PlanException if no sandbox can be made of it; says everything that {@link #check}
   *     found
   */
  public String baseOf(Resource resource, CancellationToken token) throws InterruptedException {
    requireUsable(resource, token);
    return sources.of(resource).base(token);
  }

  /**
   * Refuses resources that one plan cannot hand results of to: those of one repository, whose names
   * for these would be the same.
   */
  public void requireApart(List<Resource> resources, CancellationToken token)
      throws InterruptedException {
    sources.requireApart(resources, token);
  }

  /**
   * The full name of the branch that is checked out, {@code HEAD} if none is, or nothing for a
   * plain directory.
   */
  public String branchOf(Resource resource, CancellationToken token) throws InterruptedException {
    return sources.of(resource) instanceof Checkout checkout ? checkout.branch(token) : "";
  }

  /**
   * Makes a sandbox: registers it, makes a private copy of the base in a directory of its own,
   * copies in what the resource's settings name and runs the set-up command. Sandboxes that earlier
   * owners of the plan have left in use count as given up from now on, and are kept.
   *
   * @param base what {@link #baseOf} said when the plan began
   * @throws PlanException if the lease is over, the base is gone, or the set-up command failed;
   *     nothing is left of the sandbox then but its row
   */
  public Sandbox open(
      PlanId plan, Resource resource, String base, Lease lease, CancellationToken token)
      throws InterruptedException {
    return opening.make(plan, resource, base, lease, token);
  }

  /**
   * Goes on in the sandbox in which the plan has waited, if there is one of this base and machine
   * whose directory is whole; otherwise makes one.
   *
   * @param base what {@link #baseOf} said when the plan began
   */
  public Sandbox goOn(
      PlanId plan, Resource resource, String base, Lease lease, CancellationToken token)
      throws InterruptedException {
    Optional<Sandbox> waiting = opening.goOn(of(plan), resource, base, lease, token);
    return waiting.isPresent() ? waiting.get() : open(plan, resource, base, lease, token);
  }

  /** The plan's work in it is complete and was handed on. */
  public void committed(Sandbox sandbox, Lease lease) {
    rows.move(lease, sandbox.id(), SandboxState.ACTIVE, SandboxState.COMMITTED);
  }

  /**
   * The plan waits for an answer. All that counts in it is on record and nothing runs in it; from
   * now on it is not the caller's any more.
   */
  public void waiting(Sandbox sandbox, Lease lease) {
    rows.move(lease, sandbox.id(), SandboxState.ACTIVE, SandboxState.WAITING);
  }

  /** Says that a plan does not go on in the sandboxes in which it has waited. */
  public static void giveUpWaiting(Transaction transaction, PlanId plan, Instant now) {
    new SandboxRows(transaction).giveUpWaiting(plan, now);
  }

  /** Says that a plan was put back; what is in its sandboxes is kept, nobody works in them. */
  public static void rollBackAll(Transaction transaction, PlanId plan, Instant now) {
    new SandboxRows(transaction).rollBackAll(plan, now);
  }

  /** Something went wrong in it; what is there is kept. */
  public void errored(Sandbox sandbox, Lease lease) {
    rows.move(lease, sandbox.id(), SandboxState.ACTIVE, SandboxState.ERRORED);
  }

  /** The sandboxes of a plan, the first one first. */
  public List<SandboxRecord> of(PlanId plan) {
    return database.read(transaction -> new SandboxRows(transaction).ofPlan(plan));
  }

  /**
   * One sandbox.
   *
   * @throws PlanException if there is none of that id
   */
  public SandboxRecord get(SandboxId id) {
    return database
        .read(transaction -> new SandboxRows(transaction).find(id))
        .orElseThrow(() -> PlanException.notFound("There is no sandbox " + id, null));
  }

  /** All sandboxes that there are, whoever works in them. */
  public SandboxInventory inventory() {
    return new SandboxInventory(database, runner, place.directory());
  }

  /** Where the work of a sandbox is, so that its directory may go. */
  public enum Kept {
    /** It was applied to the resource. */
    APPLIED,
    /** A ref that is kept, or recorded changes with their contents, hold it. */
    STORED,
    /** A person said that it is not wanted. */
    UNWANTED
  }

  /**
   * Removes the directory of a sandbox that nobody works in any more. May be repeated, and may run
   * beside anything.
   *
   * @param kept where its work is: without one, nothing is removed
   * @throws PlanException if its plan still works in it, or it is on another machine
   */
  public void remove(SandboxId id, Kept kept) {
    remove(id, kept, _ -> {});
  }

  /**
   * The same.
   *
   * @param also is stored with it, unless somebody else removed it first
   */
  public void remove(SandboxId id, Kept kept, Consumer<Transaction> also) {
    SandboxRecord row = letGo(get(id));
    if (row.state() == SandboxState.REMOVED) {
      return;
    }
    if (!row.state().isOver()) {
      throw PlanException.conflict(
          "Plan %s still works in sandbox %s; it is not removed".formatted(row.plan(), id),
          "agents plan cancel " + row.plan());
    }
    if (!isHere(row)) {
      throw PlanException.conflict(
          "Sandbox %s is on %s; remove it there".formatted(id, Host.forPeople(row.host())), null);
    }
    SandboxInventory.discard(row);
    Instant now = database.clock().now();
    database.write(
        transaction -> {
          boolean removed =
              new SandboxRows(transaction).move(id, row.state(), SandboxState.REMOVED, now);
          if (removed) {
            also.accept(transaction);
          }
          return removed;
        });
    log.info("Removed sandbox {} of plan {}: its work is {}", id, row.plan(), kept);
  }

  /** Of one that waits: from now on no plan goes on in it, unless one has begun to. */
  private SandboxRecord letGo(SandboxRecord row) {
    if (row.state() != SandboxState.WAITING) {
      return row;
    }
    inventory().retire(row);
    return get(row.id());
  }

  /** Lets go of the base of a plan that is over, so that git may collect it. */
  public void unpin(PlanId plan, Resource resource, CancellationToken token)
      throws InterruptedException {
    sources.of(resource).unpin(plan, token);
  }

  /** Git in the repository that has the trees of a resource: the user's own, or ours of it. */
  public Git repositoryOf(Resource resource) {
    return sources.of(resource) instanceof Snapshot snapshot
        ? snapshot.plain().in(snapshot.repository())
        : sources.git(resource.location());
  }

  private void requireUsable(Resource resource, CancellationToken token)
      throws InterruptedException {
    Findings findings = check(resource, token);
    if (!findings.usable()) {
      throw PlanException.invalid(String.join("\n", findings.problems()));
    }
  }

  /** The same machine, also after it was started anew. */
  private static boolean isHere(SandboxRecord row) {
    return Host.forPeople(row.host()).equals(Host.forPeople(Host.name()))
        || Files.exists(row.directory());
  }
}

package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.merge.ChildResult;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.source.CheckoutSource;
import dev.cleveragents.workspace.sandbox.source.DirectorySource;
import dev.cleveragents.workspace.sandbox.source.ResourceFindings;
import dev.cleveragents.workspace.sandbox.source.SandboxSource.SandboxCommit;
import dev.cleveragents.workspace.sandbox.source.SandboxSources;
import dev.cleveragents.workspace.sandbox.store.LeasedSandboxRows;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxRows;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import dev.cleveragents.workspace.sandbox.tree.SandboxRepository;
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
 * Rows of a running plan are written in the name of its lease: a worker that has lost it can
 * neither open a sandbox nor move one. A state moves by one conditional write. Holds no state of
 * its own.
 */
public final class SandboxManager {

  private static final Logger log = LoggerFactory.getLogger(SandboxManager.class);

  private final Database database;
  private final LeasedSandboxRows rows;
  private final CommandRunner runner;
  private final SandboxLocation place;
  private final SandboxSources sources;
  private final SandboxOpener opener;

  public SandboxManager(
      Database database,
      DatabaseJobStore jobs,
      CommandRunner runner,
      UlidGenerator ids,
      SandboxLocation place) {
    this.database = database;
    this.rows = new LeasedSandboxRows(database, jobs);
    this.runner = runner;
    this.place = place;
    this.sources = new SandboxSources(runner, place.directory());
    this.opener = new SandboxOpener(rows, runner, ids, place, sources);
  }

  /** Reports all problems and notes about a resource; changes nothing. */
  public ResourceFindings check(Resource resource, CancellationToken token)
      throws InterruptedException {
    return sources.inspect(resource, token);
  }

  /**
   * The base of a plan that begins now: the commit that is checked out, or the empty tree if there
   * is none yet; of a plain directory, the tree of what it contains.
   *
   * @throws OperationException if no sandbox can be made of it; says everything that {@link #check}
   *     found
   */
  public String baseOf(Resource resource, CancellationToken token) throws InterruptedException {
    requireUsable(resource, token);
    return sources.of(resource).base(token);
  }

  /** The paths of the files in a base, in their order; submodules are not among them. */
  public List<String> files(Resource resource, String base, CancellationToken token)
      throws InterruptedException {
    return Git.splitLeniently(
            repositoryOf(resource).run(List.of("ls-tree", "-r", "-z", base), token))
        .stream()
        .filter(line -> !line.startsWith(SandboxRepository.SUBMODULE))
        .map(line -> line.substring(line.indexOf('\t') + 1))
        .toList();
  }

  /**
   * Merges what other plans made of a resource, as the base of a plan that continues from all of
   * them. Without a conflict the merged tree is kept as that base.
   *
   * @param base what those plans began with
   */
  public Merged mergedBase(
      PlanId plan,
      Resource resource,
      String base,
      List<ChildResult> results,
      CancellationToken token)
      throws InterruptedException {
    return merges()
        .in(
            resource,
            repository -> {
              Merged merged =
                  new Merger(repository).merge(base, results, MergeStrategy.GIT_THREE_WAY, token);
              if (merged.isComplete()) {
                String commit =
                    repository.commit(merged.tree(), List.of(), "base of a plan", token);
                sources
                    .of(resource)
                    .receiveBase(
                        repository.place(), new SandboxCommit(commit, merged.tree()), plan, token);
              }
              return merged;
            },
            token);
  }

  /** Merges outside of any sandbox. */
  public TemporaryMerges merges() {
    return new TemporaryMerges(this, place.directory());
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
    return sources.of(resource) instanceof CheckoutSource checkout ? checkout.branch(token) : "";
  }

  /**
   * Makes a sandbox: registers it, makes a private copy of the base in a directory of its own,
   * copies in what the resource's settings name and runs the set-up command. Sandboxes that earlier
   * owners of the plan have left in use are marked as errored, and kept.
   *
   * @param base what {@link #baseOf} said when the plan began
   * @throws OperationException if the lease is over, the base is gone, or the set-up command
   *     failed; nothing is left of the sandbox then but its row
   */
  public Sandbox open(
      PlanId plan, Resource resource, String base, Lease lease, CancellationToken token)
      throws InterruptedException {
    return opener.make(plan, resource, base, lease, token);
  }

  /**
   * Resumes the sandbox in which the plan has waited, if there is a complete one of this base on
   * this machine; otherwise makes one.
   *
   * @param base what {@link #baseOf} said when the plan began
   */
  public Sandbox resume(
      PlanId plan, Resource resource, String base, Lease lease, CancellationToken token)
      throws InterruptedException {
    Optional<Sandbox> waiting = opener.resume(of(plan), resource, base, lease, token);
    return waiting.isPresent() ? waiting.get() : open(plan, resource, base, lease, token);
  }

  /** Marks a sandbox in which the plan's work is complete and handed on. */
  public void committed(Sandbox sandbox, Lease lease) {
    rows.move(lease, sandbox.id(), SandboxState.ACTIVE, SandboxState.COMMITTED);
  }

  /**
   * Marks a sandbox whose plan waits for an answer: all its changes are recorded and nothing runs
   * in it. The caller must not use it from now on.
   */
  public void waiting(Sandbox sandbox, Lease lease) {
    rows.move(lease, sandbox.id(), SandboxState.ACTIVE, SandboxState.WAITING);
  }

  /** Hands a sandbox to the user, who may edit it from now on; no command runs in it. */
  public void opened(Sandbox sandbox, Lease lease) throws InterruptedException {
    sandbox.handOver();
    rows.move(lease, sandbox.id(), SandboxState.ACTIVE, SandboxState.OPENED);
  }

  /** Whether the user may have edited the sandboxes of a plan since its last step. */
  public boolean isOpened(PlanId plan) {
    return of(plan).stream().anyMatch(row -> row.state() == SandboxState.OPENED);
  }

  /**
   * Marks the waiting and opened sandboxes of a plan as rolled back: the plan does not resume in
   * them.
   */
  public static void retireWaiting(Transaction transaction, PlanId plan, Instant now) {
    new SandboxRows(transaction).retireWaiting(plan, now);
  }

  /** Marks the sandboxes of a plan that was rolled back; their contents are kept. */
  public static void rollBackAll(Transaction transaction, PlanId plan, Instant now) {
    new SandboxRows(transaction).rollBackAll(plan, now);
  }

  /** Marks a sandbox in which something failed; its contents are kept. */
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
   * @throws OperationException if there is none of that id
   */
  public SandboxRecord get(SandboxId id) {
    return database
        .read(transaction -> new SandboxRows(transaction).find(id))
        .orElseThrow(() -> OperationException.notFound("There is no sandbox " + id, null));
  }

  /** All sandboxes of this store, in use or not. */
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
   * Removes the directory of a sandbox that no worker uses any more. May be repeated, and may run
   * beside anything.
   *
   * @param kept where its work is: without one, nothing is removed
   * @throws OperationException if its plan still works in it, or it is on another machine
   */
  public void remove(SandboxId id, Kept kept) {
    remove(id, kept, _ -> {});
  }

  /**
   * The same.
   *
   * @param also is stored with it, unless another process removed it first
   */
  public void remove(SandboxId id, Kept kept, Consumer<Transaction> also) {
    SandboxRecord row = retired(get(id));
    if (row.state() == SandboxState.REMOVED) {
      return;
    }
    if (!row.state().isOver()) {
      throw OperationException.conflict(
          "Plan %s still works in sandbox %s; it is not removed".formatted(row.plan(), id),
          NextAction.of(Verb.CANCEL_PLAN, row.plan()));
    }
    if (!isHere(row)) {
      throw OperationException.conflict(
          "Sandbox %s is on %s; remove it there".formatted(id, HostName.forPeople(row.host())),
          null);
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

  /** Retires a waiting sandbox: from now on no worker resumes it, unless one has begun to. */
  private SandboxRecord retired(SandboxRecord row) {
    if (row.state() != SandboxState.WAITING && row.state() != SandboxState.OPENED) {
      return row;
    }
    inventory().retire(row);
    return get(row.id());
  }

  /** Keeps the base of a plan until {@link #unpin}; opening a sandbox does that too. */
  public void pin(PlanId plan, Resource resource, String base, CancellationToken token)
      throws InterruptedException {
    sources.of(resource).pin(plan, base, token);
  }

  /** Unpins the bases of plans that are over, so that git may collect them. */
  public void unpin(List<PlanId> plans, Resource resource, CancellationToken token)
      throws InterruptedException {
    sources.of(resource).unpin(plans, token);
  }

  /** Git in the repository that has the trees of a resource: the user's own, or ours of it. */
  public Git repositoryOf(Resource resource) {
    return sources.of(resource) instanceof DirectorySource snapshot
        ? snapshot.plain().in(snapshot.repository())
        : sources.git(resource.location());
  }

  private void requireUsable(Resource resource, CancellationToken token)
      throws InterruptedException {
    ResourceFindings findings = sources.problems(resource, token);
    if (!findings.usable()) {
      throw OperationException.invalid(String.join("\n", findings.problems()));
    }
  }

  /** The same machine, also after a reboot. */
  private static boolean isHere(SandboxRecord row) {
    return HostName.forPeople(row.host()).equals(HostName.forPeople(HostName.current()))
        || Files.exists(row.directory());
  }
}

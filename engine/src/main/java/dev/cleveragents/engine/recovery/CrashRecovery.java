package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.apply.ApplyRecovery;
import dev.cleveragents.workspace.recovery.DeadWorkers;
import dev.cleveragents.workspace.recovery.InterruptedApplies;
import dev.cleveragents.workspace.recovery.LeaseOwners;
import dev.cleveragents.workspace.recovery.Orphan;
import dev.cleveragents.workspace.recovery.OrphanFinder;
import dev.cleveragents.workspace.recovery.OrphanedLocks;
import dev.cleveragents.workspace.recovery.OrphanedProcesses;
import dev.cleveragents.workspace.recovery.OrphanedTemporaries;
import dev.cleveragents.workspace.sandbox.SandboxInventory;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the leftovers of crashes, and clears those that are not needed. The order matters: dead
 * workers first, so that everything they held counts as orphaned; then their processes, their
 * applies and their sandboxes; at last the refs, locks and temporary files that only those needed.
 * Reports for each leftover what became of it and why. Stateless and idempotent: any number may run
 * at the same time, also beside workers.
 */
public final class CrashRecovery {

  private final List<OrphanFinder> finders;

  public CrashRecovery(
      Database database,
      DatabaseJobStore jobs,
      SandboxManager sandboxes,
      PlanService plans,
      CommandRunner runner) {
    LeaseOwners owners = new LeaseOwners(jobs);
    ApplyRecovery applies = new ApplyRecovery(database, jobs, runner);
    SandboxInventory inventory = sandboxes.inventory();
    KnownRepositories repositories = new KnownRepositories(inventory, plans, runner, owners);
    this.finders =
        List.of(
            new DeadWorkers(jobs),
            new OrphanedProcesses(owners),
            new InterruptedApplies(applies, owners),
            new OrphanedSandboxes(new SandboxService(database, jobs, sandboxes, plans)),
            new UnregisteredSandboxes(inventory, plans),
            new OrphanedRefs(repositories, inventory),
            new OrphanedLocks(repositories, applies, owners),
            new OrphanedTemporaries(repositories, inventory.directory()));
  }

  /** Finds leftovers; changes nothing. */
  public List<Orphan> look(CancellationToken token) throws InterruptedException {
    return run(false, token);
  }

  /**
   * Clears the leftovers that are not needed; reports what it cleared, and what it keeps and why.
   */
  public List<Orphan> clear(CancellationToken token) throws InterruptedException {
    return run(true, token);
  }

  private List<Orphan> run(boolean clear, CancellationToken token) throws InterruptedException {
    List<Orphan> all = new ArrayList<>();
    for (OrphanFinder finder : finders) {
      token.throwIfCancelled();
      all.addAll(finder.run(clear, token));
    }
    return all;
  }
}

package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.apply.ApplyRecovery;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.sandbox.SandboxInventory;
import dev.cleveragents.engine.sandbox.SandboxManager;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what a crash left, and clears what nobody needs: dead workers first, so that what they had
 * counts as left, then what they started, what they applied, the copies they worked in, and at last
 * what only those needed. Says of everything what became of it and why. Idempotent; any number may
 * run at once, beside anything. Keeps nothing itself.
 */
public final class Strays {

  private final List<Hunt> hunts;

  public Strays(
      Database database,
      DatabaseJobStore jobs,
      SandboxManager sandboxes,
      PlanService plans,
      CommandRunner runner) {
    this(database, jobs, sandboxes, plans, runner, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * The same.
   *
   * @param temporary where processes of ours make their temporary files
   */
  public Strays(
      Database database,
      DatabaseJobStore jobs,
      SandboxManager sandboxes,
      PlanService plans,
      CommandRunner runner,
      Path temporary) {
    Owners owners = new Owners(jobs);
    ApplyRecovery applies = new ApplyRecovery(database, jobs, runner);
    SandboxInventory inventory = sandboxes.inventory();
    Repositories repositories = new Repositories(inventory, plans, runner);
    this.hunts =
        List.of(
            new StrayWorkers(jobs),
            new StrayProcesses(owners),
            new StrayApplies(applies, owners),
            new StrayCopies(new Copies(database, jobs, sandboxes, plans)),
            new StrayFolders(inventory, plans),
            new StrayRefs(repositories, inventory),
            new StrayLocks(repositories, applies, owners),
            new StrayTemporaries(repositories, inventory.directory(), temporary));
  }

  /** What there is; changes nothing. */
  public List<Stray> look(CancellationToken token) throws InterruptedException {
    return run(false, token);
  }

  /** Clears what nobody needs; says what it did, and what it keeps and why. */
  public List<Stray> clear(CancellationToken token) throws InterruptedException {
    return run(true, token);
  }

  private List<Stray> run(boolean clear, CancellationToken token) throws InterruptedException {
    List<Stray> all = new ArrayList<>();
    for (Hunt hunt : hunts) {
      token.throwIfCancelled();
      all.addAll(hunt.run(clear, token));
    }
    return all;
  }
}

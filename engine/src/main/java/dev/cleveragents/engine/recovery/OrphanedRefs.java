package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.recovery.Orphan;
import dev.cleveragents.workspace.recovery.OrphanFinder;
import dev.cleveragents.workspace.recovery.OwnedRepository;
import dev.cleveragents.workspace.sandbox.SandboxInventory;
import dev.cleveragents.workspace.sandbox.source.PlanRefs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Refs under {@code refs/cleveragents/} that only running plans need, left by plans that have
 * ended. Keeps the refs of results and applied commits, which hold the work, and all refs of plans
 * that this store does not know.
 */
record OrphanedRefs(KnownRepositories repositories, SandboxInventory sandboxes)
    implements OrphanFinder {

  /** The refs that pin the base of a plan, and the result of a merge with a moved branch. */
  private static final Set<String> OF_PLANS_UNDER_WAY = Set.of("base", "merged");

  @Override
  public List<Found> look(CancellationToken token) throws InterruptedException {
    Map<String, Plan> plans = repositories.allPlans();
    Set<String> withCopy =
        sandboxes.all().stream().map(row -> row.plan().toString()).collect(Collectors.toSet());
    List<Found> all = new ArrayList<>();
    for (OwnedRepository repository : repositories.all(token)) {
      String listed =
          repository
              .git()
              .ask(token, "for-each-ref", "--format=%(objectname) %(refname)", "refs/cleveragents/")
              .text();
      for (String line : listed.lines().toList()) {
        String[] words = line.split(" ", 2);
        String[] parts = words[1].split("/", -1);
        if (parts.length == 4 && OF_PLANS_UNDER_WAY.contains(parts[2])) {
          Plan plan = plans.get(parts[3]);
          String what = "%s in %s".formatted(words[1], repository.git().directory());
          if (plan == null) {
            all.add(
                Found.kept(
                    Orphan.kept(Orphan.Kind.REF, what, "its plan is not in this store", null)));
          } else if (isOver(plan, plans) && !withCopy.contains(parts[3])) {
            all.add(clearable(repository, what, words[1], words[0]));
          }
        }
      }
    }
    return all;
  }

  /** A subplan is over with the plan that it is a part of. */
  private static boolean isOver(Plan plan, Map<String, Plan> plans) {
    Plan root = plans.get(plan.kind().root().toString());
    return plan.status().state().isTerminal()
        || (root != null && root.status().state().isTerminal());
  }

  private static Found clearable(
      OwnedRepository repository, String what, String ref, String object) {
    return new Found(
        Orphan.clearable(Orphan.Kind.REF, what, "its plan is over and has no copy that needs it"),
        token -> delete(repository.git(), ref, object, token));
  }

  /** Deletes a ref unless it has moved; a ref that is gone already counts as deleted. */
  private static void delete(Git git, String ref, String object, CancellationToken token)
      throws InterruptedException {
    Git.Answer deleted = git.ask(PlanRefs.updating("-d", ref, object), new byte[0], token);
    if (!deleted.succeeded() && git.ask(token, "rev-parse", "--verify", "-q", ref).succeeded()) {
      throw OperationException.failed(deleted.errors().strip(), null);
    }
  }
}

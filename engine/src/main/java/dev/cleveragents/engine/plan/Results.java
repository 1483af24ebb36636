package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.plan.Plan.Result;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.sandbox.Tree;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keeps what came out of the sandboxes where the last phase finds it. */
final class Results {

  private final Plan plan;
  private final Map<String, Sandbox> sandboxes;
  private final Changesets changesets;
  private final CancellationToken token;

  Results(
      Plan plan, Map<String, Sandbox> sandboxes, Changesets changesets, CancellationToken token) {
    this.plan = plan;
    this.sandboxes = sandboxes;
    this.changesets = changesets;
    this.token = token;
  }

  /** One result per resource, each reachable in the user's repository where there is one. */
  List<Result> publish() throws InterruptedException {
    List<Result> results = new ArrayList<>();
    for (Map.Entry<String, Sandbox> entry : sandboxes.entrySet()) {
      Sandbox sandbox = entry.getValue();
      Tree tree = sandbox.look(token);
      int changed =
          (int)
              changesets.net(plan.id()).stream()
                  .filter(change -> change.resource().equals(entry.getKey()))
                  .count();
      results.add(new Result(entry.getKey(), tree.id(), publish(sandbox, tree), changed));
    }
    return results;
  }

  /** What the checks were run on: the files of all resources, in their order. */
  static Tree tree(List<Result> results) {
    return Tree.together(results.stream().map(result -> new Tree(result.tree())).toList());
  }

  private String publish(Sandbox sandbox, Tree tree) throws InterruptedException {
    String commit = sandbox.commit(tree, plan.kind().goal(), token);
    sandbox.publish(commit, token);
    return commit;
  }
}

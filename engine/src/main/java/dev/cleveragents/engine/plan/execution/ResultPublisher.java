package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.Plan.Result;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.ArrayList;
import java.util.List;

/** Publishes the results of the sandboxes to the repositories, where the apply phase finds them. */
final class ResultPublisher {

  private final Plan plan;
  private final SandboxGroup sandboxes;
  private final Changesets changesets;
  private final CancellationToken token;

  ResultPublisher(
      Plan plan, SandboxGroup sandboxes, Changesets changesets, CancellationToken token) {
    this.plan = plan;
    this.sandboxes = sandboxes;
    this.changesets = changesets;
    this.token = token;
  }

  /**
   * One result per resource, each reachable in the user's repository where there is one.
   *
   * @param checked the files on which the checks have passed
   */
  List<Result> publish(ResourceTrees checked) throws InterruptedException {
    List<Change> net = changesets.net(plan.id());
    List<Result> results = new ArrayList<>();
    for (ResourceTrees.Part part : checked.all()) {
      Sandbox sandbox = sandboxes.of(Name.of(part.resource()));
      int changed =
          (int) net.stream().filter(change -> change.resource().equals(part.resource())).count();
      List<String> earlier = ResultBuilder.earlier(plan, part.resource());
      sandbox.publish(part.tree(), earlier, token);
      results.add(
          new Result(part.resource(), part.tree().id(), changed, sandbox.commitMessages(token)));
    }
    return results;
  }

  /** The tree that the checks were run on: the files of all resources, in their order. */
  static Tree tree(List<Result> results) {
    return Tree.together(results.stream().map(result -> new Tree(result.tree())).toList());
  }
}

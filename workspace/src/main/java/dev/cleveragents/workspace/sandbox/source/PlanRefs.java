package dev.cleveragents.workspace.sandbox.source;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.PlanId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The refs by which a resource's repository keeps what plans made; none of them is a branch.
 *
 * @param git in the repository that has the trees of the resource
 */
public record PlanRefs(Git git) {

  private static final List<String> UPDATE =
      List.of(
          "-c", "core.logAllRefUpdates=false", "-c", "core.packedRefsTimeout=10000", "update-ref");

  /** Keeps a plan's base and its result, a tree. */
  public void keep(PlanId plan, String base, String result, CancellationToken token)
      throws InterruptedException {
    update(token, SandboxSource.baseRef(plan), base);
    update(token, SandboxSource.resultRef(plan), result);
  }

  /** Keeps the tree of a plan's result, and those of its earlier results by refs of their own. */
  void keepResult(PlanId plan, String tree, List<String> earlier, CancellationToken token)
      throws InterruptedException {
    String ref = SandboxSource.resultRef(plan);
    StringBuilder updates = new StringBuilder();
    earlier.stream()
        .filter(other -> !other.equals(tree))
        .distinct()
        .forEach(other -> updates.append("update %s.%s %s\n".formatted(ref, other, other)));
    updates.append("update %s %s\n".formatted(ref, tree));
    git.run(updating("--stdin"), updates.toString().getBytes(StandardCharsets.UTF_8), token);
  }

  /** Deletes the ref of what {@code apply} merged for a plan, once its result has another ref. */
  public void forgetMerged(PlanId plan, CancellationToken token) throws InterruptedException {
    update(token, "-d", "refs/cleveragents/merged/" + plan);
  }

  private void update(CancellationToken token, String one, String other)
      throws InterruptedException {
    git.run(updating(one, other), token);
  }

  /**
   * The git arguments that change such a ref. A deletion holds the lock of all packed refs for a
   * moment; of many at once the last would not get it within the second that git tries.
   */
  public static List<String> updating(String... words) {
    List<String> line = new ArrayList<>(UPDATE);
    line.addAll(List.of(words));
    return line;
  }
}

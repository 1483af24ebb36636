package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.resource.Resource;

/**
 * A work tree of git.
 *
 * @param branch the full name of the branch that was checked out when the plan began ({@code
 *     refs/heads/main}), or {@code HEAD} if none was
 * @param base the commit that the result was made from; the empty tree where the branch has no
 *     commit yet
 * @param result a commit in this repository whose tree is the one to apply
 */
public record GitTarget(Resource resource, String branch, String base, String result)
    implements ApplyTarget {

  public GitTarget {
    if (!branch.equals("HEAD") && !branch.startsWith("refs/heads/")) {
      throw new IllegalArgumentException(
          "Neither HEAD nor the full name of a branch: '%s'; write refs/heads/NAME"
              .formatted(branch));
    }
  }
}

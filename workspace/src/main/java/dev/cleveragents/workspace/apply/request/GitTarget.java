package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.resource.Resource;

/**
 * A work tree of git.
 *
 * @param branch the full name of the branch that was checked out when the plan began ({@code
 *     refs/heads/main}), or {@code HEAD} if none was
 * @param base the commit that the result was made from; the empty tree where the branch has no
 *     commit yet
 * @param result a commit or tree in this repository: the files to apply
 * @param destination where they go
 */
public record GitTarget(
    Resource resource, String branch, String base, String result, Destination destination)
    implements ApplyTarget {

  /** A result that becomes a commit on the branch that is checked out. */
  public GitTarget(Resource resource, String branch, String base, String result) {
    this(resource, branch, base, result, new Destination.CheckedOutBranch());
  }

  public GitTarget {
    if (!branch.equals("HEAD") && !branch.startsWith("refs/heads/")) {
      throw new IllegalArgumentException(
          "Neither HEAD nor the full name of a branch: '%s'; write refs/heads/NAME"
              .formatted(branch));
    }
  }
}

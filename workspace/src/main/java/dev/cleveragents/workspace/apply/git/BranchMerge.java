package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.MovedTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.DurableFiles;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.merge.ChildResult;
import dev.cleveragents.workspace.merge.Conflict;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Merges the result of a plan with a branch that has moved, in a repository of our own that only
 * borrows the user's objects: the user's dirty files, attributes and merge drivers have no say, and
 * a merge that fails leaves nothing behind.
 */
public final class BranchMerge {

  /** How the name of the folder begins; the rest says who made it. */
  static final String MERGE = "merge";

  private static final String OURS = "refs/heads/merged";

  /** Merged cleanly, or the paths in conflict. */
  public sealed interface Merged {

    /** Merged without a conflict, with this result. */
    record Clean(MovedTarget target) implements Merged {}

    /**
     * It does not go together, and nothing was kept.
     *
     * @param paths each with the kind of its conflict, such as {@code content} or {@code rename},
     *     and what that is
     */
    record InConflict(List<LocalConflict> paths) implements Merged {

      public InConflict {
        paths = List.copyOf(paths);
      }
    }
  }

  private final PlanId plan;
  private final Name resource;
  private final GitCalls user;
  private final Path folder;

  /**
   * @param id names a folder of ours in the user's git directory while it lasts
   */
  public BranchMerge(PlanId plan, Name resource, GitCalls user, Path gitDir, Ulid id) {
    this.plan = plan;
    this.resource = resource;
    this.user = user;
    this.folder = GitApplier.journals(gitDir).resolve(MakerProcess.nameFor(MERGE) + id);
  }

  /**
   * One for the repository of a resource, which need not be the user's own.
   *
   * @param repository git in it
   * @param id names a folder of ours in its git directory while it lasts
   */
  public static BranchMerge in(
      Git repository, PlanId plan, Name resource, Ulid id, CancellationToken token)
      throws InterruptedException {
    GitCalls calls = new GitCalls(repository, token);
    Path gitDir = Path.of(calls.run("rev-parse", "--absolute-git-dir").text());
    return new BranchMerge(plan, resource, calls, gitDir, id);
  }

  /**
   * The result that {@link #merge} would have; keeps nothing, so the tree may be in no repository.
   */
  public Merged tryOut(String base, String now, String result)
      throws IOException, InterruptedException {
    return merge(base, now, result, false);
  }

  /**
   * Merges, and hands the result to the repository.
   *
   * @param base what the result was made from
   * @param now where the branch is
   */
  public Merged merge(String base, String now, String result)
      throws IOException, InterruptedException {
    return merge(base, now, result, true);
  }

  private Merged merge(String base, String now, String result, boolean keep)
      throws IOException, InterruptedException {
    try {
      MergeRepository repository =
          MergeRepository.open(folder.resolve("repository"), user.git(), user.token());
      List<ChildResult> sides =
          List.of(
              new ChildResult(0, "branch", base, now), new ChildResult(1, "plan", base, result));
      var merged =
          new Merger(repository).merge(base, sides, MergeStrategy.GIT_THREE_WAY, user.token());
      if (!merged.isComplete()) {
        return new Merged.InConflict(
            merged.conflicts().stream()
                .map(it -> new LocalConflict(resource, it.path(), kind(it)))
                .toList());
      }
      String tree = merged.tree();
      return new Merged.Clean(
          keep ? handOver(repository, now, tree) : new MovedTarget(resource, now, tree));
    } finally {
      Deletion.of(folder);
      DurableFiles.removeIfEmpty(DurableFiles.parent(folder));
    }
  }

  private static String kind(Conflict conflict) {
    return switch (conflict.kind()) {
      case CONTENT -> "content: the plan and the branch changed the same lines";
      case DELETE_MODIFY ->
          "delete_modify: the plan or the branch deleted it, the other changed it";
      case ADD_ADD ->
          conflict.sides().stream().anyMatch(side -> side.version().isDirectory())
              ? "add_add: the plan or the branch has a file there, the other a folder"
              : "add_add: the plan and the branch added it with different contents";
      case RENAME ->
          "rename: the plan or the branch moved it, the other moved, deleted or replaced it";
      case MODE -> "mode: the plan and the branch made different types of file of it";
      case BINARY -> "binary: the plan and the branch changed it, and it has no lines to merge";
    };
  }

  /** Keeps the tree, and no commit: that would show in the user's {@code git log --all}. */
  private MovedTarget handOver(MergeRepository repository, String now, String tree)
      throws InterruptedException {
    GitCalls ours = new GitCalls(repository.git(), user.token());
    boolean commit = ours.ask("rev-parse", "-q", "--verify", now + "^{commit}").succeeded();
    List<String> parents = commit ? List.of(now) : List.of();
    String message = "Merged the result of a plan with the branch\n";
    ours.run("update-ref", OURS, repository.commit(tree, parents, message, user.token()));
    user.run(
        "fetch",
        "-q",
        "--no-tags",
        "--no-write-fetch-head",
        "--no-recurse-submodules",
        repository.place().toString(),
        OURS);
    user.run("update-ref", "refs/cleveragents/merged/" + plan, tree);
    return new MovedTarget(resource, now, tree);
  }
}

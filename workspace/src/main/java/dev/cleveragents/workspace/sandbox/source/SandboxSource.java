package dev.cleveragents.workspace.sandbox.source;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.sandbox.tree.RepositoryRules;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The repository that a sandbox borrows its objects from and hands its results to: the user's own,
 * or for a plain directory one that we keep of its contents. Writes nothing there but objects and
 * refs under {@code refs/cleveragents/}: to the user's own commit for a base, to trees for results.
 */
public sealed interface SandboxSource permits CheckoutSource, DirectorySource {

  /** Git in that repository. */
  Git git();

  /** The present state of the resource, as a commit or a tree. */
  String base(CancellationToken token) throws InterruptedException;

  /** The files that plans do not see because they are ignored or protected. */
  List<String> unseen(CancellationToken token) throws InterruptedException;

  /** How files become contents there. */
  RepositoryRules rules(CancellationToken token) throws InterruptedException;

  /**
   * Keeps a commit or tree, and all that it needs, from being collected.
   *
   * @throws OperationException if it is not there
   */
  default void pin(PlanId plan, String base, CancellationToken token) throws InterruptedException {
    List<String> update = PlanRefs.updating(baseRef(plan), base);
    if (git().ask(update, new byte[0], token).succeeded()) {
      return;
    }
    if (!git().ask(token, "cat-file", "-e", base).succeeded()) {
      if (isEmptyTree(base, token)) {
        return;
      }
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "The base of plan %s (%s) is no longer in %s".formatted(plan, base, git().directory()),
          "Start a new plan; it begins from what is there now",
          null);
    }
    // The object is there, so something else was in the way: git says what, if it still is.
    git().run(update, token);
  }

  /** Releases the bases that {@link #pin} has kept; nothing happens to one that is not kept. */
  default void unpin(List<PlanId> plans, CancellationToken token) throws InterruptedException {
    StringBuilder updates = new StringBuilder();
    plans.forEach(plan -> updates.append("delete %s\n".formatted(baseRef(plan))));
    git()
        .run(
            PlanRefs.updating("--stdin"),
            updates.toString().getBytes(StandardCharsets.UTF_8),
            token);
  }

  /**
   * Takes over the files of a commit of a sandbox's ledger, and keeps them by a ref to their tree:
   * a ref to a commit would show in the user's {@code git log --all}.
   *
   * @param earlier trees of the same plan that are kept, too
   */
  default void receive(
      Path ledger, SandboxCommit commit, List<String> earlier, PlanId plan, CancellationToken token)
      throws InterruptedException {
    fetch(ledger, commit.id(), token);
    new PlanRefs(git()).keepResult(plan, commit.tree(), earlier, token);
  }

  /** Takes over the files of a commit as the base of a plan, and keeps them by a ref. */
  default void receiveBase(
      Path repository, SandboxCommit commit, PlanId plan, CancellationToken token)
      throws InterruptedException {
    fetch(repository, commit.id(), token);
    pin(plan, commit.tree(), token);
  }

  private void fetch(Path repository, String commit, CancellationToken token)
      throws InterruptedException {
    git()
        .run(
            List.of(
                "-c",
                "core.logAllRefUpdates=false",
                "-c",
                // The ledger has no ref to it, and by an earlier protocol it would not hand it out.
                "protocol.version=2",
                "fetch",
                "--quiet",
                "--no-tags",
                "--no-write-fetch-head",
                "--no-auto-maintenance",
                "--no-recurse-submodules",
                "--no-prune",
                "--no-write-commit-graph",
                repository.toString(),
                commit),
            token);
  }

  /** A commit in the ledger of a sandbox, and its files. */
  record SandboxCommit(String id, String tree) {}

  private boolean isEmptyTree(String base, CancellationToken token) throws InterruptedException {
    return base.equals(emptyTree(token));
  }

  /** The id of the tree without files, which need not be stored anywhere. */
  default String emptyTree(CancellationToken token) throws InterruptedException {
    return git().text(token, "hash-object", "-t", "tree", "--stdin");
  }

  static String baseRef(PlanId plan) {
    return "refs/cleveragents/base/" + plan;
  }

  static String resultRef(PlanId plan) {
    return "refs/cleveragents/plans/" + plan;
  }
}

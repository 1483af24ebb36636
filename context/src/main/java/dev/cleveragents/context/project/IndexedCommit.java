package dev.cleveragents.context.project;

import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Knows of which commit the tree is that was indexed last in this process, so that git need not be
 * asked for each answer. One atomic reference holds both.
 */
final class IndexedCommit {

  /** A tree, as the index calls it, and the commit that it is of; none if nothing is committed. */
  private record Known(String tree, Optional<String> commit) {}

  private final AtomicReference<@Nullable Known> last = new AtomicReference<>();

  void is(String tree, Optional<String> commit) {
    last.set(new Known(tree, commit));
  }

  /** The commit that what is seen in a repository comes from; none if there is no such commit. */
  Optional<String> of(ProjectState sight, IndexSnapshot newest, Git git, CancellationToken token)
      throws InterruptedException {
    Known known = last.get();
    return sight.revision().isEmpty() && known != null && known.tree().equals(newest.tree())
        ? known.commit()
        : RevisionChanges.commit(git, sight, token);
  }
}

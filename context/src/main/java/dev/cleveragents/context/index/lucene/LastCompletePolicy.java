package dev.cleveragents.context.index.lucene;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexDeletionPolicy;

/**
 * Keeps two commits: the last complete one, which readers see, and the last one, from which an
 * unfinished update continues. Often they are the same.
 */
final class LastCompletePolicy extends IndexDeletionPolicy {

  @Override
  public void onInit(List<? extends IndexCommit> commits) throws IOException {
    onCommit(commits);
  }

  @Override
  public void onCommit(List<? extends IndexCommit> commits) throws IOException {
    boolean found = false;
    for (int i = commits.size() - 1; i >= 0; i--) {
      IndexCommit commit = commits.get(i);
      boolean complete = CommitData.of(commit).complete();
      if (i < commits.size() - 1 && (found || !complete)) {
        commit.delete();
      }
      found |= complete;
    }
  }
}

package dev.cleveragents.context.index.lucene;

import java.io.IOException;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeScheduler;
import org.apache.lucene.index.MergeTrigger;

/**
 * Merges segments in the threads that fill the index, each its own at the same time: no thread is
 * started, and the one that makes segments pays for their merging. Lucene hands a merge out once.
 */
public final class InlineMergeScheduler extends MergeScheduler {

  @Override
  public void merge(MergeSource source, MergeTrigger trigger) throws IOException {
    MergePolicy.OneMerge next = source.getNextMerge();
    while (next != null) {
      source.merge(next);
      next = source.getNextMerge();
    }
  }

  @Override
  public void close() {}
}

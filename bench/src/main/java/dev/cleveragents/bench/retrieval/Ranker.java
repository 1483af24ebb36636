package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.history.HistoryView;
import dev.cleveragents.context.index.IndexSnapshot;
import java.util.List;

/** A way to find files for a case, the best first, that anything better has to beat. */
interface Ranker {

  /** More files are not ranked. */
  int MOST = 100;

  /**
   * What there was before the commit: nothing of the commit itself or after it.
   *
   * @param history what led to the tree
   * @param snapshot the tree's index
   */
  record Before(HistoryView history, IndexSnapshot snapshot) {}

  List<Ranked> rank(CommitCase asked, Before before);
}

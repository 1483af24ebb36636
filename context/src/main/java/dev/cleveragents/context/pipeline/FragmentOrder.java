package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.LineRange;
import java.util.Comparator;

/** Orders that depend on nothing but what is shown, so that ties are always broken the same way. */
final class FragmentOrder {

  private static final Comparator<LineRange> BY_LINES =
      Comparator.comparingInt(LineRange::first).thenComparingInt(LineRange::last);

  /** By file, lines, symbol, the deeper first, and at last by the text itself. */
  static final Comparator<ContextFragment> BY_PLACE =
      Comparator.comparing(ContextFragment::path)
          .thenComparing(ContextFragment::lines, BY_LINES)
          .thenComparing(ContextFragment::node)
          .thenComparing(ContextFragment::depth, Comparator.reverseOrder())
          .thenComparing(ContextFragment::content);

  private FragmentOrder() {}
}

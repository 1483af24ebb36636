package dev.cleveragents.context.project;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.safety.PathScope;
import java.util.Map;

/**
 * What a view sees of one state of a project, and what it may be told about the rest: nothing.
 *
 * @param rules by which it sees
 * @param indexed what it sees of the index below that state
 * @param snapshot the state with nothing else in it
 * @param leftOut how many files it does not see, by reason
 * @param late how many files of that state are read as text because their parser was late
 */
record VisibleState(
    Rules rules,
    ViewFilter.Indexed indexed,
    IndexSnapshot snapshot,
    Map<Reason, Integer> leftOut,
    int late)
    implements AutoCloseable {

  /** Those of one view. */
  record Rules(PathScope scope, View view) {

    private boolean narrow() {
      return scope.narrows(view);
    }
  }

  Unseen unseen() {
    return new Unseen(rules.view, leftOut);
  }

  /** What these rules are called in answers; nothing where there are none. */
  String version() {
    return rules.narrow()
        ? " view %s %s".formatted(rules.view, rules.scope.version(rules.view))
        : "";
  }

  /** The request without places to look from that are not seen. */
  ContextRequest within(ContextRequest request) {
    return rules.narrow()
        ? request.withFocus(request.focus().stream().filter(node -> !hides(node.path())).toList())
        : request;
  }

  /** Whether the view does not see this file, or would not if it were there. */
  private boolean hides(String path) {
    return rules.scope.hiddenBy(rules.view, path).isPresent() || isHiddenFile(path);
  }

  private boolean isHiddenFile(String path) {
    return indexed.whole().contains(path) && !indexed.seen().contains(path);
  }

  @Override
  public void close() {
    try (indexed) {
      snapshot.close();
    }
  }
}

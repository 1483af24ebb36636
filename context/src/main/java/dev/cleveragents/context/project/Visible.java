package dev.cleveragents.context.project;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.context.strategy.PastPlan;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a view sees of one state of a project, and what it may be told about the rest: nothing.
 *
 * @param rules by which it sees
 * @param indexed what it sees of the index below that state
 * @param snapshot the state with nothing else in it
 * @param leftOut how many files it does not see, by reason
 * @param late how many files of that state are read as text because their parser was late
 */
record Visible(
    Rules rules,
    Scoped.Indexed indexed,
    IndexSnapshot snapshot,
    Map<Reason, Integer> leftOut,
    int late)
    implements AutoCloseable {

  private static final String SOME_FILE = "(a file not seen here)";
  private static final Pattern WORD = Pattern.compile("[^\\s\"'`,;()<>\\[\\]{}]+");
  private static final Pattern AROUND = Pattern.compile("^(?:\\./)+|[.:!?/]+$");

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

  /** What an earlier plan did and decided, without names of files that are not seen. */
  PastPlan told(PastPlan plan) {
    if (!rules.narrow()) {
      return plan;
    }
    return new PastPlan(
        plan.id(),
        told(plan.goal(), plan),
        plan.outcome(),
        plan.decisions().stream().map(each -> told(each, plan)).toList(),
        plan.paths().stream().filter(path -> !hides(path)).toList(),
        plan.ended(),
        plan.ancestor());
  }

  private String told(String text, PastPlan plan) {
    String told = text;
    for (String path : plan.paths()) {
      told = hides(path) ? told.replace(path, SOME_FILE) : told;
    }
    return WORD.matcher(told).replaceAll(this::told);
  }

  private String told(MatchResult word) {
    String name = AROUND.matcher(word.group()).replaceAll("");
    return Matcher.quoteReplacement(
        isName(name) ? word.group().replace(name, SOME_FILE) : word.group());
  }

  /** Whether a word of a sentence names a file that is not seen. */
  private boolean isName(String word) {
    if (word.isEmpty()) {
      return false;
    }
    boolean folders = word.indexOf('/') >= 0;
    boolean ending = word.indexOf('.') >= 0;
    Optional<Reason> why = rules.scope.hiddenBy(rules.view, word);
    boolean refused = why.isPresent() && why.get() != Reason.NOT_INCLUDED && (folders || ending);
    boolean outside = why.isPresent() && folders && ending;
    return refused || outside || isHiddenFile(word);
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

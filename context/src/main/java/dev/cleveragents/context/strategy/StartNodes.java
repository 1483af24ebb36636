package dev.cleveragents.context.strategy;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.graph.CodeGraph;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where a request looks from: its focus, its entities as paths or names, and what its
 * question names. A word of the question is a name if it looks like one (a capital or underscore
 * inside, a capital first, marked as code, or called) and few define it; a word like any other is
 * not, whatever is called so.
 */
final class StartNodes {

  private static final int MOST = 12;
  private static final int MOST_WORDS = 60;
  private static final int MOST_MEANINGS = 4;

  private static final Pattern WORD =
      Pattern.compile("(`)?([\\p{L}_$][\\p{L}\\p{N}_$]*(?:[./:#-]+[\\p{L}\\p{N}_$]+)*)(\\()?");
  private static final Pattern LIKE_A_NAME =
      Pattern.compile("\\p{Ll}\\p{Lu}|\\p{L}_\\p{L}|\\p{Lu}.*\\p{Lu}\\p{Ll}|[./]");

  private final CodeGraph graph;

  StartNodes(CodeGraph graph) {
    this.graph = graph;
  }

  /** The nodes, those that were asked for most clearly first. */
  List<NodeId> of(ContextRequest request) {
    Set<NodeId> starts = new LinkedHashSet<>(request.focus());
    request.entities().forEach(entity -> starts.addAll(meanings(entity, MOST)));
    Matcher words = WORD.matcher(request.query());
    for (int i = 0; i < MOST_WORDS && starts.size() < MOST && words.find(); i++) {
      boolean marked = words.group(1) != null || words.group(3) != null;
      String word = words.group(2);
      boolean capital = Character.isUpperCase(word.charAt(0)) && words.start() > 0;
      if (marked || capital || LIKE_A_NAME.matcher(word).find()) {
        starts.addAll(meanings(word, MOST_MEANINGS));
      }
    }
    return starts.stream().limit(MOST).toList();
  }

  /** The file of this path, or the definitions of this name if there are not too many. */
  private List<NodeId> meanings(String name, int most) {
    if (graph.snapshot().contains(name)) {
      return List.of(NodeId.file(name));
    }
    String dotted = name.replace("::", ".").replace('#', '.');
    boolean few = graph.snapshot().pathsDefining(dotted, most).isPresent();
    List<NodeId> found = few ? graph.definitions(dotted) : List.of();
    return found.size() <= most ? found : List.of();
  }
}

package dev.cleveragents.engine.yaml;

import java.util.ArrayList;
import java.util.List;

/** Collects the problems of one document. Not thread-safe. */
public final class ProblemCollector {

  private final String source;
  private final List<YamlProblem> found = new ArrayList<>();

  ProblemCollector(String source) {
    this.source = source;
  }

  /** Adds a problem at that position. */
  public void add(SourcePosition position, String message) {
    found.add(new YamlProblem(source, position, message));
  }

  /** The number of problems so far. */
  int count() {
    return found.size();
  }

  /** All problems in the order of the document. */
  List<YamlProblem> sorted() {
    return found.stream().sorted(YamlProblem.IN_ORDER).toList();
  }
}

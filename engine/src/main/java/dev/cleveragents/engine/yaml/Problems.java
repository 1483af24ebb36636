package dev.cleveragents.engine.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one document; used by one thread. */
public final class Problems {

  private final String source;
  private final List<YamlProblem> found = new ArrayList<>();

  Problems(String source) {
    this.source = source;
  }

  /** Notes that something is wrong there. */
  public void add(Place place, String message) {
    found.add(new YamlProblem(source, place, message));
  }

  /** How much was noted so far. */
  int count() {
    return found.size();
  }

  /** All that was noted, from the top of the document to its end. */
  List<YamlProblem> sorted() {
    return found.stream().sorted(Comparator.comparing(YamlProblem::place)).toList();
  }
}

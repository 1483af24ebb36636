package dev.cleveragents.engine.sandbox;

import java.util.List;

/**
 * What there is to say about a resource before a plan works on it.
 *
 * @param problems why no sandbox can be made of it, each with what to do; empty if one can
 * @param notes what a person may want to know
 * @param uncommitted paths that differ from the last commit, which a plan does not see; folders of
 *     new files end with a slash
 */
public record Findings(List<String> problems, List<String> notes, List<String> uncommitted) {

  public Findings {
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
    uncommitted = List.copyOf(uncommitted);
  }

  static Findings problem(String problem) {
    return new Findings(List.of(problem), List.of(), List.of());
  }

  /** Whether a sandbox can be made. */
  public boolean usable() {
    return problems.isEmpty();
  }
}

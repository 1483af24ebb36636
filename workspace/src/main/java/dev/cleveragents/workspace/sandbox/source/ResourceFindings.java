package dev.cleveragents.workspace.sandbox.source;

import java.util.ArrayList;
import java.util.List;

/**
 * The problems and notes about a resource before a plan works on it.
 *
 * @param problems why no sandbox can be made of it, each with what to do; empty if one can
 * @param notes what a person may want to know
 * @param uncommitted paths that differ from the last commit, which a plan does not see; folders of
 *     new files end with a slash
 */
public record ResourceFindings(
    List<String> problems, List<String> notes, List<String> uncommitted) {

  public ResourceFindings {
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
    uncommitted = List.copyOf(uncommitted);
  }

  static ResourceFindings problem(String problem) {
    return new ResourceFindings(List.of(problem), List.of(), List.of());
  }

  ResourceFindings with(String problem) {
    List<String> all = new ArrayList<>(problems);
    all.add(problem);
    return new ResourceFindings(all, notes, uncommitted);
  }

  /** Whether a sandbox can be made. */
  public boolean usable() {
    return problems.isEmpty();
  }
}

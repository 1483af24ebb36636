package dev.cleveragents.context;

/**
 * A piece of a project that a strategy found.
 *
 * @param node what it shows
 * @param lines where that is in the file
 * @param depth how much of it is shown
 * @param content the text, secrets taken out
 * @param tokens about how many tokens the text has; what is shown is counted exactly later
 * @param relevance what the strategy thinks of it, 0 to 1, comparable only within that strategy
 * @param provenance which strategy found it, and why
 */
public record ContextFragment(
    NodeId node,
    LineRange lines,
    Depth depth,
    String content,
    int tokens,
    double relevance,
    Provenance provenance) {

  /** Checks the numbers. */
  public ContextFragment {
    if (tokens < 0) {
      throw new IllegalArgumentException("A fragment has 0 or more tokens, not " + tokens);
    }
    if (!(relevance >= 0 && relevance <= 1)) {
      throw new IllegalArgumentException("A relevance is 0 to 1, not " + relevance);
    }
  }

  /** The file it is from. */
  public String path() {
    return node.path();
  }
}

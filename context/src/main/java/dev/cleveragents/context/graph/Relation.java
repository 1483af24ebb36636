package dev.cleveragents.context.graph;

/** How one node leads to another. */
public enum Relation {
  /** It is where one began. */
  START(1, "is"),
  /** Its name is used there. */
  DEFINES(.6, "defines what is used by"),
  /** It is imported there. */
  IMPORTED(.5, "is imported by"),
  /** It uses a name from there. */
  USES(.5, "uses"),
  /** It tests that. */
  TESTS(.55, "tests"),
  /** It is tested by that. */
  TESTED(.6, "is tested by"),
  /** It is around that. */
  CONTAINS(.5, "is around"),
  /** It is in that. */
  MEMBER(.4, "is in");

  private final double weight;
  private final String words;

  Relation(double weight, String words) {
    this.weight = weight;
    this.words = words;
  }

  /** What is left of the interest in a node after a step of this kind, 0 to 1. */
  double weight() {
    return weight;
  }

  /** What the one is to the other, in words for a person. */
  public String words() {
    return words;
  }
}

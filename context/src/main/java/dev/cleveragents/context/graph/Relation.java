package dev.cleveragents.context.graph;

/** How one node leads to another. */
public enum Relation {
  /** It is where one began. */
  START(1),
  /** Its name is used there. */
  DEFINES(.6),
  /** It is imported there. */
  IMPORTED(.5),
  /** It uses a name from there. */
  USES(.5),
  /** It tests that. */
  TESTS(.55),
  /** It is tested by that. */
  TESTED(.6),
  /** It is around that. */
  CONTAINS(.5),
  /** It is in that. */
  MEMBER(.4);

  private final double weight;

  Relation(double weight) {
    this.weight = weight;
  }

  /** What is left of the interest in a node after a step of this kind, 0 to 1. */
  double weight() {
    return weight;
  }
}

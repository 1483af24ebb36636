package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Name;
import java.util.List;

/** Something is in the way of one target; on its way to the outcome of all. */
final class Refusal extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<Overlap> overlaps;

  Refusal(List<Overlap> overlaps) {
    super(overlaps.toString());
    this.overlaps = List.copyOf(overlaps);
  }

  /** About the resource as a whole. */
  Refusal(Name resource, String why) {
    this(List.of(new Overlap(resource, "", why)));
  }

  List<Overlap> overlaps() {
    return overlaps;
  }
}

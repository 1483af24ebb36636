package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Name;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Something is in the way of one target; on its way to the outcome of all. */
final class Refusal extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<Overlap> overlaps;

  /** Of several about one path the first counts. */
  Refusal(List<Overlap> overlaps) {
    super(overlaps.toString());
    Map<String, Overlap> byPath = new LinkedHashMap<>();
    overlaps.forEach(it -> byPath.putIfAbsent(it.path(), it));
    this.overlaps = List.copyOf(byPath.values());
  }

  /** About the resource as a whole. */
  Refusal(Name resource, String why) {
    this(List.of(new Overlap(resource, "", why)));
  }

  List<Overlap> overlaps() {
    return overlaps;
  }
}

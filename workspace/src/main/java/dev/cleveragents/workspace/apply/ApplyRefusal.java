package dev.cleveragents.workspace.apply;

import dev.cleveragents.workspace.Name;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Something is in the way of one target; on its way to the outcome of all. */
final class ApplyRefusal extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<LocalConflict> overlaps;

  /** Of several about one path the first counts. */
  ApplyRefusal(List<LocalConflict> overlaps) {
    super(overlaps.toString());
    Map<String, LocalConflict> byPath = new LinkedHashMap<>();
    overlaps.forEach(it -> byPath.putIfAbsent(it.path(), it));
    this.overlaps = List.copyOf(byPath.values());
  }

  /** About the resource as a whole. */
  ApplyRefusal(Name resource, String why) {
    this(List.of(new LocalConflict(resource, "", why)));
  }

  List<LocalConflict> overlaps() {
    return overlaps;
  }
}

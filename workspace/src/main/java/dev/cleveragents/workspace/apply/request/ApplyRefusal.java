package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.Name;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One target cannot be applied to; collected into {@link ApplyOutcome.ApplyRefused}. */
public final class ApplyRefusal extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<LocalConflict> overlaps;

  /** Of several about one path the first counts. */
  public ApplyRefusal(List<LocalConflict> overlaps) {
    super(overlaps.toString());
    Map<String, LocalConflict> byPath = new LinkedHashMap<>();
    overlaps.forEach(it -> byPath.putIfAbsent(it.path(), it));
    this.overlaps = List.copyOf(byPath.values());
  }

  /** About the resource as a whole. */
  public ApplyRefusal(Name resource, String why) {
    this(List.of(new LocalConflict(resource, "", why)));
  }

  public List<LocalConflict> overlaps() {
    return overlaps;
  }
}

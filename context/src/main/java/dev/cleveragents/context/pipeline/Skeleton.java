package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.Included;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a child plan sees of its parent's context.
 *
 * @param fragments the nearest to the child's focus first
 * @param tokens how many tokens {@link #text} has; they count against the child's budget
 */
public record Skeleton(List<Included> fragments, int tokens) {

  /** Takes a copy. */
  public Skeleton {
    fragments = List.copyOf(fragments);
  }

  /** As it is sent. */
  public String text() {
    return fragments.stream().map(Included::text).collect(Collectors.joining());
  }
}

package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import java.util.Optional;

/**
 * Shows a fragment's node with less detail, from its parse. The same arguments give the same
 * answer. What it throws counts as nothing.
 */
@FunctionalInterface
public interface DepthChanger {

  /** Can show nothing else. */
  DepthChanger NONE = (_, _) -> Optional.empty();

  /** The same node at that depth, or nothing if it cannot be shown so. */
  Optional<ContextFragment> at(ContextFragment fragment, Depth depth);
}

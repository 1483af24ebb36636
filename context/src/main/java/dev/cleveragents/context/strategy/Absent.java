package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.Set;

/**
 * Stands for a strategy that cannot look here, so that answers name it and say why. It is never
 * asked, and would find nothing.
 *
 * @param why what is missing, and where to read how to have it
 */
record Absent(String name, double quality, Set<Backend> needs, String why) implements Strategy {

  @Override
  public String lacks(Set<Backend> missing) {
    return why;
  }

  @Override
  public double canHandle(ContextRequest request, Set<Backend> there) {
    return 0;
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token) {
    return List.of();
  }
}

package dev.cleveragents.bench.context;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.Set;

/**
 * A strategy that always says it can answer, and never does.
 *
 * @param name what it is called
 * @param body what it does in place of answering
 */
record Trouble(String name, Body body) implements Strategy {

  /** Never comes back, or throws. */
  interface Body {
    void run() throws Exception;
  }

  @Override
  public Set<Backend> needs() {
    return Set.of();
  }

  @Override
  public double canHandle(ContextRequest request, Set<Backend> there) {
    return 1;
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
      throws Exception {
    body.run();
    return List.of();
  }
}

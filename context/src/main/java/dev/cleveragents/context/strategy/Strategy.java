package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.Set;

/**
 * One way to find what a request needs. May be called by many threads at once; must not change
 * anything that another call sees.
 */
public interface Strategy {

  /** What it is called in weights, breakers and reports. */
  String name();

  /** What it cannot work without. */
  Set<Backend> needs();

  /**
   * How well it can answer, 0 to 1; 0 is not asked. Must be quick.
   *
   * @param there what there is to work with
   */
  double canHandle(ContextRequest request, Set<Backend> there);

  /**
   * Looks, and returns what it found, the most relevant first, of about {@code share} tokens in all
   * (several times that is fine: what does not fit is left out later, with its reason).
   *
   * @param token cancelled when the answer is no longer awaited
   * @throws Exception if it cannot look; that counts against it and harms no other strategy
   */
  List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
      throws Exception;
}

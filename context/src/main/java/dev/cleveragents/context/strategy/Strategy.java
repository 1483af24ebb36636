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

  /** The original's rating, 0 to 1: shown to people, not used. */
  double quality();

  /** What it cannot work without. */
  Set<Backend> needs();

  /**
   * Says why it is not asked where something that it needs is not there.
   *
   * @param missing what, in order
   */
  default String lacks(Set<Backend> missing) {
    return "it needs what is not there: " + missing;
  }

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
   * @param token cancelled when nobody waits for the answer any more
   * @throws Exception if it cannot look; that counts against it and harms no other strategy
   */
  List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
      throws Exception;
}

package dev.cleveragents.kernel.worker;

import java.util.TreeSet;

/**
 * The claims that have begun and are not answered, by number. Whatever a store tells of a lease is
 * after the claim that brought it had begun: once every claim from before that moment is answered,
 * a lease that nothing runs under has no owner, however many claims have begun since. Guarded by
 * the lock of {@link Runs}.
 */
final class OpenClaims {

  private final TreeSet<Long> open = new TreeSet<>();
  private long next;

  /** A claim begins; returns its number. */
  long begin() {
    open.add(next);
    return next++;
  }

  void answered(long claim) {
    open.remove(claim);
  }

  /** This moment, between the claims that have begun and those that will. */
  long now() {
    return next;
  }

  /** The latest moment of which every claim that had begun by then is answered. */
  long answeredUpTo() {
    return open.isEmpty() ? next : open.first();
  }
}

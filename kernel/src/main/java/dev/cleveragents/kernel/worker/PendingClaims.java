package dev.cleveragents.kernel.worker;

import java.util.TreeSet;

/**
 * The claims that have begun and are not answered, by number. A store reports a lease only after
 * the claim that created it began. So once every claim from before that report is answered, a lease
 * without a run has no owner, however many claims have begun since. Guarded by the lock of {@link
 * ActiveRuns}.
 */
final class PendingClaims {

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

  /** The current moment, between the claims that have begun and later ones. */
  long now() {
    return next;
  }

  /** The latest moment of which every claim that had begun by then is answered. */
  long answeredUpTo() {
    return open.isEmpty() ? next : open.first();
  }
}

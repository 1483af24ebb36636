package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.Lease;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a worker knows of its claims that are not answered, and of leases they may bring. */
final class SimulatedClaims {

  private final TreeSet<Integer> open = new TreeSet<>();
  private final Map<Lease, Integer> unowned = new LinkedHashMap<>();
  private final Map<Lease, Integer> cancelledEarly = new LinkedHashMap<>();
  private int next;

  int begin() {
    open.add(next);
    return next++;
  }

  void answered(int claim) {
    open.remove(claim);
    cancelledEarly.values().removeIf(this::areAnsweredUpTo);
  }

  private boolean areAnsweredUpTo(int moment) {
    return open.isEmpty() || open.first() >= moment;
  }

  /** A cancel of a lease that nothing runs under. */
  void cancelled(Lease lease) {
    if (!open.isEmpty()) {
      cancelledEarly.put(lease, next);
    }
  }

  /** Whether a cancel of this lease came before the lease itself. */
  boolean forgetCancel(Lease lease) {
    return cancelledEarly.remove(lease) != null;
  }

  /** Those of its leases that nothing runs under and that no claim under way can bring. */
  List<Lease> unknownAmong(Collection<Lease> leases, Set<Lease> running) {
    unowned.keySet().retainAll(leases);
    unowned.keySet().removeAll(running);
    leases.stream()
        .filter(lease -> !running.contains(lease))
        .forEach(lease -> unowned.putIfAbsent(lease, next));
    return unowned.entrySet().stream()
        .filter(it -> areAnsweredUpTo(it.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }
}

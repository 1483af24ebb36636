package dev.cleveragents.store;

import dev.cleveragents.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers prepared answers to waiting callers. Many virtual threads are woken by one virtual
 * thread, because a platform thread pays a system call for nearly each of them and the lane's next
 * transaction would wait. A caller on a platform thread, such as a heartbeat, is answered by the
 * lane itself and so does not depend on virtual threads.
 */
final class AnswerDelivery {

  private static final Logger log = LoggerFactory.getLogger(AnswerDelivery.class);

  /** From this number of virtual callers on, a virtual thread wakes them. */
  private static final int MANY = 16;

  private final Scope scope;

  /**
   * @param scope provides the virtual threads
   */
  AnswerDelivery(Scope scope) {
    this.scope = scope;
  }

  void deliver(List<PendingUnit<?, ?>> units) {
    List<PendingUnit<?, ?>> virtual = new ArrayList<>();
    for (PendingUnit<?, ?> unit : units) {
      if (unit.virtual) {
        virtual.add(unit);
      } else {
        unit.give();
      }
    }
    if (virtual.size() < MANY || !deliverOnVirtualThread(virtual)) {
      virtual.forEach(PendingUnit::give);
    }
  }

  /** Whether another thread delivers them. */
  private boolean deliverOnVirtualThread(List<PendingUnit<?, ?>> units) {
    try {
      scope.fork(
          "answers",
          () -> {
            units.forEach(PendingUnit::give);
            return null;
          });
      return true;
    } catch (RuntimeException | OutOfMemoryError e) {
      log.debug("No thread for answers: {}", e.getMessage());
      return false;
    }
  }
}

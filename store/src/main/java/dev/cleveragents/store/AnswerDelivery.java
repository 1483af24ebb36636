package dev.cleveragents.store;

import dev.cleveragents.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives prepared answers. A crowd of virtual threads is woken by one of its own kind: a platform
 * thread pays a system call for nearly each of them, and a lane's next transaction would wait for
 * that. A caller that waits in a platform thread, as beats do, is answered by the lane itself and
 * so does not depend on virtual threads.
 */
final class AnswerDelivery {

  private static final Logger log = LoggerFactory.getLogger(AnswerDelivery.class);

  /** From how many on they are a crowd. */
  private static final int CROWD = 16;

  private final Scope scope;

  /**
   * @param scope has the threads that wake crowds
   */
  AnswerDelivery(Scope scope) {
    this.scope = scope;
  }

  void give(List<PendingUnit<?, ?>> units) {
    List<PendingUnit<?, ?>> virtual = new ArrayList<>();
    for (PendingUnit<?, ?> unit : units) {
      if (unit.virtual) {
        virtual.add(unit);
      } else {
        unit.give();
      }
    }
    if (virtual.size() < CROWD || !giveElsewhere(virtual)) {
      virtual.forEach(PendingUnit::give);
    }
  }

  /** Whether another thread gives them. */
  private boolean giveElsewhere(List<PendingUnit<?, ?>> units) {
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

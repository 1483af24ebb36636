package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Subplans.Split;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The plan can continue only when subplans have ended; its job ends until then. */
final class SubplansNeededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient @Nullable Split wanted;

  /**
   * @param wanted to be created; null if the plan has them already
   */
  SubplansNeededException(@Nullable Split wanted) {
    super("It waits for its subplans", null, false, false);
    this.wanted = wanted;
  }

  Optional<Split> wanted() {
    return Optional.ofNullable(wanted);
  }
}

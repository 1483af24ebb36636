package dev.cleveragents.context.project;

import dev.cleveragents.context.index.Progress;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.time.Duration;
import java.util.Optional;

/** What {@link Upkeep} does for one project. Done again it goes on where it was. */
@FunctionalInterface
interface Chore {

  /**
   * Does what is to be done.
   *
   * @return when it should be tried again because another process was in the way; nothing if all is
   *     done
   */
  Optional<Duration> run(Progress progress, CancellationToken token) throws Exception;
}

package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.Lease;
import java.util.Map;
import java.util.Set;

/** The answer to a beat. */
public sealed interface HeartbeatReply {

  /**
   * The session is alive.
   *
   * @param beat its beat number, raised by this beat
   * @param running the leases under which, as the store sees it, this session runs jobs; one that
   *     the worker knows nothing of comes from a claim whose answer was lost, and is to be released
   * @param cancels those of them with a cancel request, with its reason
   */
  record Alive(long beat, Set<Lease> running, Map<Lease, String> cancels)
      implements HeartbeatReply {
    public Alive {
      running = Set.copyOf(running);
      cancels = Map.copyOf(cancels);
    }
  }

  /** The session was closed or found dead: its jobs are not its own any more. */
  record SessionOver() implements HeartbeatReply {}
}

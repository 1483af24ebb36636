package dev.cleveragents.kernel.job;

import java.util.Map;

/** The answer to a beat. */
public sealed interface BeatReply {

  /**
   * The session lives.
   *
   * @param beat its beat number, raised by this beat
   * @param cancels the running jobs of this session that somebody asked to cancel, with the reason
   */
  record Alive(long beat, Map<Lease, String> cancels) implements BeatReply {
    public Alive {
      cancels = Map.copyOf(cancels);
    }
  }

  /** The session was closed or found dead: its jobs are not its own any more. */
  record SessionOver() implements BeatReply {}
}

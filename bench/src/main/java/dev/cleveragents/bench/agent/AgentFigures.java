package dev.cleveragents.bench.agent;

import java.util.List;

/**
 * The loop of an agent: what a turn costs beside its model, how soon text is seen, what a replay
 * takes, what is sent, and the same task by other agents. {@code -Dagent.parts=turns,peers} prints
 * some parts.
 */
public final class AgentFigures {

  private static final List<String> PARTS =
      List.of(
          System.getProperty("agent.parts", "turns,first-token,replay,sent,peers").split(",", -1));

  private AgentFigures() {}

  /** Prints a table for each part. */
  public static void print(int rounds) throws Exception {
    if (PARTS.contains("turns")) {
      TurnFigures.print(rounds);
    }
    if (PARTS.contains("first-token")) {
      FirstTokenFigures.print();
    }
    if (PARTS.contains("replay")) {
      ReplayFigures.print(rounds);
    }
    if (PARTS.contains("sent")) {
      SentFigures.print();
    }
    if (PARTS.contains("peers")) {
      PeerFigures.print(rounds);
    }
  }
}

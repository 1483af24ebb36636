package dev.cleveragents.exec.confine;

/** What of the system a confined program is kept apart from; each includes those before it. */
public enum Isolation {
  /** It writes only where it may. */
  FILES,
  /**
   * It sees and signals no process but those that it started, shares no System V memory with
   * others, and writes no setting of the system; all that it started dies with it.
   */
  PROCESSES,
  /** It can be run without the network, with a loopback interface of its own. */
  NETWORK;

  public boolean ofProcesses() {
    return this != FILES;
  }

  public boolean ofNetwork() {
    return this == NETWORK;
  }
}

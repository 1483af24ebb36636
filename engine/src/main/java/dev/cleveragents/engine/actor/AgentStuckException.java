package dev.cleveragents.engine.actor;

/** An agent has reached a limit without an end. What it has done is kept. */
public final class AgentStuckException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AgentStuckException(String message) {
    super(message);
  }
}

package dev.cleveragents.engine.outside;

import java.util.List;

/** Reads the lines of one run of a coding agent. An instance reads one run. */
interface AgentFormat {

  /** Reads a line into what is known of the run. */
  void line(String line, AgentRun run);

  /** Folders below the home that the agent needs; it fails if it cannot create them. */
  default List<String> folders() {
    return List.of();
  }

  /** A format in which each line is a JSON object. */
  interface OfJson extends AgentFormat {

    /** Reads an object into what is known of the run. */
    void event(JsonEvent event, AgentRun run);

    @Override
    default void line(String line, AgentRun run) {
      JsonEvent.of(line).ifPresent(event -> event(event, run));
    }
  }
}

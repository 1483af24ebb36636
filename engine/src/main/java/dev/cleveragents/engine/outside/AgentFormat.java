package dev.cleveragents.engine.outside;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Reads the lines of one run of a coding agent. An instance reads one run. */
interface AgentFormat {

  /** The readers by the names under which actors choose them. */
  Map<String, Supplier<AgentFormat>> ALL =
      new TreeMap<>(
          Map.of(
              "aider", AiderFormat::new,
              "claude-code", ClaudeFormat::new,
              "codex", CodexFormat::new,
              "gemini-cli", GeminiFormat::new,
              "opencode", OpencodeFormat::new));

  /** Reads a line into what is known of the run. */
  void line(String line, AgentRun run);

  /** A format in which each line is a JSON object. */
  interface OfJson extends AgentFormat {

    /** Reads an object into what is known of the run. */
    void event(JsonEvent event, AgentRun run);

    @Override
    default void line(String line, AgentRun run) {
      JsonEvent.of(line).ifPresent(event -> event(event, run));
    }
  }

  /** The names of all formats. */
  static Set<String> names() {
    return ALL.keySet();
  }
}

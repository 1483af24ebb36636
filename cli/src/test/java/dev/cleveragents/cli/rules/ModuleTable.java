package dev.cleveragents.cli.rules;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which room may look into which, written once. A name maps to those right below it; what lies
 * further below may be used too.
 */
record ModuleTable(Map<String, Set<String>> below) {

  /** The modules that are shipped, also those still to come. */
  static final ModuleTable MODULES =
      new ModuleTable(
          Map.of(
              "cli", Set.of("server"),
              "server", Set.of("runtime"),
              "runtime", Set.of("models"),
              "models", Set.of("engine"),
              "engine", Set.of("context", "store"),
              "embedding", Set.of("context"),
              "context", Set.of("exec"),
              "exec", Set.of("kernel"),
              "store", Set.of("kernel"),
              "kernel", Set.of()));

  /** The packages inside the kernel. */
  static final ModuleTable KERNEL =
      new ModuleTable(
          Map.of(
              "worker", Set.of("scope", "event", "breaker"),
              "scope", Set.of("job"),
              "job", Set.of("cancel", "id"),
              "event", Set.of("cancel", "id"),
              "breaker", Set.of("event"),
              "cancel", Set.of("time", "log"),
              "id", Set.of("time"),
              "log", Set.of(),
              "time", Set.of()));

  boolean knows(String name) {
    return below.containsKey(name);
  }

  boolean allows(String from, String to) {
    return from.equals(to) || reachable(from).contains(to);
  }

  private Set<String> reachable(String from) {
    Set<String> found = new HashSet<>();
    for (String next : below.getOrDefault(from, Set.of())) {
      found.add(next);
      found.addAll(reachable(next));
    }
    return found;
  }
}

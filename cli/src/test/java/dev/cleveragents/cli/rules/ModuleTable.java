package dev.cleveragents.cli.rules;

import static java.util.Map.entry;

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
          Map.ofEntries(
              entry("cli", Set.of("server")),
              entry("server", Set.of("runtime")),
              entry("runtime", Set.of("models")),
              entry("models", Set.of("engine")),
              entry("engine", Set.of("context", "workspace")),
              entry("workspace", Set.of("exec", "store")),
              entry("context", Set.of("exec")),
              entry("exec", Set.of("kernel")),
              entry("store", Set.of("kernel")),
              entry("kernel", Set.of())));

  /** The packages inside the kernel. */
  static final ModuleTable KERNEL =
      new ModuleTable(
          Map.of(
              "worker", Set.of("scope"),
              "scope", Set.of("job"),
              "job", Set.of("cancel", "id"),
              "breaker", Set.of("log", "time"),
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

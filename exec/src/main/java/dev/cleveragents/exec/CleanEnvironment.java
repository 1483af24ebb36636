package dev.cleveragents.exec;

import dev.cleveragents.exec.tree.RunMarker;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The variables a program gets: a short list that every program needs, whatever more of our own
 * environment the caller names, and whatever the caller sets. Nothing else of our environment
 * reaches it, so that no key or password does.
 *
 * @param inherited names of further variables of our own environment to hand on, where they are set
 * @param variables what the caller sets; counts more than what is inherited
 */
record CleanEnvironment(Set<String> inherited, Map<String, String> variables) {

  static final CleanEnvironment DEFAULT = new CleanEnvironment(Set.of(), Map.of());

  private static final Set<String> ALWAYS =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR");

  CleanEnvironment {
    inherited = Set.copyOf(inherited);
    variables = Map.copyOf(variables);
    inherited.forEach(CleanEnvironment::checkName);
    variables.forEach(
        (name, value) -> {
          checkName(name);
          if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                "The value of the variable %s has a NUL character, which no environment can hold;"
                        .formatted(name)
                    + " write it to a file or to standard input");
          }
        });
  }

  CleanEnvironment with(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(variables);
    all.putAll(more);
    return new CleanEnvironment(inherited, all);
  }

  CleanEnvironment inheriting(Set<String> more) {
    Set<String> all = new LinkedHashSet<>(inherited);
    all.addAll(more);
    return new CleanEnvironment(all, variables);
  }

  /** All variables of a program whose parent has {@code parents}, but for the marker. */
  Map<String, String> below(Map<String, String> parents) {
    Map<String, String> all = new TreeMap<>();
    parents.forEach(
        (name, value) -> {
          if (ALWAYS.contains(name) || name.startsWith("LC_") || inherited.contains(name)) {
            all.put(name, value);
          }
        });
    all.putIfAbsent("PATH", ProgramLookup.SYSTEM_PATH);
    all.put("TERM", "dumb");
    all.putAll(variables);
    return all;
  }

  private static void checkName(String name) {
    if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "'%s' cannot name a variable: it is empty or has an equals sign or a NUL character"
              .formatted(name));
    }
    if (name.equals(RunMarker.VARIABLE)) {
      throw new IllegalArgumentException(
          "%s is set for every command, to find its processes again; use another name"
              .formatted(name));
    }
  }

  /** Names only: values may be secret. */
  @Override
  public String toString() {
    return "inherited " + new TreeSet<>(inherited) + ", set " + new TreeSet<>(variables.keySet());
  }
}

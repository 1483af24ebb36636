package dev.cleveragents.context.code.syntax;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which types of nodes of a grammar play which roles.
 *
 * @param roles by type of node
 * @param unnamed what a definition is called whose grammar gives it no name, by type of node
 */
record NodeRoles(Map<String, Set<NodeRole>> roles, Map<String, String> unnamed) {

  /** Takes copies. */
  NodeRoles {
    roles = Map.copyOf(roles);
    unnamed = Map.copyOf(unnamed);
  }

  /**
   * Reads a table: on each line a role, a colon and types of nodes. A type with an equals sign has
   * the name after it.
   */
  static NodeRoles of(String text) {
    Map<String, Set<NodeRole>> roles = new HashMap<>();
    Map<String, String> unnamed = new HashMap<>();
    for (String line : text.lines().toList()) {
      int colon = line.indexOf(':');
      NodeRole role = NodeRole.valueOf(line.substring(0, colon).strip().toUpperCase(Locale.ROOT));
      for (String type : line.substring(colon + 1).strip().split(" +", -1)) {
        int equals = type.indexOf('=');
        String name = equals < 0 ? type : type.substring(0, equals);
        if (equals >= 0) {
          unnamed.put(name, type.substring(equals + 1));
        }
        roles.computeIfAbsent(name, _ -> EnumSet.noneOf(NodeRole.class)).add(role);
      }
    }
    return new NodeRoles(roles, unnamed);
  }

  /** Whether a type of node plays a role. */
  boolean is(String type, NodeRole role) {
    return roles.getOrDefault(type, Set.of()).contains(role);
  }
}

package dev.cleveragents.context.code.syntax;

import dev.cleveragents.context.code.Language;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which types of nodes of a grammar play which roles: read from the table {@code roles.txt}, and
 * not changed after that.
 *
 * @param roles by type of node
 * @param unnamed what a definition is called whose grammar gives it no name, by type of node
 */
record NodeRoles(Map<String, Set<NodeRole>> roles, Map<String, String> unnamed) {

  private static final Map<Language, NodeRoles> ALL = read();

  static NodeRoles of(Language language) {
    return Objects.requireNonNull(ALL.get(language));
  }

  private static Map<Language, NodeRoles> read() {
    Map<Language, NodeRoles> all = new EnumMap<>(Language.class);
    try (InputStream table =
        Objects.requireNonNull(NodeRoles.class.getResourceAsStream("roles.txt"))) {
      List<Language> languages = List.of();
      for (String line : new String(table.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
        if (line.startsWith("[")) {
          String[] names = line.substring(1, line.length() - 1).split(" ", -1);
          languages = Stream.of(names).map(Language::valueOf).toList();
        } else if (!line.isEmpty() && !line.startsWith("#")) {
          for (Language language : languages) {
            all.computeIfAbsent(language, _ -> new NodeRoles(new HashMap<>(), new HashMap<>()))
                .add(line);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private void add(String line) {
    int colon = line.indexOf(':');
    NodeRole role = NodeRole.valueOf(line.substring(0, colon).toUpperCase(Locale.ROOT));
    for (String type : line.substring(colon + 1).strip().split(" ", -1)) {
      String[] named = type.split("=", 2);
      roles.computeIfAbsent(named[0], _ -> EnumSet.noneOf(NodeRole.class)).add(role);
      if (named.length == 2) {
        unnamed.put(named[0], named[1]);
      }
    }
  }

  /** Whether a type of node plays a role. */
  boolean is(String type, NodeRole role) {
    return roles.getOrDefault(type, Set.of()).contains(role);
  }
}

package dev.cleveragents.cli.tree;

import java.util.Set;
import java.util.TreeSet;

/** The names of all commands, as they are typed. */
public final class CommandNames {

  private CommandNames() {}

  public static Set<String> all() {
    Set<String> names = new TreeSet<>();
    CommandTree.whole()
        .getSubcommands()
        .forEach(
            (name, group) -> {
              if (group.getSubcommands().isEmpty()) {
                names.add(name);
              }
              group.getSubcommands().keySet().forEach(inner -> names.add(name + " " + inner));
            });
    return names;
  }
}

package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.strategy.Strategy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an answer is made from: one consistent state of a project and the ways to look at it.
 *
 * @param strategies the ways to look; their names differ
 * @param there what they have to work with
 * @param redepth shows something with less detail
 * @param imports knows which files use which
 * @param generation what this state is called in answers
 */
public record Sources(
    List<Strategy> strategies,
    Set<Backend> there,
    Redepth redepth,
    Imports imports,
    String generation) {

  /**
   * Checks the names and takes copies.
   *
   * @throws IllegalArgumentException if two strategies have one name
   */
  public Sources {
    strategies = List.copyOf(strategies);
    there = Set.copyOf(there);
    Set<String> names = new HashSet<>();
    for (Strategy strategy : strategies) {
      if (!names.add(strategy.name())) {
        throw new IllegalArgumentException(
            "Two strategies are called %s; give each a name of its own".formatted(strategy.name()));
      }
    }
  }
}

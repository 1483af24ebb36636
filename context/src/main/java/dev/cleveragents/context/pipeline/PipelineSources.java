package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.strategy.Strategy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * What an answer is made from: one consistent state of a project and the ways to look at it.
 *
 * @param strategies the ways to look; their names differ
 * @param there what they have to work with
 * @param redepth shows something with less detail
 * @param imports whether the first of two files imports the second; must be quick
 * @param generation what this state is called in answers
 * @param unseen what is kept out of it
 * @param late how many of its files are read as text because their parser was late
 */
public record PipelineSources(
    List<Strategy> strategies,
    Set<Backend> there,
    DepthChanger redepth,
    BiPredicate<String, String> imports,
    String generation,
    Unseen unseen,
    int late) {

  /**
   * Checks the names and takes copies.
   *
   * @throws IllegalArgumentException if two strategies have one name
   */
  public PipelineSources {
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

  /** Nothing is kept out, and nothing was late. */
  public PipelineSources(
      List<Strategy> strategies,
      Set<Backend> there,
      DepthChanger redepth,
      BiPredicate<String, String> imports,
      String generation) {
    this(strategies, there, redepth, imports, generation, Unseen.NOTHING, 0);
  }

  /**
   * The same, as a view sees it.
   *
   * @param files what is kept out of it
   * @param version what the rules are called in answers
   * @param unparsed how many of its files are read as text because their parser was late
   */
  public PipelineSources seen(Unseen files, String version, int unparsed) {
    String named = generation + version + (unparsed == 0 ? "" : " late " + unparsed);
    return new PipelineSources(strategies, there, redepth, imports, named, files, unparsed);
  }
}

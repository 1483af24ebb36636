package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.strategy.Strategy;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * What an answer is made from: one consistent state of a project and the ways to look at it.
 *
 * @param strategies the ways to look; their names differ
 * @param there what they have to work with
 * @param redepth shows something with less detail
 * @param imports whether the first of two files imports the second; must be quick
 * @param generation what this state is called in answers
 * @param unseen what is kept out of it
 * @param beginnings the first piece of a file, as it would be found
 * @param late how many of its files are read as text because their parser was late
 */
public record PipelineSources(
    List<Strategy> strategies,
    Set<Backend> there,
    DepthChanger redepth,
    BiPredicate<String, String> imports,
    String generation,
    Unseen unseen,
    Function<String, Optional<ContextFragment>> beginnings,
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

  /** Nothing is kept out, nothing was late, and no beginnings are shown. */
  public PipelineSources(
      List<Strategy> strategies,
      Set<Backend> there,
      DepthChanger redepth,
      BiPredicate<String, String> imports,
      String generation) {
    this(strategies, there, redepth, imports, generation, Unseen.NOTHING, _ -> Optional.empty(), 0);
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
    return new PipelineSources(
        strategies, there, redepth, imports, named, files, beginnings, unparsed);
  }

  /** The same, whose best files are shown with their beginnings. */
  public PipelineSources withBeginnings(Function<String, Optional<ContextFragment>> firstPieces) {
    return new PipelineSources(
        strategies, there, redepth, imports, generation, unseen, firstPieces, late);
  }
}

package dev.cleveragents.context;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The answer to a {@link ContextRequest}. Immutable; equal answers have equal texts.
 *
 * @param preamble which strategies found what, and what is missing; empty, or ends with a line feed
 * @param fragments what is shown, in the order in which it is sent
 * @param usage how much of the budget it takes
 * @param strategies what each strategy did, in the order in which they were given
 * @param excluded what was found and left out, and why
 * @param ranking every file in which something was found, the most relevant first, whether there
 *     was room for it or not
 * @param unseen what the rules of its view kept out, found or not
 * @param versions what it was made from
 */
public record AssembledContext(
    String preamble,
    List<Included> fragments,
    Usage usage,
    List<StrategyReport> strategies,
    List<Excluded> excluded,
    List<String> ranking,
    Unseen unseen,
    Versions versions) {

  /** Takes copies. */
  public AssembledContext {
    fragments = List.copyOf(fragments);
    strategies = List.copyOf(strategies);
    excluded = List.copyOf(excluded);
    ranking = List.copyOf(ranking);
  }

  /**
   * How much of a budget is used.
   *
   * @param budget the most that was allowed
   * @param tokens what {@link AssembledContext#text} has, never more than the budget
   * @param estimated whether the model's tokenizer is not known, so that the number is an upper
   *     estimate
   */
  public record Usage(int budget, int tokens, boolean estimated) {}

  /** Everything that is sent: the preamble, then the fragments. */
  public String text() {
    return fragments.stream().map(Included::text).collect(Collectors.joining("", preamble, ""));
  }
}

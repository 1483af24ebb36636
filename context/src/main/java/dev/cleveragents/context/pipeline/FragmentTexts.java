package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.kernel.log.SafeLog;
import java.util.Optional;

/**
 * Fragments as they are sent, counted only here: the number of tokens that a strategy reports is
 * not relied on.
 */
final class FragmentTexts {

  private static final SafeLog LOG = SafeLog.of(ContextPipeline.class);

  private final TokenCounter counter;
  private final DepthChanger redepth;

  FragmentTexts(TokenCounter counter, DepthChanger redepth) {
    this.counter = counter;
    this.redepth = redepth;
  }

  /** The tokens of the fragment's header and body; their sum is exact, see {@link Included}. */
  int tokens(ContextFragment fragment) {
    return headerTokens(fragment) + bodyTokens(fragment);
  }

  /** The tokens of the line that says where it is from. */
  int headerTokens(ContextFragment fragment) {
    return counter.count(Included.header(fragment));
  }

  /** About the tokens of both, which is known much sooner. */
  int aboutTokens(ContextFragment fragment) {
    return aboutHeaderTokens(fragment) + counter.about(fragment.content());
  }

  /** About the tokens of the line that says where it is from. */
  int aboutHeaderTokens(ContextFragment fragment) {
    return counter.about(Included.header(fragment));
  }

  /** The tokens of its body alone. */
  int bodyTokens(ContextFragment fragment) {
    return counter.count(Included.body(fragment));
  }

  boolean isEmpty(ContextFragment fragment) {
    return fragment.content().isBlank();
  }

  /** The node of the fragment at that depth or less, if it can be shown so. */
  Optional<ContextFragment> at(ContextFragment fragment, Depth depth) {
    try {
      return redepth.at(fragment, depth).filter(less -> less.depth().compareTo(depth) <= 0);
    } catch (RuntimeException e) {
      LOG.warn(e, "{} could not be shown at depth {}", fragment.node(), depth);
      return Optional.empty();
    }
  }
}

package dev.cleveragents.engine.decision;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What was chosen, and why.
 *
 * @param confidence from 0 to 1, of whoever chose; null where nobody said
 */
public record Choice(
    DecisionType type,
    String question,
    String chosen,
    List<String> alternatives,
    @Nullable Double confidence,
    String rationale) {

  public Choice {
    alternatives = List.copyOf(alternatives);
    if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("A confidence is from 0 to 1, this is " + confidence);
    }
  }

  /** The same in other words, as with the secrets taken out. */
  public Choice reworded(UnaryOperator<String> words) {
    return new Choice(
        type,
        words.apply(question),
        words.apply(chosen),
        alternatives.stream().map(words).toList(),
        confidence,
        words.apply(rationale));
  }

  /** A choice that nobody doubts and that has no alternatives. */
  public static Choice of(DecisionType type, String question, String chosen, String rationale) {
    return new Choice(type, question, chosen, List.of(), null, rationale);
  }
}

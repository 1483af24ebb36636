package dev.cleveragents.engine.decision;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The question, the choice and the reason of a decision.
 *
 * @param confidence of the actor, from 0 to 1; null if the actor gave none
 */
public record DecisionContent(
    DecisionType type,
    String question,
    String chosen,
    List<String> alternatives,
    @Nullable Double confidence,
    String rationale) {

  public DecisionContent {
    alternatives = List.copyOf(alternatives);
    if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("A confidence must be from 0 to 1, is " + confidence);
    }
  }

  /** Applies a rewording, such as redaction, to every text. */
  public DecisionContent reworded(UnaryOperator<String> words) {
    return new DecisionContent(
        type,
        words.apply(question),
        words.apply(chosen),
        alternatives.stream().map(words).toList(),
        confidence,
        words.apply(rationale));
  }

  /** A choice without alternatives and without a stated confidence. */
  public static DecisionContent of(
      DecisionType type, String question, String chosen, String rationale) {
    return new DecisionContent(type, question, chosen, List.of(), null, rationale);
  }
}

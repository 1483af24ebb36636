package dev.cleveragents.engine.plan;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Something that went wrong with a plan; they are only ever added.
 *
 * @param category one word: {@code validation}, {@code command}, {@code timeout}, {@code apply} …
 * @param retriable whether trying again may help without anybody changing anything
 */
public record PlanError(
    PlanPhase phase,
    String category,
    String message,
    boolean retriable,
    Advice advice,
    Instant at) {

  /** The same in other words, as with the secrets taken out. */
  PlanError reworded(UnaryOperator<String> words) {
    return new PlanError(phase, category, words.apply(message), retriable, advice, at);
  }

  /** What to do about it, and what to type. */
  public record Advice(@Nullable String hint, @Nullable String command) {

    static final Advice NONE = new Advice(null, null);
  }
}

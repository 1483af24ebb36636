package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.workspace.NextAction;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An error of a plan; errors are only ever added.
 *
 * @param category one word: {@code validation}, {@code command}, {@code timeout}, {@code apply} …
 * @param retriable whether a retry may help without a change by the user
 */
public record PlanError(
    PlanPhase phase,
    String category,
    String message,
    boolean retriable,
    Advice advice,
    Instant at) {

  private static final int BRIEF = 60;

  /** The message on one short line: its start, and its end, which says what happened. */
  public String brief() {
    String line = message.lines().findFirst().orElse("").strip();
    int end = line.length() - BRIEF * 2 / 3;
    return line.length() <= BRIEF ? line : line.substring(0, BRIEF / 3) + "…" + line.substring(end);
  }

  /** A copy with another message and hint, such as redacted ones. */
  PlanError reworded(UnaryOperator<String> words) {
    String hint = advice.hint();
    Advice safe = new Advice(hint == null ? null : words.apply(hint), advice.next());
    return new PlanError(phase, category, words.apply(message), retriable, safe, at);
  }

  /** What to do about it in words, and the next step that helps. */
  public record Advice(@Nullable String hint, @Nullable NextAction next) {}
}

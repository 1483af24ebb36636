package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A question that a plan asks before a phase or a step.
 *
 * @param gate what needs the approval, such as {@code execute} or {@code edit_file}
 * @param about the step it is about; null for a whole phase
 */
public record ApprovalRequest(String gate, String text, @Nullable About about) {

  /**
   * The step that an answer is about. The answer holds for nothing else.
   *
   * @param subject the hash of exactly what the step would do
   * @param detail the same for people: a difference, or the lines of a command
   */
  public record About(int step, String subject, String detail) {}

  /** The request for the approval of a phase. */
  public static ApprovalRequest before(PlanPhase phase) {
    return new ApprovalRequest(
        phase.name().toLowerCase(Locale.ROOT),
        switch (phase) {
          case STRATEGIZE -> "Start planning?";
          case EXECUTE -> "Execute the plan in a sandbox?";
          case APPLY -> "Apply the result to your files?";
        },
        null);
  }

  /** A copy with other texts, such as redacted ones. */
  ApprovalRequest reworded(UnaryOperator<String> words) {
    return new ApprovalRequest(
        gate,
        words.apply(text),
        about == null
            ? null
            : new About(about.step(), about.subject(), words.apply(about.detail())));
  }
}

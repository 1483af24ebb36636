package dev.cleveragents.engine.plan.output;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a command of a step, or a check, printed.
 *
 * @param step the number of the step; 0 for a check
 * @param what the command line, or the name of the check
 * @param message how it ended
 * @param output both streams in their order; of long output, head and tail
 */
public record StepOutput(
    int step,
    String what,
    boolean succeeded,
    String message,
    String output,
    Duration took,
    Instant at) {

  /** Whether this is of a check. */
  public boolean isOfCheck() {
    return step == 0;
  }

  /** Its last lines that are not blank. */
  public List<String> lastLines(int most) {
    List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
    return lines.subList(Math.max(0, lines.size() - most), lines.size());
  }
}

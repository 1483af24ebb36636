package dev.cleveragents.engine.check;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The outcome of one check.
 *
 * @param tree the id of the files it ran on, see {@link
 *     dev.cleveragents.workspace.sandbox.ResourceTrees#id}
 * @param message one line on why it passed or failed
 */
public record CheckResult(
    String name,
    boolean required,
    String tree,
    boolean passed,
    String message,
    String output,
    Duration took) {

  /** Applies a rewording, such as redaction, to the message and the output. */
  public CheckResult reworded(UnaryOperator<String> words) {
    return new CheckResult(
        name, required, tree, passed, words.apply(message), words.apply(output), took);
  }
}

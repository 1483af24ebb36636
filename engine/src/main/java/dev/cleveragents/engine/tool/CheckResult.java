package dev.cleveragents.engine.tool;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * How a check came out.
 *
 * @param tree the files it ran on, as {@link dev.cleveragents.engine.sandbox.Trees#id} names them
 * @param message in one line why it passed or failed
 */
public record CheckResult(
    String name,
    boolean required,
    String tree,
    boolean passed,
    String message,
    String output,
    Duration took) {

  /** The same in other words, as with the secrets taken out. */
  public CheckResult reworded(UnaryOperator<String> words) {
    return new CheckResult(
        name, required, tree, passed, words.apply(message), words.apply(output), took);
  }
}

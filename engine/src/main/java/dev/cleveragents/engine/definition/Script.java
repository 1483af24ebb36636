package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scripted actor does.
 *
 * @param strategize its decisions while it plans
 * @param execute its steps while it works
 * @param onFindings its steps when a check has failed, before the checks run again
 */
public record Script(List<Choice> strategize, List<Step> execute, List<Step> onFindings) {

  public Script {
    strategize = List.copyOf(strategize);
    execute = List.copyOf(execute);
    onFindings = List.copyOf(onFindings);
  }

  /**
   * A decision as a script has it.
   *
   * @param confidence from 0 to 1, or null if it does not say
   */
  public record Choice(
      String question,
      String chosen,
      List<String> alternatives,
      @Nullable Double confidence,
      String rationale) {

    public Choice {
      alternatives = List.copyOf(alternatives);
    }
  }

  /** One thing to do. Paths are relative to the resource, which is the project's first. */
  public sealed interface Step {}

  /** Does a step in the resource of this name. */
  public record In(Name resource, Step step) implements Step {}

  /** Decides something. */
  public record Decide(Choice choice) implements Step {}

  /** Writes a whole file. */
  public record Write(String path, String content, boolean executable) implements Step {}

  /** Replaces a text in a file, which must be there exactly once. */
  public record Edit(String path, String find, String replace) implements Step {}

  /** Deletes a file. */
  public record Delete(String path) implements Step {}

  /** Moves a file. */
  public record Move(String from, String to) implements Step {}

  /** Runs a command line by {@code sh -c}. */
  public record Run(String command) implements Step {}

  /** Lets time pass. */
  public record WaitFor(Duration time) implements Step {}

  /** Waits until a file is there. */
  public record WaitUntil(String file) implements Step {}

  /**
   * Fails.
   *
   * @param passing whether trying again may help
   * @param times how often it fails before it lets the script go on; 0 for always
   */
  public record Fail(String message, boolean passing, int times) implements Step {}
}

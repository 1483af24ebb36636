package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decisions and steps of a scripted actor.
 *
 * @param strategize decisions of the strategize phase
 * @param execute steps of the execute phase
 * @param onFindings steps after a failed check, before the checks run again
 */
public record Script(List<Choice> strategize, List<Step> execute, List<Step> onFindings) {

  public Script {
    strategize = List.copyOf(strategize);
    execute = List.copyOf(execute);
    onFindings = List.copyOf(onFindings);
  }

  /**
   * The script of a scripted actor.
   *
   * @param yaml the definition of that actor
   * @throws OperationException if it has problems, or defines no scripted actor
   */
  public static Script read(String yaml) {
    Actor actor = DefinitionKind.ACTOR.read(new YamlSource("the actor's script", yaml)).orThrow();
    if (actor instanceof ScriptedActor scripted) {
      return scripted.script();
    }
    throw OperationException.invalid(
        "The actor %s has no script".formatted(actor.name().forPeople()));
  }

  /**
   * A decision in a script.
   *
   * @param confidence from 0 to 1; null if the script gives none
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

  /** One step. */
  public sealed interface Step {}

  /**
   * Calls a tool.
   *
   * @param resource where; the plan's first resource if null
   */
  public record UseTool(ToolCall<?> call, @Nullable Name resource) implements Step {}

  /** A step that steers the script and uses no tool. */
  public sealed interface Control extends Step {}

  /** Records a decision. */
  public record Decide(Choice choice) implements Control {}

  public record WaitFor(Duration time) implements Control {}

  /**
   * Waits until a file exists.
   *
   * @param resource where; the plan's first resource if null
   */
  public record WaitUntil(String file, @Nullable Name resource) implements Control {}

  /**
   * Fails.
   *
   * @param passing whether trying again may help
   * @param times how often it fails before the script continues; 0 for always
   */
  public record Fail(String message, boolean passing, int times) implements Control {}
}

package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that an actor may call. An implementation has no state. {@link BuiltInTools} lists
 * those of this program; the others belong to MCP servers. A tool that cannot do its work reports
 * that in its result; it throws only if the run is cancelled or a path leaves the sandbox.
 *
 * @param <A> the arguments; each component has a {@link ToolArgument}, from which {@link
 *     ArgumentRecord} derives the schema unless the tool has one of its own
 */
public interface Tool<A extends Record> {

  /** The name in guards, records and model calls, such as {@code write_file}. */
  String name();

  /**
   * The key of a step that calls this tool in a script, such as {@code write}; null if only models
   * call it.
   */
  default @Nullable String scriptKey() {
    return null;
  }

  /** One sentence on what the tool does. */
  String description();

  /** The type of the arguments. */
  Class<A> arguments();

  /** The JSON Schema of the arguments, for models. */
  default String schema() {
    return ArgumentRecord.of(this).jsonSchema();
  }

  /**
   * Reads the arguments of a model's call.
   *
   * @throws OperationException if they do not fit the schema; names every problem
   */
  default A readJson(String json) {
    return ArgumentRecord.of(this).readJson(json);
  }

  /** The arguments as JSON; the same arguments always give the same text. */
  default String argumentsJson(A arguments) {
    return Json.write(ArgumentRecord.of(this).toMap(arguments));
  }

  /** Whether a profile can deny its calls: where it may have effects, or where users added it. */
  default boolean isGuarded() {
    return !effects().isEmpty();
  }

  /** Whether an accepted call ends the work of its actor. */
  default boolean ends() {
    return false;
  }

  /** All effects that a call may have; none of a tool that only reads or steers. */
  default List<ToolEffect> effects() {
    return List.of();
  }

  /** The effects that this call would have on these files now. */
  default List<ToolEffect> effects(A arguments, SandboxFiles files) throws IOException {
    return effects();
  }

  /** The paths that the call touches; of a tool that runs a command, the command line. */
  default List<String> subjects(A arguments) {
    return List.of();
  }

  /** The call in a few words, for events and progress. */
  String describe(A arguments);

  /** The diff that the call would make, or the command it would run; empty if neither. */
  default String preview(A arguments, SandboxFiles files) throws IOException {
    return "";
  }

  ToolResult run(A arguments, ToolContext context) throws IOException, InterruptedException;
}

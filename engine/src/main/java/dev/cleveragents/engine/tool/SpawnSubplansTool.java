package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Splits work into parts that subplans do. The plan waits for them without a worker and continues
 * with their merged results.
 */
public record SpawnSubplansTool() implements Tool<SpawnSubplansTool.Arguments> {

  public static final String NAME = "spawn_subplans";

  /** More parts of one call are refused. */
  public static final int MOST_PARTS = 100;

  /** One part of the work. */
  public record Part(
      @ToolArgument(value = "Short name, unique among the parts.", longest = 60) String name,
      @ToolArgument(value = "What this part is to achieve, complete in itself.", longest = 20_000)
          String goal,
      @ToolArgument(value = "File that it is about.", path = true) @Nullable String file,
      @ToolArgument("Names of the parts whose results it needs to begin with.")
          @Nullable List<String> dependsOn) {

    public Part {
      dependsOn = dependsOn == null ? null : List.copyOf(dependsOn);
    }

    /** The names of the parts that it depends on. */
    public List<String> needed() {
      return dependsOn == null ? List.of() : dependsOn;
    }
  }

  public record Arguments(
      @ToolArgument(value = "The parts.", most = MOST_PARTS) List<Part> parts,
      @ToolArgument("Whether they run one after another, each with the results of those before.")
          boolean sequential,
      @ToolArgument("How many run at once; default 10.") @Nullable Integer maxParallel) {

    public Arguments {
      parts = List.copyOf(parts);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Splits work into independent parts. Another agent does each part in a copy of the"
        + " project as it is now. You wait, and continue with all results merged. Use it for large"
        + " tasks whose parts change different files, and not for small ones.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public List<ToolEffect> effects() {
    return List.of(ToolEffect.SPAWN_SUBPLAN);
  }

  @Override
  public String describe(Arguments arguments) {
    return "split into " + CountedNoun.of(arguments.parts().size(), "part");
  }

  @Override
  public String preview(Arguments arguments, SandboxFiles files) {
    return arguments.parts().stream()
        .map(it -> "%s: %s".formatted(it.name(), it.goal()))
        .collect(Collectors.joining("\n"));
  }

  /** The caller creates the subplans. */
  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return ToolResult.done("split");
  }
}

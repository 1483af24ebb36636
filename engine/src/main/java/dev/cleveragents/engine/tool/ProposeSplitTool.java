package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.tool.SpawnSubplansTool.Part;
import dev.cleveragents.workspace.CountedNoun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends the work of a strategy actor that splits a goal, with the parts. */
public record ProposeSplitTool() implements Tool<ProposeSplitTool.Arguments> {

  public static final String NAME = "propose_split";

  public record Arguments(
      @ToolArgument(value = "The parts.", most = SpawnSubplansTool.MOST_PARTS) List<Part> parts,
      @ToolArgument(value = "Why these parts, in a few sentences.", longest = 5_000)
          String rationale,
      @ToolArgument("Confidence from 0 to 1 that the parts together reach the goal.")
          @Nullable Double confidence) {

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
    return "Proposes the parts of the task, and ends your work.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public boolean ends() {
    return true;
  }

  @Override
  public String describe(Arguments arguments) {
    return "propose " + CountedNoun.of(arguments.parts().size(), "part");
  }

  /** The caller checks the parts. */
  @Override
  public ToolResult run(Arguments arguments, ToolContext context) {
    return ToolResult.done("accepted");
  }
}

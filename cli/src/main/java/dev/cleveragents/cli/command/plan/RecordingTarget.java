package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.models.replay.Recording;
import dev.cleveragents.models.replay.RecordingFile;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.PlanView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file that a run is recorded in.
 *
 * @param file null if the run is not recorded
 */
record RecordingTarget(@Nullable Path file, CommandContext context) {

  /**
   * Checks before the run that the file can be created.
   *
   * @throws ProblemException if it exists, or its folder does not
   */
  static RecordingTarget of(@Nullable Path wanted, CommandContext context) {
    if (wanted == null) {
      return new RecordingTarget(null, context);
    }
    Path file = context.environment().workingDirectory().resolve(wanted).normalize();
    Path folder = file.getParent();
    if (Files.exists(file) || folder == null || !Files.isDirectory(folder)) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              Files.exists(file)
                  ? file + " already exists; nothing was run."
                  : "The folder of %s does not exist; nothing was run.".formatted(file),
              "Name another file in --record.",
              null));
    }
    return new RecordingTarget(file, context);
  }

  void write(CleverAgents agents, Plan plan) {
    if (file == null) {
      return;
    }
    try {
      Plan ended = agents.plans().require(plan.id());
      RecordingFile.write(file, new Recording(PlanView.goal(ended), agents.exchanges(ended)));
      context.dialogue().say("recorded in " + file);
    } catch (IOException e) {
      context.dialogue().say("not recorded: " + e.getMessage());
    }
  }
}

package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.runtime.CleverAgents;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options to record what models reply in a run, and to answer from such a recording. */
final class RecordingOptions {

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Write the exchanges with models to a file when the run ends.")
  @Nullable Path record;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Answer from such a file instead of a model; needs no key and no network.")
  @Nullable Path replay;

  RecordingTarget target(CommandContext context) {
    return RecordingTarget.of(record, context);
  }

  /** The model that answers from the recording; null if models are to be asked. */
  @Nullable ModelName model(CleverAgents agents, CommandContext context) {
    return replay == null
        ? null
        : agents.models().addRecording(context.environment().workingDirectory().resolve(replay));
  }
}

package dev.cleveragents.bench.agent;

import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.bench.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code agents run --replay} of a whole task, each time with a new home folder. */
final class ReplayFigures {

  private static final int FILES = Integer.getInteger("agent.files", 1_000);

  private ReplayFigures() {}

  static void print(int rounds) throws IOException, InterruptedException {
    CodingAgent.build();
    List<ProgramRun> runs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      try (TemporaryFolder scratch = TemporaryFolder.make("replay")) {
        Path home = Files.createDirectory(scratch.folder().resolve("home"));
        Path project = SampleProject.make(scratch.folder().resolve("project"), FILES);
        Path recording = TurnFigures.recording(scratch.folder().resolve("task.jsonl"), project);
        runs.add(
            ProgramRun.of(
                List.of(
                    CodingAgent.launcher(),
                    "--data-dir",
                    home.toString(),
                    "run",
                    MixedTask.GOAL,
                    "--replay",
                    recording.toString(),
                    "--yes"),
                project,
                Map.of(),
                scratch.folder().resolve("log")));
      }
    }
    System.out.printf(
        "%nReplay of %d turns by the command line: %s s, %s s of CPU with children, %s MB%n",
        TurnFigures.TURNS,
        MedianAndRange.of(runs.stream().map(ProgramRun::seconds).toList(), "%.2f"),
        MedianAndRange.of(runs.stream().map(ProgramRun::cpuSeconds).toList(), "%.2f"),
        MedianAndRange.of(runs.stream().map(it -> (double) it.megabytes()).toList(), "%.0f"));
  }
}

package dev.cleveragents.bench.agent;

import dev.cleveragents.bench.Cpu;
import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.bench.Quantiles;
import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.bench.agent.MixedTask.Kind;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.models.replay.Recording;
import dev.cleveragents.models.replay.RecordingFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a turn costs beside its model: from the moment that one reply is stored until the next one
 * is, where the replies come from a recording. Then what the whole plan takes, from its creation
 * until its changes are in the user's files.
 */
final class TurnFigures {

  static final int TURNS = Integer.getInteger("turns", 50);
  private static final int FILES = Integer.getInteger("agent.files", 1_000);

  /** Plans until the time of one does not fall any more. */
  private static final int WARM_UP = 3;

  private static final ModelInfo RECORDED =
      new ModelInfo(new ModelName("example", "model"), 200_000, 16_000, null);

  private TurnFigures() {}

  static void print(int rounds) throws IOException, InterruptedException {
    try (TemporaryFolder scratch = TemporaryFolder.make("turns");
        ForegroundPlans plans = new ForegroundPlans(scratch.folder().resolve("home"), Map.of())) {
      Path project = scratch.folder().resolve("project");
      ModelName model = plans.recording(recording(scratch.folder().resolve("task.jsonl"), project));
      Map<Kind, List<Long>> nanos = new EnumMap<>(Kind.class);
      List<Double> whole = new ArrayList<>();
      double first = 0;
      long cpu = 0;
      for (int round = -WARM_UP; round < rounds; round++) {
        Path folder = SampleProject.make(scratch.folder().resolve("project" + round), FILES);
        long began = System.nanoTime();
        long cpuBefore = Cpu.nanos();
        var plan = plans.carryOut(folder, model, _ -> {});
        double seconds = (System.nanoTime() - began) / 1e9;
        if (round == -WARM_UP) {
          first = seconds;
        }
        if (round >= 0) {
          cpu += Cpu.nanos() - cpuBefore;
          whole.add(seconds);
          gaps(plans.events(plan), nanos);
        }
      }
      print(rounds, nanos);
      System.out.printf(
          Locale.ROOT,
          "%nThe whole plan, from its creation to its applied changes: %s s; the first of this"
              + " process %.2f s; %.1f ms of own CPU a turn%n",
          MedianAndRange.of(whole, "%.2f"),
          first,
          cpu / 1e6 / rounds / TURNS);
    }
  }

  private static void print(int rounds, Map<Kind, List<Long>> nanos) {
    System.out.printf(
        Locale.ROOT,
        "%nA turn beside its model: %d plans of %d turns, %,d files, SQLite%n%n",
        rounds,
        TURNS,
        FILES);
    System.out.println("| turn | turns | p10 ms | p50 ms | p99 ms | largest |");
    System.out.println("| --- | --: | --: | --: | --: | --: |");
    nanos.forEach((kind, seen) -> row(kind.name().toLowerCase(Locale.ROOT), seen));
    List<Long> quiet = new ArrayList<>();
    nanos.forEach(
        (kind, seen) -> {
          if (kind != Kind.COMMAND) {
            quiet.addAll(seen);
          }
        });
    row("all but commands", quiet);
  }

  private static void row(String what, List<Long> nanos) {
    Quantiles took = Quantiles.ofNanos(nanos);
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.1f | %.1f | %.1f | %.1f |%n",
        what,
        nanos.size(),
        took.at(0.1),
        took.at(0.5),
        took.at(0.99),
        took.at(1));
  }

  /** A recording of the task. */
  static Path recording(Path file, Path project) throws IOException {
    List<RecordedExchange> exchanges = new ArrayList<>();
    for (ScriptedReply reply : new MixedTask(TURNS).replies(Dialect.OURS, project)) {
      exchanges.add(
          new RecordedExchange(
              new Turn("execution", exchanges.size() + 1),
              RECORDED,
              "",
              new ModelReply(
                  reply.text(),
                  reply.calls(),
                  reply.calls().isEmpty() ? StopReason.END : StopReason.TOOL_CALLS,
                  new ModelUsage(1_000, 0, 0, 20),
                  ""),
              Duration.ZERO));
    }
    RecordingFile.write(file, new Recording(MixedTask.GOAL, exchanges));
    return file;
  }

  private static void gaps(List<AuditEntry> events, Map<Kind, List<Long>> nanos) {
    List<Instant> replies =
        events.stream()
            .filter(entry -> entry.event().type().equals("model.replied"))
            .map(AuditEntry::at)
            .toList();
    for (int turn = 1; turn < replies.size(); turn++) {
      nanos
          .computeIfAbsent(MixedTask.kind(turn), _ -> new ArrayList<>())
          .add(Duration.between(replies.get(turn - 1), replies.get(turn)).toNanos());
    }
  }
}

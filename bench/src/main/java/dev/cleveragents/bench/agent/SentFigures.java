package dev.cleveragents.bench.agent;

import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.models.replay.RecordingException;
import dev.cleveragents.models.replay.RecordingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The tokens that a task sends: the demo's, and a longer one with a window that holds it and with
 * smaller ones, in which its conversation is shortened.
 */
final class SentFigures {

  private static final Path DEMO =
      Path.of("../cli/src/main/resources/dev/cleveragents/cli/demo/recording.jsonl");

  private static final int FILES = 200;

  /** What a token from a cache costs, as a part of one that is not, with most providers. */
  private static final double CACHED_PRICE = 0.1;

  private static final List<Integer> WINDOWS = List.of(1_000_000, 64_000, 48_000, 32_000);

  /** Counts as models of OpenAI do. */
  private static final TokenCounter COUNTER = TokenCounter.forModel("gpt-5");

  private SentFigures() {}

  static void print() throws IOException, InterruptedException, RecordingException {
    CodingAgent.build();
    System.out.printf("%nTokens sent for a task; a cached one is billed as %.1f%n%n", CACHED_PRICE);
    System.out.println(
        "| task | requests | largest | tokens sent | of these cached |" + " billed as |");
    System.out.println("| --- | --: | --: | --: | --: | --: |");
    List<ScriptedReply> demo =
        RecordingFile.read(DEMO).exchanges().stream()
            .map(it -> new ScriptedReply(it.reply().text(), withoutPause(it.reply().calls())))
            .toList();
    row("the demo's", sent(demo, 1_000_000, SentFigures::demoProject));
    for (int window : WINDOWS) {
      List<ScriptedReply> task =
          new MixedTask(TurnFigures.TURNS).replies(Dialect.OURS, Path.of(""));
      row(
          String.format(Locale.ROOT, "%d turns, window of %,d", TurnFigures.TURNS, window),
          sent(task, window, folder -> SampleProject.make(folder.resolve("project"), FILES)));
    }
  }

  /** Makes a project in a folder. */
  @FunctionalInterface
  private interface Making {
    Path in(Path folder) throws IOException, InterruptedException;
  }

  /** In the demo its worker is killed while it waits. */
  private static List<ModelToolCall> withoutPause(List<ModelToolCall> calls) {
    return calls.stream()
        .map(
            call ->
                new ModelToolCall(
                    call.id(),
                    call.tool(),
                    call.arguments().replaceAll("test [^;]*sleep 60; ", "")))
        .toList();
  }

  /** The project of the demo as it is before. */
  private static Path demoProject(Path folder) throws IOException, InterruptedException {
    Path project = folder.resolve("demo");
    ProgramRun.of(
        List.of(
            CodingAgent.launcher(),
            "--data-dir",
            folder.resolve("before").toString(),
            "demo",
            "--dir",
            project.toString()),
        folder,
        Map.of(),
        folder.resolve("log"));
    SampleProject.git(project, "reset", "--quiet", "--hard", "HEAD~1");
    return project;
  }

  private static List<SentRequest> sent(List<ScriptedReply> replies, int window, Making project)
      throws IOException, InterruptedException {
    try (TemporaryFolder scratch = TemporaryFolder.make("sent");
        ModelServer server = new ModelServer(replies)) {
      Path home = Files.createDirectory(scratch.folder().resolve("home"));
      Path data = Files.createDirectory(home.resolve("data"));
      Files.writeString(
          data.resolve("models.toml"),
          "[models.\"openai/m1\"]\nwindow = %d\nmax_output = 8000\n".formatted(window));
      ProgramRun.of(
          CodingAgent.OURS_AS_OPENAI.command(home),
          project.in(scratch.folder()),
          CodingAgent.variables(home, server.address()),
          scratch.folder().resolve("log"));
      return server.requests();
    }
  }

  private static void row(String what, List<SentRequest> requests) {
    SentTokens sent = SentTokens.of(requests, COUNTER);
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %,d | %,d | %,d | %,.0f |%n",
        what,
        requests.size(),
        requests.stream().mapToInt(it -> it.tokens(COUNTER)).max().orElse(0),
        sent.tokens(),
        sent.cached(),
        sent.tokens() - sent.cached() * (1 - CACHED_PRICE));
  }
}

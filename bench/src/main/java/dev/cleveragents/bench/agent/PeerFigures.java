package dev.cleveragents.bench.agent;

import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.context.token.TokenCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The same task by our command line and by other coding agents, one after the other, each in a new
 * home folder and a new copy of the project, on a model without delay.
 */
final class PeerFigures {

  private static final List<Integer> SIZES =
      List.of(System.getProperty("peer.turns", "10,30").split(",", -1)).stream()
          .map(Integer::valueOf)
          .toList();
  private static final int FILES = Integer.getInteger("agent.files", 1_000);

  /** Counts as models of OpenAI do, for all of them. */
  private static final TokenCounter COUNTER = TokenCounter.forModel("gpt-5");

  private PeerFigures() {}

  /**
   * One run.
   *
   * @param turnMillis from the end of a reply to the next request, for the turns with a tool call
   */
  private record Measured(
      ProgramRun run, double turnMillis, long bytes, long tokens, long cached, int aside) {}

  static void print(int rounds) throws IOException, InterruptedException {
    CodingAgent.build();
    CodingAgent.install();
    for (int turns : SIZES) {
      Map<CodingAgent, List<Measured>> seen = new EnumMap<>(CodingAgent.class);
      for (int round = 0; round < rounds; round++) {
        for (CodingAgent agent : CodingAgent.values()) {
          seen.computeIfAbsent(agent, _ -> new ArrayList<>()).add(measure(agent, turns));
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%nA task of %d turns with a tool call, %,d files, %d rounds, median [min – max]%n%n",
          turns,
          FILES,
          rounds);
      System.out.println(
          "| agent | whole s | CPU s | ms between reply and request | MB resident | KB sent | tokens"
              + " sent | of these cached | other requests |");
      System.out.println("| --- | --: | --: | --: | --: | --: | --: | --: | --: |");
      seen.forEach(PeerFigures::row);
    }
  }

  private static Measured measure(CodingAgent agent, int turns)
      throws IOException, InterruptedException {
    try (TemporaryFolder scratch = TemporaryFolder.make("peers")) {
      Path home = Files.createDirectory(scratch.folder().resolve("home"));
      Path project = SampleProject.make(scratch.folder().resolve("project"), FILES);
      try (ModelServer server =
          new ModelServer(new MixedTask(turns).replies(agent.dialect, project))) {
        CodingAgent.configure(home, server.address());
        Path log = scratch.folder().resolve("log");
        ProgramRun run =
            ProgramRun.of(
                agent.command(home), project, CodingAgent.variables(home, server.address()), log);
        List<SentRequest> requests = server.requests();
        requireDone(agent, turns, requests.size(), project, log);
        return measured(run, requests, server.aside());
      }
    }
  }

  /** What was not done is not compared. */
  private static void requireDone(
      CodingAgent agent, int turns, int requests, Path project, Path log) throws IOException {
    Path last = project.resolve("new/part-%04d.txt".formatted((turns - 1) / 5 * 2));
    if (requests != turns + 1 || !Files.exists(last)) {
      throw new IOException(
          "%s has made %d requests of %d and %s: %s"
              .formatted(
                  agent,
                  requests,
                  turns + 1,
                  Files.exists(last) ? "all files" : "not all files",
                  Files.readString(log)));
    }
  }

  private static Measured measured(ProgramRun run, List<SentRequest> requests, int aside) {
    List<Double> gaps = new ArrayList<>();
    for (int i = 1; i < requests.size(); i++) {
      gaps.add((requests.get(i).arrived() - requests.get(i - 1).replied()) / 1e6);
    }
    SentTokens sent = SentTokens.of(requests, COUNTER);
    return new Measured(
        run, MedianAndRange.median(gaps), sent.bytes(), sent.tokens(), sent.cached(), aside);
  }

  private static void row(CodingAgent agent, List<Measured> seen) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s | %s | %s | %s | %s |%n",
        agent.title,
        column(seen, it -> it.run().seconds(), "%.2f"),
        column(seen, it -> it.run().cpuSeconds(), "%.2f"),
        column(seen, Measured::turnMillis, "%.0f"),
        column(seen, it -> it.run().megabytes(), "%.0f"),
        median(seen, it -> it.bytes() / 1e3),
        median(seen, Measured::tokens),
        median(seen, Measured::cached),
        median(seen, Measured::aside));
  }

  private static String column(
      List<Measured> seen, ToDoubleFunction<Measured> what, String format) {
    return MedianAndRange.of(seen.stream().map(what::applyAsDouble).toList(), format);
  }

  private static String median(List<Measured> seen, ToDoubleFunction<Measured> what) {
    return String.format(
        Locale.ROOT,
        "%,.0f",
        MedianAndRange.median(seen.stream().map(what::applyAsDouble).toList()));
  }
}

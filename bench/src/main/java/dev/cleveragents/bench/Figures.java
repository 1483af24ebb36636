package dev.cleveragents.bench;

import dev.cleveragents.bench.agent.AgentFigures;
import dev.cleveragents.bench.context.AssemblyFigures;
import dev.cleveragents.bench.context.IndexFigures;
import dev.cleveragents.bench.durable.ChangeFigures;
import dev.cleveragents.bench.durable.CurveFigures;
import dev.cleveragents.bench.durable.DurableFigures;
import dev.cleveragents.bench.durable.LatencyFigures;
import dev.cleveragents.bench.merge.MergeFigures;
import dev.cleveragents.bench.retrieval.RetrievalFigures;
import dev.cleveragents.bench.subplan.SubplanFigures;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Prints the figures of {@code bench/README.md}: {@code Figures WHAT ROUNDS}, where WHAT is {@code
 * all} or some of {@code breaker, admission, cancel, jobs, durable, latency, curves, changes,
 * retrieval, index, assembly, agent, merge, split}.
 */
public final class Figures {

  private static final Set<String> KNOWN =
      Set.of(
          "all",
          "breaker",
          "admission",
          "cancel",
          "jobs",
          "durable",
          "latency",
          "curves",
          "changes",
          "retrieval",
          "index",
          "assembly",
          "agent",
          "merge",
          "split");

  private Figures() {}

  public static void main(String[] arguments) throws Exception {
    List<String> what = List.of(arguments[0].split(",", -1));
    if (!KNOWN.containsAll(what)) {
      System.err.println(
          "figures: say some of %s with commas between them, not %s"
              .formatted(new TreeSet<>(KNOWN), what));
      System.exit(2);
    }
    int rounds = Integer.parseInt(arguments[1]);
    System.out.printf(
        "%s, Java %s, %d processors%n",
        LocalDate.now(ZoneOffset.UTC),
        Runtime.version(),
        Runtime.getRuntime().availableProcessors());
    if (wanted("breaker", what)) {
      breaker("success").print(rounds);
      breaker("mixed").print(rounds);
    }
    if (wanted("admission", what)) {
      System.out.printf("%nOver-admission under the same schedules%n%n");
      OverAdmission.print();
    }
    if (wanted("cancel", what)) {
      new PeerComparison(
              "A look at a token beside a volatile read, and a registration",
              List.of(
                  "CancellationBenchmark.isCancelled",
                  "CancellationBenchmark.volatileRead",
                  "CancellationBenchmark.registerAndWithdraw"),
              List.of(1, 2))
          .print(rounds);
    }
    if (wanted("jobs", what)) {
      JobFigures.print();
    }
    if (wanted("durable", what)) {
      DurableFigures.print(rounds);
    }
    if (wanted("latency", what)) {
      LatencyFigures.print(rounds);
    }
    if (wanted("curves", what)) {
      CurveFigures.print(rounds);
    }
    if (wanted("changes", what)) {
      ChangeFigures.print(rounds);
    }
    if (wanted("retrieval", what)) {
      RetrievalFigures.print();
    }
    if (wanted("index", what)) {
      IndexFigures.print();
    }
    if (wanted("assembly", what)) {
      AssemblyFigures.print();
    }
    if (wanted("agent", what)) {
      AgentFigures.print(rounds);
    }
    if (wanted("merge", what)) {
      MergeFigures.print(rounds);
    }
    if (wanted("split", what)) {
      SubplanFigures.print(rounds);
    }
  }

  private static PeerComparison breaker(String calls) {
    return new PeerComparison(
        "Circuit breaker, acquire and record, " + calls,
        List.of(
            "BreakerBenchmark." + calls + "Ours",
            "BreakerBenchmark." + calls + "Resilience4j",
            "BreakerBenchmark." + calls + "Failsafe"),
        List.of(1, 2, 4, 8));
  }

  private static boolean wanted(String name, List<String> what) {
    return what.contains("all") || what.contains(name);
  }
}

package dev.cleveragents.bench.subplan;

import static dev.cleveragents.bench.subplan.SplitProject.GO;

import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The wall time of a plan that is split into independent parts, all at once and one after another,
 * what a subplan costs beside its command, and the time from a cancel to silence. {@code
 * -Dsplit.parts=saved,overhead,cancel} prints some of it.
 */
public final class SubplanFigures {

  private static final List<String> PARTS =
      List.of(System.getProperty("split.parts", "saved,overhead,cancel").split(",", -1));

  private static final int INDEPENDENT = 12;
  private static final int SECONDS_EACH = 5;
  private static final int MANY = 48;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private SubplanFigures() {}

  /** Prints all parts that the properties ask for. */
  public static void print(int rounds) throws Exception {
    if (PARTS.contains("saved")) {
      saved(rounds);
    }
    if (PARTS.contains("overhead")) {
      overhead(rounds);
    }
    if (PARTS.contains("cancel")) {
      CancelFigures.print(rounds);
    }
  }

  private static void saved(int rounds) throws Exception {
    List<Double> together = new ArrayList<>();
    List<Double> apart = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      String line = "sleep %d; echo changed >> {file}".formatted(SECONDS_EACH);
      together.add(seconds(line, INDEPENDENT, INDEPENDENT));
      apart.add(seconds(line, INDEPENDENT, 1));
    }
    System.out.printf(
        "%n%d parts of %d s: all at once %s s, one after another %s s%n",
        INDEPENDENT,
        SECONDS_EACH,
        MedianAndRange.of(together, "%.1f"),
        MedianAndRange.of(apart, "%.1f"));
  }

  private static void overhead(int rounds) throws Exception {
    for (int parallel : List.of(1, 2, 4)) {
      List<Double> each = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        each.add(seconds("echo changed >> {file}", MANY, parallel) / MANY * MILLIS_PER_SECOND);
      }
      System.out.printf(
          "%n%d parts of no work, %d at once: %s ms for each%n",
          MANY, parallel, MedianAndRange.of(each, "%.0f"));
    }
  }

  /** From the request for a plan to its merged and applied result. */
  private static double seconds(String line, int parts, int parallel) throws Exception {
    try (TemporaryFolder work = TemporaryFolder.make("split");
        SplitProject project = new SplitProject(work.folder(), Map.of())) {
      long began = System.nanoTime();
      Plan plan = project.split(line, parts, parallel);
      carryOut(project, plan, PlanState.COMPLETE);
      project.agents().plans().apply(plan.id());
      carryOut(project, plan, PlanState.APPLIED);
      return (System.nanoTime() - began) / NANOS_PER_SECOND;
    }
  }

  private static void carryOut(SplitProject project, Plan plan, PlanState end)
      throws IOException, InterruptedException {
    Plan after = project.agents().work(project.agents().watching(plan.id(), _ -> {}), GO);
    if (after.status().state() != end) {
      throw new IOException(
          "The plan is %s: %s"
              .formatted(after.status().stage(), project.agents().plans().errors(plan.id())));
    }
  }
}

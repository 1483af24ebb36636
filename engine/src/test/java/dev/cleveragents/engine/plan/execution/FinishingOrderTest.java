package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes out of a split run does not depend on which subplan ends first. */
@NullUnmarked
class FinishingOrderTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("exhaustive");
  private static final int LINES = 60;

  @TempDir private Path folder;

  @Test
  void everyOrderOfFinishingGivesOneResultAndNoLineIsLost() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    int count = EXHAUSTIVE ? 6 : 4;
    List<Integer> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(1 + random.nextInt(LINES));
    }
    try (PlanFixture fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder))) {
      fixture.write(
          "big",
          IntStream.range(0, LINES).mapToObj("line %d\n"::formatted).collect(Collectors.joining()));
      fixture.commit("big");
      TreeSet<String> outcomes = new TreeSet<>();
      try (AsyncWorker _ = fixture.startWorker()) {
        for (List<Integer> order : orders(count, random)) {
          outcomes.add(outcome(fixture, lines, order));
        }
      }
      assertThat(outcomes).as("-Dseed=%d, lines %s", seed, lines).hasSize(1);
    }
  }

  /** All orders, or a few. */
  private static List<List<Integer>> orders(int count, Random random) {
    List<List<Integer>> orders = new ArrayList<>(List.of(List.of()));
    for (int i = 0; i < count; i++) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> each : orders) {
        for (int at = 0; at <= each.size(); at++) {
          List<Integer> next = new ArrayList<>(each);
          next.add(at, i);
          longer.add(next);
        }
      }
      orders = longer;
    }
    Collections.shuffle(orders, random);
    return EXHAUSTIVE ? orders : orders.subList(0, 3);
  }

  /** The merged file, or the conflicts, in which every line of every subplan must be. */
  private String outcome(PlanFixture fixture, List<Integer> lines, List<Integer> order)
      throws Exception {
    Path gates = Files.createTempDirectory(folder, "gates");
    List<Subplan> parts = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line =
          "until [ -e %s/%d ]; do sleep 0.01; done; sed -i '%ds/.*/child %d/' big"
              .formatted(gates, i, lines.get(i), i);
      parts.add(new Subplan("p" + i, "part", command(line), null, List.of()));
    }
    Plan plan =
        fixture.use("trusted", new Work.BySubplans(parts, new SubplanRules(10, false), null));
    for (int next : order) {
      Files.createFile(gates.resolve(String.valueOf(next)));
      fixture.await(
          plan.id(),
          it -> {
            List<SubplanRow> rows = fixture.plans.subplans(it);
            return !rows.isEmpty() && rows.get(next).progress() == SubplanRow.Progress.COMPLETE;
          });
    }
    Plan end =
        fixture.await(
            plan.id(),
            it -> !it.results().isEmpty() || PlanStatus.CONFLICTS.equals(it.status().waitsFor()));
    String outcome =
        fixture.plans.conflicts().of(end).isEmpty()
            ? fixture.git("show", end.results().getFirst().tree() + ":big")
            : new String(
                fixture
                    .plans
                    .conflicts()
                    .text(end, "big", fixture.sandboxes, CancellationToken.none())
                    .orElseThrow()
                    .bytes(),
                StandardCharsets.UTF_8);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(outcome).contains("child " + i);
    }
    return outcome;
  }
}

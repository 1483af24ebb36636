package dev.cleveragents.engine.plan.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Place;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointRowsTest {

  private static final UlidGenerator IDS = UlidGenerator.system();
  private static final PlanId PLAN = new PlanId(IDS.next());
  private static final Instant NOW = Instant.parse("2026-11-16T10:00:00Z");

  @TempDir private Path folder;

  private static Checkpoint point(int round, int step, Reason reason) {
    ResourceTrees trees =
        new ResourceTrees(List.of(new ResourceTrees.Part("local/app", new Tree("a".repeat(40)))));
    return new Checkpoint(
        IDS.next(), PLAN, new Place(round, step), reason, "write x", trees, null, NOW);
  }

  private Database open(boolean postgres) throws Exception {
    return Database.open(
        postgres ? TestPostgres.shared().newSchema() : "jdbc:sqlite:" + folder.resolve("store.db"),
        EngineTables.MIGRATIONS);
  }

  private static boolean keep(Database database, Checkpoint point) {
    return database.write(transaction -> new CheckpointRows(transaction).keep(point));
  }

  private static List<Integer> steps(Database database, int round) {
    return database.read(
        transaction ->
            new CheckpointRows(transaction)
                .of(PLAN, round).stream().map(Checkpoint::step).toList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLastHundredAreKeptAndTheBeginning(boolean postgres) throws Exception {
    try (Database database = open(postgres)) {
      for (int step = 0; step < CheckpointRows.MOST_KEPT + 20; step++) {
        keep(database, point(0, step, Reason.BEFORE_TOOL));
      }
      List<Integer> steps = steps(database, 0);
      assertThat(steps).hasSize(CheckpointRows.MOST_KEPT + 1).startsWith(0, 20);
      assertThat(steps.getLast()).isEqualTo(CheckpointRows.MOST_KEPT + 19);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasPutBackFromGoesBeforeWhatIsOnTheWay(boolean postgres) throws Exception {
    try (Database database = open(postgres)) {
      for (int step = 0; step < 60; step++) {
        keep(database, point(0, step, Reason.BEFORE_TOOL));
      }
      database.write(
          transaction -> {
            new CheckpointRows(transaction).rollBackAfter(PLAN, new Place(0, 9), NOW);
            return 0;
          });
      assertThat(steps(database, 0)).isEqualTo(IntStream.range(0, 10).boxed().toList());
      for (int step = 10; step < 100; step++) {
        keep(database, point(0, step, Reason.BEFORE_TOOL));
      }
      assertThat(steps(database, 0)).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onePointPerStepIsEnoughButEveryFailureIsOneOfItsOwn(boolean postgres) throws Exception {
    try (Database database = open(postgres)) {
      Checkpoint first = point(0, 3, Reason.BEFORE_TOOL);
      assertThat(keep(database, first)).isTrue();
      assertThat(keep(database, point(0, 3, Reason.BEFORE_TOOL))).isFalse();
      assertThat(keep(database, point(0, 3, Reason.FAILED))).isTrue();
      assertThat(keep(database, point(0, 3, Reason.FAILED))).isTrue();
      assertThat(keep(database, point(1, 3, Reason.BEFORE_TOOL))).isTrue();
      assertThat(steps(database, 0)).containsExactly(3, 3, 3);
      List<Checkpoint> kept =
          database.read(transaction -> new CheckpointRows(transaction).of(PLAN, 0));
      assertThat(kept.getFirst()).isEqualTo(first);
    }
  }
}

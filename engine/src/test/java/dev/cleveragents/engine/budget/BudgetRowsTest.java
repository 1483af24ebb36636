package dev.cleveragents.engine.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetRowsTest {

  private static final Instant NOW = Instant.parse("2026-11-19T12:00:00Z");
  private static final Amount WORST = new Amount(new Money(1_000), 100);
  private static final Amount COST = new Amount(new Money(600), 60);
  private static final Budget TIGHT = new Budget(new Money(500), null);

  @TempDir Path folder;
  private final UlidGenerator ids = UlidGenerator.system();
  private Database database;

  @BeforeEach
  void open() {
    database =
        Database.open(
            DatabaseSettings.at("jdbc:sqlite:" + folder.resolve("store.db"))
                .with(EngineTables.MIGRATIONS),
            ThreadFactories.standard(),
            TimeSource.system());
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aReplayedCallIsChargedToItsPlanButToNoDay() {
    PlanId plan = new PlanId(ids.next());

    Ulid call = ids.next();
    assertThat(reserve(call, plan, plan, "replay/0123", TIGHT)).isTrue();
    settle(call);

    assertThat(reserve(ids.next(), plan, plan, "test/model", TIGHT)).isFalse();
    database.read(
        transaction -> {
          BudgetRows rows = new BudgetRows(transaction);
          assertThat(rows.costOf(plan).money()).isEqualTo(COST.money());
          assertThat(rows.costs(CostLine.By.DAY)).isEmpty();
          assertThat(rows.costs(CostLine.By.MODEL)).isEmpty();
          return plan;
        });
  }

  @Test
  void plansOfOneTreeShareTheBudgetOfItsRoot() {
    PlanId root = new PlanId(ids.next());
    database.write(
        transaction -> {
          new BudgetRows(transaction)
              .limit(BudgetRows.accountOf(root), new Budget(new Money(1_500), null));
          return root;
        });

    Ulid first = ids.next();
    assertThat(reserve(first, new PlanId(ids.next()), root, "test/model", Budget.UNLIMITED))
        .isTrue();
    assertThat(reserve(ids.next(), new PlanId(ids.next()), root, "test/model", Budget.UNLIMITED))
        .isFalse();
    settle(first);
    assertThat(reserve(ids.next(), root, root, "test/model", Budget.UNLIMITED)).isFalse();
  }

  private boolean reserve(Ulid call, PlanId plan, PlanId root, String model, Budget day) {
    return database.write(
        transaction ->
            new BudgetRows(transaction)
                .reserve(
                    new BudgetRows.Call(
                        call,
                        plan,
                        root,
                        Name.of("shop"),
                        new BudgetRows.Caller("test", "execution"),
                        model,
                        true),
                    WORST,
                    day,
                    NOW)
                .accepted());
  }

  private void settle(Ulid call) {
    database.write(transaction -> new BudgetRows(transaction).settle(call, ModelUsage.ZERO, COST));
  }
}

package dev.cleveragents.engine.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many calls at once against one cap: what is spent and reserved never exceeds it. */
class BudgetRaceTest {

  private static final int PLANS = 64;
  private static final int CALLS = 5;
  private static final Money CAP = new Money(1_000_000);

  @TempDir Path folder;
  private final UlidGenerator ids = UlidGenerator.system();

  @ParameterizedTest
  @EnumSource(TestDatabaseKind.class)
  void parallelPlansNeverSpendMoreThanTheDayAllows(TestDatabaseKind kind) throws Exception {
    long seed = System.nanoTime();
    Budget day = new Budget(CAP, null);
    String url = kind.in(folder);
    try (Database database = open(url);
        Database second = open(url);
        Database third = open(url);
        Database fourth = open(url);
        ExecutorService pool = Executors.newFixedThreadPool(PLANS)) {
      // One database puts its writes in a row: several race, as several processes do.
      List<Database> processes = List.of(database, second, third, fourth);
      CyclicBarrier start = new CyclicBarrier(PLANS);
      List<Callable<Integer>> plans = new ArrayList<>();
      for (int i = 0; i < PLANS; i++) {
        Random random = new Random(seed + i);
        PlanId plan = new PlanId(ids.next());
        Database own = processes.get(i % processes.size());
        plans.add(
            () -> {
              start.await();
              return spend(own, plan, day, random);
            });
      }
      int accepted = 0;
      for (Future<Integer> each : pool.invokeAll(plans)) {
        accepted += each.get();
      }

      BudgetAccount account = accountOfDay(database);
      assertThat(account.moneyReserved()).as("seed %d", seed).isEqualTo(Money.ZERO);
      assertThat(account.moneySpent()).as("seed %d", seed).isLessThanOrEqualTo(CAP);
      List<CostLine> costs =
          database.read(transaction -> new BudgetRows(transaction).costs(CostLine.By.DAY));
      assertThat(costs.getFirst().money()).isEqualTo(account.moneySpent());
      assertThat(accepted).isPositive().isLessThan(PLANS * CALLS);
    }
  }

  private static Database open(String url) {
    return Database.open(
        DatabaseSettings.at(url).with(EngineTables.MIGRATIONS),
        ThreadFactories.standard(),
        TimeSource.system());
  }

  /** Makes calls that reply, fail, or are lost with their worker; returns how many were allowed. */
  private int spend(Database database, PlanId plan, Budget day, Random random) {
    int accepted = 0;
    for (int i = 0; i < CALLS; i++) {
      Ulid id = ids.next();
      Amount worst = new Amount(new Money(5_000 + random.nextInt(20_000)), 100);
      BudgetRows.Call call =
          new BudgetRows.Call(
              id,
              plan,
              plan,
              Name.of("shop"),
              new BudgetRows.Caller("test", "execution"),
              "test/model",
              true);
      boolean allowed =
          database.write(
              transaction ->
                  new BudgetRows(transaction)
                      .reserve(call, worst, day, database.clock().now())
                      .accepted());
      assertThat(used(database)).isLessThanOrEqualTo(1.0);
      if (allowed) {
        accepted++;
        int end = random.nextInt(3);
        database.write(
            transaction -> {
              BudgetRows rows = new BudgetRows(transaction);
              switch (end) {
                case 0 ->
                    // A model that reports more than it may.
                    rows.settle(
                        id, ModelUsage.ZERO, new Amount(new Money(Long.MAX_VALUE), 1_000_000));
                case 1 -> rows.release(id);
                default -> rows.settleLost(plan);
              }
              return id;
            });
      }
    }
    return accepted;
  }

  private static double used(Database database) {
    return accountOfDay(database).used();
  }

  private static BudgetAccount accountOfDay(Database database) {
    return database.read(
        transaction ->
            new BudgetRows(transaction)
                .account("day:" + LocalDate.ofInstant(database.clock().now(), ZoneOffset.UTC))
                .orElseThrow());
  }
}

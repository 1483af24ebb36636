package dev.cleveragents.engine.budget;

import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reserves and settles what calls of models cost, in the caller's transaction.
 *
 * <ul>
 *   <li>A call is charged to its plan, to the root of its plan and to its day.
 *   <li>A reservation locks these accounts in the order of their names and fits into all or is
 *       refused: what is spent and reserved never exceeds a cap, however many calls there are at
 *       once. Guarded by the row locks; {@code BudgetRaceTest} shows it.
 *   <li>A call is never settled above its reservation.
 *   <li>A replayed call is charged to its plan as the recorded one was, but to no day.
 * </ul>
 */
public final class BudgetRows {

  /** Stands for the day of replayed calls, whose money was spent when they were recorded. */
  private static final String REPLAYED = "replayed";

  private final Transaction transaction;
  private final List<BudgetAccount> nearlySpent = new ArrayList<>();

  public BudgetRows(Transaction transaction) {
    this.transaction = transaction;
  }

  /**
   * A call of a model.
   *
   * @param priced whether the price of the model is known
   */
  public record Call(
      Ulid id,
      PlanId plan,
      PlanId root,
      Name project,
      Caller caller,
      String model,
      boolean priced) {

    boolean isReplayed() {
      return model.startsWith(ModelName.REPLAY + "/");
    }

    String day(Instant now) {
      return isReplayed() ? REPLAYED : LocalDate.ofInstant(now, ZoneOffset.UTC).toString();
    }
  }

  /**
   * Who calls.
   *
   * @param actor its name
   * @param role the part that it plays
   */
  public record Caller(String actor, String role) {}

  private record Reserved(
      Ulid id, PlanId planId, PlanId rootId, String day, Money money, long tokens) {

    Amount amount() {
      return new Amount(money, tokens);
    }

    List<String> accounts() {
      return accountsOf(planId, rootId, day);
    }
  }

  /** The account of a plan. */
  public static String accountOf(PlanId plan) {
    return "plan:" + plan;
  }

  private static List<String> accountsOf(PlanId plan, PlanId root, String day) {
    return plan.equals(root)
        ? List.of("day:" + day, accountOf(plan))
        : List.of("day:" + day, accountOf(plan), accountOf(root));
  }

  /** Limits an account from now on. */
  public void limit(String account, Budget cap) {
    open(account);
    Money money = cap.money();
    transaction.update(
        "UPDATE budget_accounts SET money_cap = ?, tokens_cap = ? WHERE name = ?",
        money == null ? null : money.picodollars(),
        cap.tokens(),
        account);
  }

  private void open(String account) {
    transaction.update(
        """
        INSERT INTO budget_accounts
          (name, money_spent, tokens_spent, money_reserved, tokens_reserved)
        VALUES (?, 0, 0, 0, 0) ON CONFLICT (name) DO NOTHING
        """,
        account);
  }

  /** The account of this name; empty if nothing was limited or spent. */
  public Optional<BudgetAccount> account(String name) {
    return transaction.first(
        "SELECT * FROM budget_accounts WHERE name = ?", RowMapper.of(BudgetAccount.class), name);
  }

  /**
   * The accounts of a plan, of its root and of the day, which exist once something was limited or
   * spent.
   *
   * @param ofDay what may be spent in a day
   */
  public List<BudgetAccount> accountsOf(PlanId plan, PlanId root, Budget ofDay, Instant now) {
    String day = LocalDate.ofInstant(now, ZoneOffset.UTC).toString();
    return accountsOf(plan, root, day).stream()
        .flatMap(name -> account(name).stream())
        .map(account -> account.name().equals("day:" + day) ? account.limitedTo(ofDay) : account)
        .toList();
  }

  /**
   * The answer to a reservation.
   *
   * @param accepted whether the amount is reserved
   * @param tightest the account with the least left
   */
  public record Answer(boolean accepted, BudgetAccount tightest) {}

  /**
   * Reserves an amount for a call that is about to begin, if it fits into all accounts.
   *
   * @param ofDay what may be spent in a day
   */
  public Answer reserve(Call call, Amount amount, Budget ofDay, Instant now) {
    String day = call.day(now);
    if (!call.isReplayed()) {
      limit("day:" + day, ofDay);
    }
    Map<String, BudgetAccount> locked = new TreeMap<>();
    for (String name : accountsOf(call.plan(), call.root(), day)) {
      open(name);
      transaction
          .first(
              "SELECT * FROM budget_accounts WHERE name = ? {lock}",
              RowMapper.of(BudgetAccount.class),
              name)
          .ifPresent(account -> locked.put(name, account));
    }
    BudgetAccount tightest = tightest(new ArrayList<>(locked.values()));
    if (!locked.values().stream().allMatch(account -> account.fits(amount))) {
      return new Answer(false, tightest);
    }
    locked.keySet().forEach(name -> change(name, Amount.ZERO, amount, 1));
    insert(call, "reserved", amount, ModelUsage.ZERO, now);
    return new Answer(true, tightest);
  }

  private static BudgetAccount tightest(List<BudgetAccount> accounts) {
    BudgetAccount tightest = accounts.getFirst();
    for (BudgetAccount account : accounts) {
      Amount least = account.left().atMost(tightest.left());
      if (!least.equals(tightest.left())) {
        tightest = account;
      }
    }
    return tightest;
  }

  /**
   * Adds a call that was made and paid outside of this program, at what it is said to have cost,
   * even above a cap: it is spent.
   *
   * @param money null if it is not known
   */
  public void addSettled(Call call, ModelUsage usage, @Nullable Money money, Instant now) {
    Amount cost = new Amount(money == null ? Money.ZERO : money, usage.total());
    for (String name : accountsOf(call.plan(), call.root(), call.day(now))) {
      open(name);
      change(name, cost, Amount.ZERO, 1);
    }
    insert(call, "settled", cost, usage, now);
  }

  private void insert(Call call, String state, Amount amount, ModelUsage usage, Instant now) {
    transaction.update(
        """
        INSERT INTO budget_calls
          (id, plan_id, root_id, project, actor, role, model, day, state, priced, money, tokens,
           input, cache_read, cache_write, output, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        call.id().toString(),
        call.plan().toString(),
        call.root().toString(),
        call.project().toString(),
        call.caller().actor(),
        call.caller().role(),
        call.model(),
        call.day(now),
        state,
        call.priced() ? 1L : 0L,
        amount.money().picodollars(),
        amount.tokens(),
        usage.input(),
        usage.cacheRead(),
        usage.cacheWrite(),
        usage.output(),
        StoreClock.micros(now));
  }

  /**
   * Settles a reserved call at what it has cost, at most at what was reserved.
   *
   * @return what it is settled at
   */
  public Amount settle(Ulid call, ModelUsage usage, Amount cost) {
    Reserved reserved = reserved("id = ?", call.toString()).getFirst();
    Amount settled = cost.atMost(reserved.amount());
    transaction.update(
        """
        UPDATE budget_calls SET state = 'settled', money = ?, tokens = ?,
          input = ?, cache_read = ?, cache_write = ?, output = ?
        WHERE id = ?
        """,
        settled.money().picodollars(),
        settled.tokens(),
        usage.input(),
        usage.cacheRead(),
        usage.cacheWrite(),
        usage.output(),
        call.toString());
    reserved.accounts().forEach(name -> change(name, settled, reserved.amount(), -1));
    return settled;
  }

  /** Settles a call that has cost nothing. */
  public void release(Ulid call) {
    settle(call, ModelUsage.ZERO, Amount.ZERO);
  }

  /** Counts a call in full whose cost is not known. */
  public void settleInFull(Ulid call) {
    reserved("id = ?", call.toString()).forEach(this::settleInFull);
  }

  /** Counts the calls of a plan in full that were under way when its worker ended. */
  public void settleLost(PlanId plan) {
    reserved("plan_id = ? ORDER BY id", plan.toString()).forEach(this::settleInFull);
  }

  private void settleInFull(Reserved lost) {
    transaction.update("UPDATE budget_calls SET state = 'lost' WHERE id = ?", lost.id().toString());
    lost.accounts().forEach(name -> change(name, lost.amount(), lost.amount(), -1));
  }

  private List<Reserved> reserved(String condition, String argument) {
    return transaction.query(
        """
        SELECT id, plan_id, root_id, day, money, tokens FROM budget_calls
        WHERE state = 'reserved' AND\s"""
            + condition,
        RowMapper.of(Reserved.class),
        argument);
  }

  /**
   * @param direction 1 to reserve, -1 to release what was reserved
   */
  private void change(String account, Amount spent, Amount reserved, int direction) {
    transaction.update(
        """
        UPDATE budget_accounts SET
          money_spent = money_spent + ?, tokens_spent = tokens_spent + ?,
          money_reserved = money_reserved + ?, tokens_reserved = tokens_reserved + ?
        WHERE name = ?
        """,
        spent.money().picodollars(),
        spent.tokens(),
        direction * reserved.money().picodollars(),
        direction * reserved.tokens(),
        account);
    if (!spent.equals(Amount.ZERO)) {
      // Exact, for the update has locked the row.
      account(account).filter(it -> it.isNearlySpentBy(spent)).ifPresent(nearlySpent::add);
    }
  }

  /**
   * The accounts whose spending has reached nine tenths of their cap by what was settled here. A
   * cap is reached once, unless it is raised.
   */
  public List<BudgetAccount> nearlySpent() {
    return List.copyOf(nearlySpent);
  }

  /** The spending of a plan tree. */
  public PlanCost costOf(PlanId root) {
    return transaction
        .first(
            """
            SELECT count(*) AS calls, coalesce(sum(money), 0) AS money,
              coalesce(sum(tokens), 0) AS tokens, coalesce(sum(1 - priced), 0) AS unpriced
            FROM budget_calls WHERE root_id = ? OR plan_id = ?
            """,
            RowMapper.of(PlanCost.class),
            root.toString(),
            root.toString())
        .orElse(PlanCost.NONE);
  }

  /** The cost of all calls but replayed ones; the newest day, otherwise the dearest line first. */
  public List<CostLine> costs(CostLine.By by) {
    String column = by.name().toLowerCase(Locale.ROOT);
    return transaction.query(
        """
        SELECT %1$s AS name, count(*) AS calls, sum(money) AS money, sum(tokens) AS tokens,
          sum(1 - priced) AS unpriced
        FROM budget_calls WHERE day <> ? GROUP BY %1$s ORDER BY %2$s
        """
            .formatted(column, by == CostLine.By.DAY ? "name DESC" : "money DESC, name"),
        RowMapper.of(CostLine.class),
        REPLAYED);
  }
}

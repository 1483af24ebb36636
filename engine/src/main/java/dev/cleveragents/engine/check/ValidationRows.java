package dev.cleveragents.engine.check;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.PlanId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The statements about checks that were run, each bound to the files it ran on. */
public final class ValidationRows {

  private final Transaction transaction;

  public ValidationRows(Transaction transaction) {
    this.transaction = transaction;
  }

  public void add(Ulid id, PlanId plan, CheckResult result, Instant at) {
    transaction.update(
        """
        INSERT INTO plan_validations
          (id, plan_id, name, required, tree, passed, message, output, millis, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        id.toString(),
        plan.toString(),
        result.name(),
        result.required() ? 1L : 0L,
        result.tree(),
        result.passed() ? 1L : 0L,
        result.message(),
        result.output(),
        result.took().toMillis(),
        StoreClock.micros(at));
  }

  /** The last run of each check, by name. */
  public List<ValidationRun> latest(PlanId plan) {
    return transaction.query(
        """
        SELECT name, required, tree, passed, message, output, millis, at FROM plan_validations run
        WHERE plan_id = ? AND id =
          (SELECT max(id) FROM plan_validations WHERE plan_id = run.plan_id AND name = run.name)
        ORDER BY name
        """,
        row ->
            new ValidationRun(
                new CheckResult(
                    row.getString(1),
                    row.getLong(2) == 1,
                    row.getString(3),
                    row.getLong(4) == 1,
                    row.getString(5),
                    row.getString(6),
                    Duration.ofMillis(row.getLong(7))),
                StoreClock.instant(row.getLong(8))),
        plan.toString());
  }

  /** Copies the results on these files to another plan with exactly the same files. */
  public void share(PlanId from, PlanId to, String tree, Supplier<Ulid> ids) {
    List<String> runs =
        transaction.query(
            "SELECT id FROM plan_validations WHERE plan_id = ? AND tree = ? ORDER BY id",
            row -> row.getString(1),
            from.toString(),
            tree);
    for (String run : runs) {
      transaction.update(
          """
          INSERT INTO plan_validations
            (id, plan_id, name, required, tree, passed, message, output, millis, at)
          SELECT ?, ?, name, required, tree, passed, message, output, millis, at
          FROM plan_validations WHERE id = ?
          """,
          ids.get().toString(),
          to.toString(),
          run);
    }
  }

  /** The required checks that have not passed, when last run on exactly these files. */
  public List<String> unproven(PlanId plan, List<ValidationSpec> checks, String tree) {
    Set<String> proven = new HashSet<>();
    transaction
        .query(
            """
            SELECT name, passed FROM plan_validations WHERE plan_id = ? AND tree = ? ORDER BY id
            """,
            row -> Map.entry(row.getString(1), row.getLong(2) == 1),
            plan.toString(),
            tree)
        .forEach(
            run -> {
              if (run.getValue()) {
                proven.add(run.getKey());
              } else {
                proven.remove(run.getKey());
              }
            });
    return checks.stream()
        .filter(ValidationSpec::required)
        .map(check -> check.name().forPeople())
        .filter(name -> !proven.contains(name))
        .toList();
  }
}

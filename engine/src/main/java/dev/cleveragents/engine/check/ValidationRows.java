package dev.cleveragents.engine.check;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
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
        SELECT name, required, tree, passed, message, output, millis * 1000000 AS took, at
        FROM plan_validations run
        WHERE plan_id = ? AND id =
          (SELECT max(id) FROM plan_validations WHERE plan_id = run.plan_id AND name = run.name)
        ORDER BY name
        """,
        RowMapper.of(ValidationRun.class),
        plan.toString());
  }

  /** Copies the results on these files to another plan with exactly the same files. */
  public void share(PlanId from, PlanId to, String tree, Supplier<Ulid> ids) {
    List<String> runs =
        transaction.query(
            "SELECT id FROM plan_validations WHERE plan_id = ? AND tree = ? ORDER BY id",
            RowMapper.of(String.class),
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

  private record CheckOutcome(String name, boolean passed) {}

  /** The required checks that have not passed, when last run on exactly these files. */
  public List<String> unproven(PlanId plan, List<ValidationSpec> checks, String tree) {
    Set<String> proven = new HashSet<>();
    transaction
        .query(
            """
            SELECT name, passed FROM plan_validations WHERE plan_id = ? AND tree = ? ORDER BY id
            """,
            RowMapper.of(CheckOutcome.class),
            plan.toString(),
            tree)
        .forEach(
            run -> {
              if (run.passed()) {
                proven.add(run.name());
              } else {
                proven.remove(run.name());
              }
            });
    return checks.stream()
        .filter(ValidationSpec::required)
        .map(check -> check.name().forPeople())
        .filter(name -> !proven.contains(name))
        .toList();
  }
}

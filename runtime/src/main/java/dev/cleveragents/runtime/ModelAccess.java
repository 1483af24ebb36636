package dev.cleveragents.runtime;

import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.runtime.settings.SettingKeys;
import dev.cleveragents.runtime.settings.SettingValues;
import java.util.Map;

/**
 * How models are reached, and what plans may spend on them. The text of this record shows no
 * variable, because keys are among them.
 *
 * @param environment the variables in which keys and addresses of providers may be
 * @param perPlan the budget of a plan that names none
 * @param perDay what all plans together may spend in a day
 */
public record ModelAccess(Map<String, String> environment, Budget perPlan, Budget perDay) {

  public ModelAccess {
    environment = Map.copyOf(environment);
  }

  static ModelAccess of(SettingValues values) {
    return new ModelAccess(
        values.variables(),
        values.get(SettingKeys.BUDGET_OF_PLAN),
        values.get(SettingKeys.BUDGET_OF_DAY));
  }

  @Override
  public String toString() {
    return "model access, %s a plan, %s a day".formatted(perPlan, perDay);
  }
}

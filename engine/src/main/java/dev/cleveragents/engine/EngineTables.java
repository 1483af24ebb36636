package dev.cleveragents.engine;

import dev.cleveragents.store.Migrations;
import dev.cleveragents.workspace.WorkspaceTables;
import java.util.List;

/**
 * The tables of this module: {@code plan_…}, {@code project_…}, {@code definition_…}, {@code
 * budget_…} and {@code audit_…}.
 */
public final class EngineTables {

  /** Creates the tables of this module and of {@code workspace}. */
  public static final List<Migrations> MIGRATIONS =
      List.of(WorkspaceTables.MIGRATIONS, new Migrations("engine", EngineTables.class, 5));

  private EngineTables() {}
}

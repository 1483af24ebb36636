package dev.cleveragents.workspace;

import dev.cleveragents.store.Migrations;

/** The tables of this module: {@code changeset_…}, {@code sandbox_…} and {@code apply_…}. */
public final class WorkspaceTables {

  /** Creates the tables. */
  public static final Migrations MIGRATIONS = new Migrations("workspace", WorkspaceTables.class, 1);

  private WorkspaceTables() {}
}

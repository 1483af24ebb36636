package dev.cleveragents.engine.plan;

import dev.cleveragents.store.TestPostgres;
import java.nio.file.Path;
import java.util.List;

/** The databases that plans are kept in. */
public enum TestDatabaseKind {
  SQLITE,
  POSTGRESQL;

  /** A new one; a file of it is in that folder. */
  public String in(Path folder) throws Exception {
    return this == SQLITE
        ? "jdbc:sqlite:" + folder.resolve("store.db")
        : TestPostgres.shared().newSchema();
  }

  /** For {@link TestOnSqlite}. */
  static List<TestDatabaseKind> ofThisBuild() {
    return Boolean.getBoolean("exhaustive") ? List.of(values()) : List.of(SQLITE);
  }
}

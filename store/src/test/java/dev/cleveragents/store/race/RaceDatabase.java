package dev.cleveragents.store.race;

import dev.cleveragents.store.TestPostgres;
import java.io.EOFException;
import java.nio.file.Path;
import java.sql.SQLException;

/** The two databases, and their error codes for the same errors. */
enum RaceDatabase {
  SQLITE(10, ""),
  POSTGRES(0, "08006");

  private final int lostCode;
  private final String lostState;

  RaceDatabase(int lostCode, String lostState) {
    this.lostCode = lostCode;
    this.lostState = lostState;
  }

  /** The address of an empty one. */
  String fresh(Path folder) {
    return this == SQLITE
        ? "jdbc:sqlite:" + folder.resolve("jobs.db")
        : TestPostgres.shared().newSchema();
  }

  SQLException lost() {
    return new SQLException("the connection is gone", lostState, lostCode, new EOFException());
  }

  SQLException busy() {
    return new SQLException("in each other's way", this == SQLITE ? "" : "40P01", 5);
  }

  SQLException full() {
    return new SQLException("no space left", this == SQLITE ? "" : "53100", 13);
  }
}

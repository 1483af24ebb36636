package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.Name;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads and writes the table of definitions. */
final class DefinitionRows {

  private static final String COLUMNS = "SELECT name, yaml, created_at, archived_at ";

  private DefinitionRows() {}

  static <T> Optional<Definition<T>> find(
      Transaction transaction, DefinitionKind<T> kind, Name name) {
    return transaction.first(
        COLUMNS + "FROM definition_records WHERE kind = ? AND name = ?",
        row -> read(row, kind),
        kind.toString(),
        name.toString());
  }

  static <T> List<Definition<T>> list(Transaction transaction, DefinitionKind<T> kind) {
    return transaction.query(
        COLUMNS + "FROM definition_records WHERE kind = ? ORDER BY name",
        row -> read(row, kind),
        kind.toString());
  }

  /** Inserts a definition, and returns whether the name was free. */
  static boolean insert(
      Transaction transaction, DefinitionKind<?> kind, Name name, String yaml, Instant now) {
    int rows =
        transaction.update(
            """
            INSERT INTO definition_records (kind, name, yaml, archived_at, created_at)
            VALUES (?, ?, ?, NULL, ?)
            ON CONFLICT (kind, name) DO NOTHING
            """,
            kind.toString(),
            name.toString(),
            yaml,
            StoreClock.micros(now));
    return rows == 1;
  }

  /** Replaces the text of a definition, and makes it usable if it was archived. */
  static void replace(Transaction transaction, DefinitionKind<?> kind, Name name, String yaml) {
    transaction.update(
        "UPDATE definition_records SET yaml = ?, archived_at = NULL WHERE kind = ? AND name = ?",
        yaml,
        kind.toString(),
        name.toString());
  }

  /** Archives a definition, and returns whether it was usable before. */
  static boolean archive(Transaction transaction, DefinitionKind<?> kind, Name name, Instant now) {
    int rows =
        transaction.update(
            """
            UPDATE definition_records SET archived_at = ?
            WHERE kind = ? AND name = ? AND archived_at IS NULL
            """,
            StoreClock.micros(now),
            kind.toString(),
            name.toString());
    return rows == 1;
  }

  static boolean delete(Transaction transaction, DefinitionKind<?> kind, Name name) {
    return transaction.update(
            "DELETE FROM definition_records WHERE kind = ? AND name = ?",
            kind.toString(),
            name.toString())
        == 1;
  }

  private static <T> Definition<T> read(ResultSet row, DefinitionKind<T> kind) throws SQLException {
    String name = row.getString(1);
    String yaml = row.getString(2);
    long archived = row.getLong(4);
    boolean isArchived = !row.wasNull();
    return new Definition<>(
        Name.of(name),
        kind.read(new YamlSource(name, yaml)),
        yaml,
        StoreClock.instant(row.getLong(3)),
        isArchived ? StoreClock.instant(archived) : null);
  }
}

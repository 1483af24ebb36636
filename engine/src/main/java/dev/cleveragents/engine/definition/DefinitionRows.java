package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Name;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes the table of definitions. */
final class DefinitionRows {

  private static final String COLUMNS = "SELECT name, yaml, created_at, archived_at ";

  private DefinitionRows() {}

  private record Row(Name name, String yaml, Instant createdAt, @Nullable Instant archivedAt) {

    <T> Definition<T> definition(DefinitionKind<T> kind) {
      YamlSource source = new YamlSource(name.toString(), yaml);
      return new Definition<>(name, kind.read(source), yaml, createdAt, archivedAt);
    }
  }

  static <T> Optional<Definition<T>> find(
      Transaction transaction, DefinitionKind<T> kind, Name name) {
    return transaction
        .first(
            COLUMNS + "FROM definition_records WHERE kind = ? AND name = ?",
            RowMapper.of(Row.class),
            kind.toString(),
            name.toString())
        .map(row -> row.definition(kind));
  }

  static <T> List<Definition<T>> list(Transaction transaction, DefinitionKind<T> kind) {
    return transaction
        .query(
            COLUMNS + "FROM definition_records WHERE kind = ? ORDER BY name",
            RowMapper.of(Row.class),
            kind.toString())
        .stream()
        .map(row -> row.definition(kind))
        .toList();
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
}

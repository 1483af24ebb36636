package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.PostgresDialect;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.sql.RowMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowMapperTest {

  private static final Ulid ID = UlidGenerator.system().next();

  @TempDir private Path folder;
  private @Nullable Database database;

  private record Times(Instant openedAt, @Nullable Duration waitFor) {}

  @SuppressWarnings("ArrayRecordComponent") // Columns of bytes are arrays.
  private record Thing(
      JobId id,
      @Nullable String longName,
      int count,
      @Nullable Long size,
      boolean over,
      double share,
      AsyncJobStatus status,
      Times times,
      byte[] content) {}

  private record OneNumber(long size) {}

  private record Needs(long size, boolean other) {}

  private Database open(boolean sqlite) {
    database =
        Database.open(
            sqlite ? "jdbc:sqlite:" + folder.resolve("x.db") : TestPostgres.shared().newSchema());
    String script =
        """
        CREATE TABLE things (id {text}, long_name {text}, count {int}, size {int}, over {int},
          share {real}, status {text}, opened_at {int}, wait_for {int}, content {bytes})
        """;
    Dialect dialect =
        sqlite
            ? new SqliteDialect(folder)
            : new PostgresDialect("", PostgresDialect.Timeouts.STANDARD);
    database.write(it -> it.update(dialect.fillTypes(script)));
    return database;
  }

  @AfterEach
  void close() {
    if (database != null) {
      database.close();
    }
  }

  private static void insert(
      Database database, @Nullable String name, @Nullable Long size, @Nullable Long wait) {
    database.write(
        it ->
            it.update(
                "INSERT INTO things VALUES (?, ?, 7, ?, 1, 0.5, 'QUEUED', 1500000, ?, ?)",
                ID.toString(),
                name,
                size,
                wait,
                new byte[] {1, 2}));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRecordIsMadeOfTheColumnsNamedLikeItsComponents(boolean sqlite) {
    Database things = open(sqlite);
    insert(things, "a", 5L, 2_000_000_000L);
    insert(things, null, null, null);

    List<Thing> read =
        things.read(it -> it.query("SELECT *, 1 AS extra FROM things", RowMapper.of(Thing.class)));

    Thing full = read.getFirst();
    assertThat(full.id()).isEqualTo(new JobId(ID));
    assertThat(full.longName()).isEqualTo("a");
    assertThat(full.count()).isEqualTo(7);
    assertThat(full.size()).isEqualTo(5);
    assertThat(full.over()).isTrue();
    assertThat(full.share()).isEqualTo(0.5);
    assertThat(full.status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(full.times())
        .isEqualTo(new Times(Instant.EPOCH.plusMillis(1500), Duration.ofSeconds(2)));
    assertThat(full.content()).containsExactly(1, 2);
    Thing empty = read.getLast();
    assertThat(empty.longName()).isNull();
    assertThat(empty.size()).isNull();
    assertThat(empty.times().waitFor()).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSingleValueIsReadFromTheOnlyColumn(boolean sqlite) {
    Database things = open(sqlite);
    insert(things, "a", 5L, null);

    assertThat(only(things, "id", JobId.class)).isEqualTo(new JobId(ID));
    assertThat(only(things, "size", OneNumber.class)).isEqualTo(new OneNumber(5));
    assertThat(only(things, "long_name", String.class)).isEqualTo("a");
  }

  private static <T> T only(Database things, String column, Class<T> type) {
    return things.read(
        it -> it.query("SELECT " + column + " FROM things", RowMapper.of(type)).getFirst());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMissingColumnAndANullForAPrimitiveAreRefused(boolean sqlite) {
    Database things = open(sqlite);
    insert(things, "a", null, null);

    assertThatThrownBy(() -> only(things, "size, 1 AS another", Needs.class))
        .hasStackTraceContaining("no column other");
    assertThatThrownBy(() -> only(things, "size, 1 AS other", Needs.class))
        .hasStackTraceContaining("size is NULL");
  }
}

package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {

  private static final Migrations OTHER = new Migrations("other", SchemaTest.class, 1);

  @TempDir static Path folder;

  /** An empty database of either kind. */
  static Stream<String> urls() throws IOException {
    Path file = Files.createTempDirectory(folder, "schema").resolve("in/a/folder/store.db");
    return Stream.of("jdbc:sqlite:" + file, TestPostgres.shared().newSchema());
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aWriterMakesTheTablesAndAReaderUsesThem(String url) {
    assertRefused(Kind.ABSENT, () -> Database.open(DatabaseSettings.at(url).readOnly()));

    Database.open(url).close();

    try (Database reader = Database.open(DatabaseSettings.at(url).readOnly())) {
      List<String> jobs =
          reader.read(it -> it.query("SELECT id FROM job_active", row -> row.getString(1)));
      assertThat(jobs).isEmpty();
      assertRefused(Kind.READ_ONLY, () -> reader.write(it -> it.update("DELETE FROM job_active")));
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aReaderOfAnOlderSchemaIsRefusedAndToldWhatMigratesIt(String url) throws SQLException {
    Database.open(url).close();
    Schema needed = new Schema(DatabaseSettings.at(url).dialect(), List.of(OTHER));

    assertThatThrownBy(needed::requireCurrent)
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll(
            "schema version job 1,", "needs job 1, other 1", "Open it for writing");
    assertThat(needed.versions()).isEqualTo(Map.of("job", 1));
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aDatabaseForJobsAloneHasTheTablesOfJobsAndNoOthers(String url) throws SQLException {
    Database.open(url).close();

    assertThat(tables(url))
        .isNotEmpty()
        .allMatch(table -> table.startsWith("job_"))
        .contains("job_active", "job_ended", "job_sessions");
  }

  @ParameterizedTest
  @MethodSource("urls")
  void anotherModuleAddsItsTablesToThoseThatAreThere(String url) throws SQLException {
    Database.open(url).close();
    execute(url, "INSERT INTO job_keys (key, held) VALUES ('k', 1)");

    for (int i = 0; i < 2; i++) {
      try (Database database = Database.open(url, List.of(OTHER))) {
        assertThat(database.schemaVersion()).isEqualTo("job 1, other 1");
        database.write(it -> it.update("INSERT INTO other_things (id) VALUES (?)", "n"));
        database.write(it -> it.update("DELETE FROM other_things"));
      }
    }
    assertThat(tables(url)).contains("other_things");
    try (Database jobs = Database.open(url)) {
      assertThat(
              jobs.<Long>read(
                  it -> it.query("SELECT held FROM job_keys", r -> r.getLong(1)).getFirst()))
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aScriptThatFailsLeavesNothing(String url) throws SQLException {
    Migrations broken = new Migrations("other", SchemaTest.class, 2);

    assertThatThrownBy(() -> Database.open(url, List.of(broken)))
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll("could not be migrated", "other 2", "The tables were not changed");

    assertThat(tables(url)).isEmpty();
    Database.open(url).close();
  }

  private static List<String> tables(String url) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        ResultSet row =
            connection
                .getMetaData()
                .getTables(null, connection.getSchema(), "%", new String[] {"TABLE"})) {
      while (row.next()) {
        tables.add(row.getString("TABLE_NAME"));
      }
    }
    return tables;
  }

  @ParameterizedTest
  @MethodSource("urls")
  void aNewerSchemaIsRefusedByWritersAndReaders(String url) throws SQLException {
    Database.open(url).close();
    execute(
        url,
        "UPDATE job_schema SET version = %d WHERE module = 'job'"
            .formatted(Schema.JOBS.version() + 1));

    assertRefused(Kind.SCHEMA_TOO_NEW, () -> Database.open(url));
    assertRefused(Kind.SCHEMA_TOO_NEW, () -> Database.open(DatabaseSettings.at(url).readOnly()));
  }

  @ParameterizedTest
  @MethodSource("urls")
  void manyMayOpenAnEmptyDatabaseAtOnce(String url) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      Callable<Boolean> open =
          () -> {
            Database.open(url).close();
            return true;
          };
      List<Future<Boolean>> opened =
          IntStream.range(0, 6).mapToObj(i -> threads.submit(open)).toList();
      for (Future<Boolean> one : opened) {
        assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void aNewFileIsCreatedAfterReadersHaveFinished() throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("looked-at.db");
    try (Connection looking = DriverManager.getConnection(url);
        Statement statement = looking.createStatement()) {
      statement.execute("PRAGMA user_version = 0");
      statement.execute("BEGIN");
      statement.executeQuery("SELECT count(*) FROM sqlite_master").close();
      FutureTask<Boolean> opening =
          new FutureTask<>(
              () -> {
                Database.open(url).close();
                return true;
              });
      Thread opener = Thread.ofPlatform().start(opening);

      await().atMost(1, TimeUnit.MINUTES).until(() -> opening.isDone() || isConnecting(opener));
      statement.execute("COMMIT");

      assertThat(opening.get(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** Whether it is within a statement that the driver sends before it hands out a connection. */
  private static boolean isConnecting(Thread thread) {
    List<StackTraceElement> frames = List.of(thread.getStackTrace());
    return !frames.isEmpty()
        && frames.getFirst().isNativeMethod()
        && frames.getFirst().getClassName().equals("org.sqlite.core.NativeDB")
        && frames.stream().anyMatch(it -> it.getClassName().equals("org.sqlite.SQLiteConfig"))
        && frames.stream().anyMatch(it -> it.getMethodName().equals("migrateOnce"));
  }

  @Test
  void anInterruptBeforeTheTablesAreCreatedIsReported() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> Database.open("jdbc:sqlite:" + folder.resolve("interrupted.db")))
          .isInstanceOf(StoreException.class)
          .hasMessageContainingAll("interrupted while it waited", "Open it again")
          .hasMessageNotContaining("null");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void readingAMissingStoreCreatesNoFile() {
    Path file = folder.resolve("nowhere.db");

    assertRefused(
        Kind.ABSENT, () -> Database.open(DatabaseSettings.at("jdbc:sqlite:" + file).readOnly()));

    assertThat(file).doesNotExist();
  }

  @Test
  void aFileOfSomethingElseIsLeftAlone() throws Exception {
    Path text = Files.writeString(folder.resolve("notes.txt"), "not a database at all ".repeat(99));
    Path other = folder.resolve("other.db");
    execute("jdbc:sqlite:" + other, "CREATE TABLE jobs (of_another_program TEXT)");

    assertRefused(Kind.DAMAGED, () -> Database.open("jdbc:sqlite:" + text));
    assertThatThrownBy(() -> Database.open("jdbc:sqlite:" + other))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("could not be migrated");
    assertThat(text).content().startsWith("not a database");
  }

  @Test
  void anInvalidAddressIsRefusedWithoutItsSecrets() {
    assertThatThrownBy(() -> Database.open("jdbc:mysql://host/db?password=hunter2"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("jdbc:postgresql://<host>/<database>")
        .hasMessageNotContaining("hunter2");
    DatabaseSettings unknownUser =
        DatabaseSettings.at("jdbc:postgresql://localhost:1/db?user=me&password=hunter2")
            .withDeadline(Duration.ofNanos(1));
    assertThatThrownBy(() -> Database.open(unknownUser))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot be reached")
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-c default_transaction_read_only=on", "-c role=pg_monitor"})
  void aMissingRightToCreateTablesIsReportedAtOnce(String options) {
    String schema = TestPostgres.shared().newSchema();
    TestPostgres.shared()
        .execute(
            "GRANT USAGE ON SCHEMA %s TO pg_monitor".formatted(schema.replaceFirst(".*=", "")));
    String url = schema + "&options=" + options.replace(" ", "%20");
    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(options.contains("role") ? "permission denied" : "read-only");
  }

  @Test
  void onlyOneProcessCreatesTheSchema() throws Exception {
    String url = TestPostgres.shared().newSchema() + "_new";
    FutureTask<Boolean> opening =
        new FutureTask<>(
            () -> {
              Database.open(url).close();
              return true;
            });
    try (Connection other = DriverManager.getConnection(url);
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("CREATE SCHEMA " + url.replaceFirst(".*=", ""));
      Thread.ofPlatform().start(opening);

      await().atMost(1, TimeUnit.MINUTES).until(() -> opening.isDone() || locks(url, false) > 0);
      assertThat(opening).isNotDone();
      assertThat(locks(url, true)).as("held during the migration").isEqualTo(1);
      other.rollback();
    }
    assertThat(opening.get(1, TimeUnit.MINUTES)).isTrue();
  }

  /** How many wait for any lock, or have one of ours. */
  private static int locks(String url, boolean ours) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_locks WHERE "
                    + (ours ? "granted AND locktype = 'advisory'" : "NOT granted"))) {
      row.next();
      return row.getInt(1);
    }
  }

  @Test
  void aPathFromWhichTheDriverWouldReadSettingsIsRefused() {
    Path file = folder.resolve("a?foreign_keys=on&b").resolve("jobs.db");

    assertRefused(Kind.MISCONFIGURED, () -> Database.open("jdbc:sqlite:" + file));

    assertThat(file.getParent()).doesNotExist();
  }

  /** The driver would take both for a part of the host's name, and print it. */
  @ParameterizedTest
  @ValueSource(strings = {"me:hunter2@db:5432/x", "me:hunter2@db/x", "hunter2@db", "hunter2@db?x"})
  void aUserBeforeTheHostIsRefusedAtOnceWithoutItsPassword(String address) {
    assertThatThrownBy(() -> Database.open("jdbc:postgresql://" + address))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.MISCONFIGURED))
        .hasMessageContainingAll("jdbc:postgresql://db", "?user=")
        .hasMessageNotContaining("hunter2")
        .hasNoCause();
  }

  @Test
  void aMissingRightToCreateTablesIsReportedOnOneLine() {
    TestPostgres server = TestPostgres.shared();
    String url = server.newSchema();
    server.execute("CREATE ROLE lowly LOGIN PASSWORD 'low'");
    server.execute("GRANT USAGE ON SCHEMA " + url.replaceFirst(".*=", "") + " TO lowly");

    assertThatThrownBy(() -> Database.open(url.replace("user=postgres", "user=lowly")))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.READ_ONLY))
        .hasMessageContainingAll("permission denied", "CREATE")
        .hasMessageNotContaining("\n");
  }

  private static void assertRefused(Kind kind, ThrowingCallable doing) {
    assertThatThrownBy(doing)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind));
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}

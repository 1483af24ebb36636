package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.cli.command.StoreProblem;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.ReadOnlyFolder;
import dev.cleveragents.store.connection.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that is configured wrongly, damaged, newer or not there is said to be so. */
class StoreFailureTest {

  private static final String VARIABLE = "CLEVERAGENTS_STORE_URL";

  @TempDir private Path home;
  private TestCli cli;

  @BeforeEach
  void aPerson() {
    cli = new TestCli(home);
  }

  private Path store() {
    return home.resolve(".cleveragents/cleveragents.db");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "job list",
        "plan list",
        "audit verify",
        "diagnostics",
        "worker status",
        "sandbox list",
        "job add --exec true"
      })
  void aHomeThatIsNoFolderIsWrongUsageAndNotAnEmptyStore(String line) throws Exception {
    Path file = Files.writeString(home.resolve("notes"), "mine\n");
    for (Path no : List.of(file, file.resolve("below"))) {
      Run run = cli.variable("CLEVERAGENTS_HOME", no.toString()).run(line.split(" "));

      assertThat(run.exitCode()).as(run.out()).isEqualTo(2);
      assertThat(run.err())
          .contains("CLEVERAGENTS_HOME sets the home folder to " + no, "is not a folder")
          .contains("hint: Name a folder in CLEVERAGENTS_HOME");
    }
    assertThat(file).hasContent("mine\n");
  }

  @Test
  void aLogWithoutEntriesIsTheSameWithAndWithoutAStore() {
    Run none = cli.run("audit", "verify", "--json");
    assertThat(store()).doesNotExist();
    assertThat(cli.run("job", "purge", "--older-than", "1d", "--yes").exitCode()).isEqualTo(3);
    assertThat(cli.run("worker", "run", "--until-empty").exitCode()).isZero();
    assertThat(store()).exists();

    Run empty = cli.run("audit", "verify", "--json");

    for (Run run : List.of(none, empty)) {
      assertThat(run.exitCode()).as(run.out()).isZero();
      assertThat(run.json().at("/data/entries").asInt(-1)).isZero();
    }
    assertThat(none.json().path("data")).isEqualTo(empty.json().path("data"));
    assertThat(cli.run("audit", "verify").out()).contains("log: empty");
  }

  @Test
  void aStoreBelowAFileIsWrongUsageAndNotAnEmptyStore() throws Exception {
    Path file = Files.writeString(home.resolve("notes"), "mine\n");

    Run run = cli.variable(VARIABLE, "jdbc:sqlite:" + file.resolve("s.db")).run("job", "list");

    assertThat(run.exitCode()).as(run.out()).isEqualTo(2);
    assertThat(run.err()).contains(file + " is not a folder", "CLEVERAGENTS_STORE_URL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://me:s3cret@host/db",
        "jdbc:mysql://me:s3cret@host/db?password=s3cret",
        "jdbc:sqlite:",
        "jdbc:sqlite::memory:",
        "jdbc:postgresql:",
        "jdbc:postgresql://host",
        "jdbc:postgresql://host:99999/db",
        "jdbc:postgresql://host/db?password=s3%cret",
        "jdbc:postgresql://me:s3cret@host/db",
        "jdbc:postgresql://me:s3?cret@host/db",
        "jdbc:postgresql://me:s3@cret/s3cret@host:1/db",
        "s3cret@nonsense?key=s3cret"
      })
  void whatIsNoAddressIsWrongUsage(String url) {
    Run run = cli.variable(VARIABLE, url).run("job", "list");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(VARIABLE, "is not a store address", "jdbc:sqlite:<file>")
        .doesNotContain("cret", "me:");
  }

  /** At once, because each waits for a server. */
  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @ValueSource(
      strings = {
        "jdbc:postgresql://127.0.0.1:1/db?password=s3cret&sslpassword=s3cret&user=me",
        "jdbc:postgresql://127.0.0.1:1,[::1]:1/db?user=me&passwordFile=s3cret&s3cret"
      })
  void aPasswordIsNeverPrinted(String url) {
    cli.variable(VARIABLE, url);

    Run info = cli.run("info");
    Run list = cli.run("job", "list", "-v");
    Run looked = cli.run("diagnostics", "--json");

    for (Run run : List.of(info, list, looked)) {
      assertThat(run.out() + run.err()).doesNotContain("s3cret");
    }
    assertThat(info.out()).contains("store.url: jdbc:postgresql://127.0.0.1:1");
    assertThat(list.exitCode()).isEqualTo(1);
    assertThat(list.out()).contains("waiting up to 3 s for");
    assertThat(list.err()).contains("cannot be reached", "next: agents info");
  }

  @Test
  void theAddressMayStandInTheConfiguration() throws Exception {
    Path config = Files.createDirectories(home.resolve(".cleveragents")).resolve("config.toml");
    Files.writeString(config, "format = \"plain\"\n[store]\nurl = \"jdbc:sqlite:mine.db\"\n");

    cli.run("job", "add", "--exec", "true");

    assertThat(config.resolveSibling("mine.db")).exists();
    assertThat(cli.run("info").out())
        .contains("store.url: jdbc:sqlite:" + config.resolveSibling("mine.db"), "config.toml:3");
    Files.writeString(config, "store.url = 5\n");
    Run wrong = cli.run("job", "list");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("config.toml:1: 'store.url' must be text");
    Files.writeString(config, "store.url = \"jdbc:oracle:x\"\n");
    assertThat(cli.run("job", "list").err())
        .contains("config.toml:1: store.url: 'jdbc:oracle:x' is not a store address");
    Files.writeString(config, "store.uri = \"jdbc:oracle:x\"\n");
    assertThat(cli.run("job", "list").err())
        .contains("unknown key 'store.uri' is ignored; did you mean 'store.url'?");
  }

  @Test
  void theVariableCountsMoreThanTheConfiguration() throws Exception {
    Path config = Files.createDirectories(home.resolve(".cleveragents")).resolve("config.toml");
    Files.writeString(config, "store.url = \"jdbc:sqlite:mine.db\"\n");

    cli.variable(VARIABLE, "jdbc:sqlite:here.db");

    assertThat(cli.run("info").out())
        .contains("store.url: jdbc:sqlite:" + home.resolve("here.db") + " (from " + VARIABLE);
  }

  @Test
  void aFileThatIsNoDatabaseIsLeftAlone() throws Exception {
    Files.createDirectories(store().getParent());
    Files.writeString(store(), "dear diary, ".repeat(1000));

    for (String line : new String[] {"job list", "job add --exec true", "worker run"}) {
      Run run = cli.run(line.split(" "));
      assertThat(run.exitCode()).as(line).isEqualTo(1);
      assertThat(run.err()).contains("not a database", "agents restore FILE --force");
    }
    Run looked = cli.run("diagnostics");
    assertThat(looked.exitCode()).isEqualTo(1);
    assertThat(looked.out()).contains("fault: ", "not a database");
    assertThat(store()).hasContent("dear diary, ".repeat(1000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "job list",
        "job add --exec true",
        "job cancel 1234",
        "plan list",
        "audit verify --json",
        "backup there.zip",
        "diagnostics"
      })
  void aStoreThatIsGoneIsReportedByEveryCommand(String line) throws Exception {
    cli.run("job", "add", "--exec", "true");
    for (String name : List.of("", "-wal", "-shm", ".open", ".migrating")) {
      Files.deleteIfExists(store().resolveSibling(store().getFileName() + name));
    }

    Run run = cli.run(line.split(" "));

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
    assertThat(run.out() + run.err())
        .contains("The store is lost", "its log had 1 event", "agents restore --start-over");
    assertThat(store()).doesNotExist();
    assertThat(cli.run("restore", "--start-over").out()).contains("empty when next used");
    assertThat(cli.run("job", "list", "--json").json().at("/data/jobs")).isEmpty();
    assertThat(cli.run("job", "add", "--exec", "true").exitCode()).isZero();
  }

  @Test
  void aSoundStoreIsGivenUpOnlyByForce() {
    cli.run("job", "add", "--exec", "true");

    Run refused = cli.run("restore", "--start-over");

    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("is not lost", "agents restore --start-over --force");
    assertThat(cli.run("restore").exitCode()).isEqualTo(2);
    Run forced = cli.run("restore", "--start-over", "--force", "--json");
    assertThat(Path.of(forced.json().at("/data/old_store").textValue())).exists();
    assertThat(cli.run("restore", "--start-over").exitCode()).isEqualTo(4);
  }

  @Test
  void aNewerStoreIsLeftAlone() throws Exception {
    cli.run("job", "add", "--exec", "true");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE job_schema SET version = 99 WHERE module = 'job'");
    }

    for (String line : new String[] {"job list", "job add --exec true", "worker run"}) {
      Run run = cli.run(line.split(" "));
      assertThat(run.exitCode()).as(line).isEqualTo(4);
      assertThat(run.err())
          .contains("schema version engine 5, job 99, workspace 1", "Update this program");
    }
  }

  @Test
  void aFolderInTheFilesPlaceIsReported() throws Exception {
    Files.createDirectories(store());

    Run run = cli.run("job", "add", "--exec", "true");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("error: SQLite database " + store());
  }

  @Test
  void aStoreThatMayOnlyBeReadIsRead() throws Exception {
    String id = cli.run("job", "add", "--exec", "true").out().strip();
    try (ReadOnlyFolder sealed =
        ReadOnlyFolder.of(Objects.requireNonNull(store().getParent()), store())) {
      assertThat(sealed).isNotNull();

      assertThat(cli.run("job", "list").out()).contains(id.substring(18));
      for (String line : new String[] {"job show " + id, "worker status", "diagnostics"}) {
        Run run = cli.run(line.split(" "));
        assertThat(run.exitCode()).as(line + run.err()).isZero();
      }
      // Not "worker run": where a log was left it can open the store, and then waits for it.
      for (String line : new String[] {"job add --exec true", "job cancel " + id}) {
        Run run = cli.run(line.split(" "));
        assertThat(run.exitCode()).as(line).isEqualTo(1);
        assertThat(run.err())
            .contains(
                "cannot be opened or written",
                "Check the owner and the permissions",
                "Nothing was changed.",
                "agents info");
      }
    }
  }

  @Test
  void aSoundStoreIsReportedAsSound() {
    cli.run("job", "add", "--exec", "true");

    Run run = cli.run("diagnostics");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "store: jdbc:sqlite:",
            "schema: version engine 5, job 1, workspace 1",
            "integrity: sound");
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "BUSY",
        "DISK_FULL",
        "READ_ONLY",
        "SCHEMA_TOO_NEW",
        "MISCONFIGURED",
        "ABSENT",
        "DAMAGED"
      })
  void theMessageOfTheStoreSaysWhatToDoAndTheHintDoesNotSayItAgain(StoreException.Kind kind) {
    String hint = StoreProblem.of(new StoreException(kind, "It did not work", null)).hint();

    assertThat(hint)
        .doesNotContainPattern("(?i)\\b(try|free|make|set|update|correct|creates|restore a)\\b");
  }

  @Test
  void aMessageOfTheStoreEndsWithOnePeriod() {
    StoreException wrong =
        catchThrowableOfType(
            StoreException.class, () -> Database.open("mysql://me@host/db").close());

    assertThat(StoreProblem.of(wrong).message()).endsWith("<database>.").doesNotEndWith("..");
  }

  @ParameterizedTest
  @EnumSource
  void everyTroubleHasAnExitCodeAndAHint(StoreException.Kind kind) {
    var problem = StoreProblem.of(new StoreException(kind, "It did not work", null));

    assertThat(problem.message()).isEqualTo("It did not work.");
    assertThat(problem.hint()).isNotBlank();
    assertThat(problem.exitCode().number()).isBetween(1, 4);
  }
}

package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where secrets in goals, commands and their output are stored and shown: only where the exact text
 * is needed to run.
 */
class SecretsInStoreTest {

  /** Made up, and cut in two, so that no scanner takes this file for one with secrets. */
  private static final String PASSWORD = "marble" + "47QXZ";

  private static final String PHRASE = "orange-" + "guitar";

  private static final String LOGIN =
      Base64.getEncoder().encodeToString(("me:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

  private static final String AWS_ID = "AK" + "IAQ2W3E4R5T6Y7U2I3";

  private static final String AWS_SECRET = "a1B2c3D4e5" + "F6g7H8i9J0/kLmNoPqRsTuVwXyZ+a2b3";

  private static final List<String> SECRETS = List.of(PASSWORD, PHRASE, LOGIN, AWS_ID, AWS_SECRET);

  /** All in the ways in which people write them. */
  private static final String TEXT =
      String.join(
          "\n",
          "curl -u me:" + PASSWORD + " https://example.org",
          "curl -H 'Authorization: Basic " + LOGIN + "' https://example.org",
          "password: " + PHRASE,
          "{\"auths\": {\"example.org\": {\"auth\": \"" + LOGIN + "\"}}}",
          "postgres://app:" + PASSWORD + "@db/shop",
          "Server=db;Password=" + PASSWORD + ";Encrypt=true",
          AWS_ID + " " + AWS_SECRET);

  /** Where a plan and a job keep what they need to run. */
  private static final Set<String> KEPT =
      Set.of("plan_records.goal", "plan_records.brief", "job_ended.payload");

  private static final List<List<String>> PLAN_EXITS =
      Stream.of("status", "tree", "explain", "errors", "artifacts", "checkpoints", "diff")
          .map(report -> List.of("plan", report))
          .toList();

  private static final List<List<String>> EXITS =
      List.of(
          List.of("plan", "list"),
          List.of("approvals"),
          List.of("sandbox", "list"),
          List.of("audit", "log"),
          List.of("job", "list"));

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
  }

  @Test
  void onlyWhatRunsHasThem() throws Exception {
    String print = "cat <<'END'\n" + TEXT + "\nEND\n";
    run("run", "Call\n" + TEXT, "--exec", print + "echo b > b.txt", "--check", print + "exit 1");
    run("plan", "cancel", "last", "--yes", "--reason", TEXT);
    run(
        "run",
        TEXT,
        "--exec",
        print + "sed s/REDACTED/TAKEN/g \"$AGENTS_PROMPT\" > c.txt",
        "--yes");
    run("run", TEXT, "--exec", print + "exit 1");
    run("plan", "prompt", "last", TEXT);
    run("job", "add", "--exec", print + "exit 1", "--retries", "0");
    run("worker", "run", "--until-empty");
    JsonNode unwanted = run("job", "add", "--exec", print).json().path("data").path("id");
    run("job", "cancel", unwanted.asText(), "--reason", TEXT);

    assertThat(columnsWithSecrets()).containsExactlyInAnyOrderElementsOf(KEPT);
    List<String> plans = ids("plan");
    List<String> jobs = ids("job");
    assertThat(plans).hasSize(3);
    assertThat(jobs).hasSizeGreaterThan(1);
    for (String plan : plans) {
      PLAN_EXITS.forEach(exit -> shows(exit, plan));
    }
    jobs.forEach(job -> shows(List.of("job", "show"), job));
    EXITS.forEach(exit -> shows(exit, ""));
    Path audit = folder.resolve("audit.jsonl");
    assertThat(shop.cli().run("audit", "export", audit.toString()).exitCode()).isZero();
    assertThat(secretsIn(Files.readString(audit))).isEmpty();
    assertThat(shop.read("c.txt")).contains("curl -u me:[TAKEN:");
    assertThat(secretsIn(shop.read("c.txt"))).isEmpty();
    assertThat(secretsIn(shop.git("log", "--all", "--format=%B"))).isEmpty();
    assertThat(filesWithSecrets()).isEmpty();
  }

  private void shows(List<String> exit, String id) {
    List<String> words = new ArrayList<>(exit);
    if (!id.isEmpty()) {
      words.add(id);
    }
    List<String> text = List.copyOf(words);
    words.add("--json");
    for (List<String> command : List.of(text, words)) {
      TestCli.Run run = shop.cli().run(command.toArray(String[]::new));
      assertThat(run.exitCode()).as("%s: %s", command, run.err()).isZero();
      assertThat(secretsIn(run.out() + run.err())).as("%s: %s", command, run.out()).isEmpty();
    }
  }

  private List<String> ids(String of) {
    return run(of, "list").json().path("data").findValuesAsText("id");
  }

  private TestCli.Run run(String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.add("--json");
    TestCli.Run run = shop.cli().run(words.toArray(String[]::new));
    assertThat(secretsIn(run.out() + run.err())).as("%s %s", run.out(), run.err()).isEmpty();
    return run;
  }

  private static List<String> secretsIn(String text) {
    return SECRETS.stream().filter(text::contains).toList();
  }

  /** {@code table.column} of each value with a secret. */
  private Set<String> columnsWithSecrets() throws SQLException, IOException {
    Set<String> found = new TreeSet<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database())) {
      for (String table : tables(connection)) {
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
          while (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
              byte[] value = rows.getBytes(i);
              if (value != null
                  && !secretsIn(new String(value, StandardCharsets.UTF_8)).isEmpty()) {
                found.add(table + "." + rows.getMetaData().getColumnName(i));
              }
            }
          }
        }
      }
    }
    return found;
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }

  private Path database() throws IOException {
    return files().filter(it -> it.toString().endsWith(".db")).findFirst().orElseThrow();
  }

  /** Logs, prompts and whatever else is kept, but the database, which is read as tables. */
  private List<String> filesWithSecrets() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files().filter(it -> !it.toString().contains(".db")).toList()) {
      if (!secretsIn(Files.readString(file, StandardCharsets.ISO_8859_1)).isEmpty()) {
        found.add(file.toString());
      }
    }
    return found;
  }

  private Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("data"))) {
      return all.filter(Files::isRegularFile).toList().stream();
    }
  }
}

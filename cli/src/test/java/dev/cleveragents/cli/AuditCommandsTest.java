package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log as users see it: what is in it, and what {@code audit verify} finds. */
class AuditCommandsTest {

  @TempDir private Path home;
  private TestCli cli;

  @BeforeEach
  void aUser() {
    cli = new TestCli(home);
  }

  private String add(String command) {
    return cli.run("job", "add", "--exec", command).out().strip();
  }

  private void sql(String statement) throws Exception {
    Path store = home.resolve(".cleveragents/cleveragents.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        Statement statements = connection.createStatement()) {
      statements.executeUpdate(statement);
    }
  }

  @Test
  void jobsThatUsersAddCancelAndRetryAreInTheLogWithoutSecrets() {
    String id = add("curl -u me:s3cret-pass http://localhost");
    cli.run("job", "cancel", id, "--reason", "not needed");
    cli.run("job", "retry", id);
    cli.run("job", "retry", id);

    Run log = cli.run("audit", "log");

    assertThat(log.out())
        .containsPattern("1: .* job.added .*type=exec command=curl -u me:\\[REDACTED:")
        .containsPattern("2: .* job.cancel_requested .*reason=not needed")
        .containsPattern("3: .* job.retried .*retry_of=" + id.substring(18))
        .doesNotContain("s3cret-pass")
        .hasLineCount(3);
    assertThat(cli.run("audit", "verify", "--json").json().at("/data/unsealed").asInt(-1)).isZero();
  }

  @Test
  void anExportShowsWhatWasChangedSince() throws Exception {
    add("true");
    add("false");
    Path export = home.resolve("earlier");
    cli.run("audit", "export", export.toString());
    add("true");

    Run same = cli.run("audit", "verify", "--against", export.toString(), "--json");

    assertThat(same.json().at("/data/compared").asInt()).isEqualTo(2);
    assertThat(same.json().at("/data/entries").asInt()).isEqualTo(3);
    sql("UPDATE audit_events SET actor = 'somebody' WHERE position = 2");
    assertThat(cli.run("audit", "verify").err())
        .contains("was altered: entry 2", "agents audit verify --against EXPORT");
    Run changed = cli.run("audit", "verify", "--against", export.toString());
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.err()).contains("entry 2 differs from the export in: actor");
    Files.writeString(export, "dear diary\n");
    assertThat(cli.run("audit", "verify", "--against", export.toString()).exitCode()).isEqualTo(2);
    assertThat(cli.run("audit", "verify", "--against", "nowhere").exitCode()).isEqualTo(3);
  }

  @Test
  void aLogWithoutItsKeyIsNotContinuedUntilTheKeyIsThereOrRenewed() throws Exception {
    add("true");
    Path key = key();
    byte[] bytes = Files.readAllBytes(key);
    Files.delete(key);

    Run refused = cli.run("job", "add", "--exec", "true");

    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err())
        .contains("this home does not have it", "Copy " + key, "next: agents audit rekey");
    assertThat(cli.run("job", "list", "--json").json().at("/data/jobs")).hasSize(1);
    assertThat(cli.run("audit", "rekey").exitCode()).isEqualTo(4);
    Files.write(key, bytes);
    assertThat(cli.run("job", "add", "--exec", "true").exitCode()).isZero();
    Files.delete(key);
    assertThat(cli.run("audit", "rekey", "--yes").out()).contains("key: renewed");
    assertThat(cli.run("audit", "verify").out()).contains("log: intact", "sealed: from entry 3 on");
  }

  private Path key() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve(".cleveragents/audit"))) {
      return files.filter(it -> it.toString().endsWith(".key")).findFirst().orElseThrow();
    }
  }
}

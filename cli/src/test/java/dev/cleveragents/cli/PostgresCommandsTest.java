package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.store.TcpProxy;
import dev.cleveragents.store.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands about jobs and workers with {@code store.url} at a real PostgreSQL. */
class PostgresCommandsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private Path home;
  private final CancellationSource interrupt = new CancellationSource();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private String url;
  private TestCli cli;

  @BeforeEach
  void aServer() throws Exception {
    url = TestPostgres.shared().newSchema();
    storeAt(url);
    cli = new TestCli(home);
  }

  private void storeAt(String address) throws IOException {
    Path config = Files.createDirectories(home.resolve(".cleveragents")).resolve("config.toml");
    Files.writeString(config, "store.url = \"%s\"\n".formatted(address));
  }

  @AfterEach
  void stopProcessesAndExpectNoFile() throws Exception {
    interrupt.cancel(CancellationCause.shutdown("the test is over"));
    threads.shutdown();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(home.resolve(".cleveragents"))
        .isDirectoryContaining(file -> file.endsWith("config.toml"))
        .isDirectoryNotContaining(file -> file.toString().contains(".db"));
  }

  private String add(String... arguments) {
    List<String> all = new ArrayList<>(List.of("job", "add", "--exec"));
    all.addAll(List.of(arguments));
    Run run = cli.run(all.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out().strip();
  }

  private Run work() {
    Run run = cli.run("worker", "run", "--until-empty");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    return run;
  }

  private Future<Run> worker() {
    TestCli its = new TestCli(home).interruptedBy(interrupt.token());
    return threads.submit(() -> its.run("worker", "run", "--name", "fred"));
  }

  private JsonNode data(String line) {
    return cli.run((line + " --json").split(" ")).json().path("data");
  }

  private String status(String id) {
    return data("job show " + id).path("status").textValue();
  }

  @ParameterizedTest
  @CsvSource({"job list,0", "worker status,0", "diagnostics,0", "job show 01ARZ3ND,3"})
  void readingMakesNoTables(String line, int code) {
    for (int time = 1; time <= 2; time++) {
      assertThat(cli.run(line.split(" ")).exitCode()).as("time " + time).isEqualTo(code);
    }
    assertThat(data("diagnostics").path("store").path("there").booleanValue()).isFalse();
  }

  @Test
  void aCommandIsAddedRunListedAndShown() {
    String id = add("echo one; echo two >&2");
    assertThat(data("worker status").path("waiting").intValue()).isEqualTo(1);

    Run worked = work();

    assertThat(worked.out())
        .contains(
            "PostgreSQL database jdbc:postgresql://",
            id.substring(18) + "#1 succeeded",
            "1 succeeded");
    assertThat(cli.run("job", "list").out()).contains(id.substring(18));
    assertThat(data("job list --status succeeded").path("jobs")).hasSize(1);
    assertThat(data("job list --status queued").path("jobs")).isEmpty();
    assertThat(data("job show " + id.substring(18)).path("output").textValue())
        .isEqualTo("one\ntwo\n");
    assertThat(cli.run("job", "show", id, "--output").out()).isEqualTo("one\ntwo\n");
  }

  @Test
  void aFailedJobIsRetriedOnceHoweverOftenOneAsks() {
    String id = add("test -e " + home.resolve("there"), "--retries", "0");
    assertThat(cli.run("job", "retry", id).exitCode()).as("while it is queued").isEqualTo(4);
    work();
    assertThat(status(id)).isEqualTo("failed");
    assertThat(home.resolve("there").toFile().mkdir()).isTrue();

    String anew = data("job retry " + id).path("id").textValue();
    assertThat(data("job retry " + id).path("id").textValue()).isEqualTo(anew).isNotEqualTo(id);
    work();

    assertThat(status(anew)).isEqualTo("succeeded");
    JsonNode attempts = data("worker status").path("attempts");
    assertThat(attempts.path("total").intValue()).isEqualTo(2);
    assertThat(attempts.path("failed").intValue()).isEqualTo(1);
    assertThat(cli.run("worker", "status").out())
        .contains("attempts: 2 for the jobs in the store (1 failed)");
  }

  @Test
  void aQueuedJobThatIsCancelledNeverStarts() {
    String id = add("touch " + home.resolve("ran"));

    assertThat(data("job cancel " + id).path("status").textValue()).isEqualTo("cancelled");
    work();

    assertThat(home.resolve("ran")).doesNotExist();
    assertThat(cli.run("job", "cancel", id).exitCode()).isEqualTo(4);
  }

  @Test
  void aRunningJobIsSeenInTheStatusAndEndsWhenItIsCancelled() {
    Future<Run> worker = worker();
    String id = add("echo begun; sleep 300");
    await().atMost(PATIENCE).until(() -> status(id).equals("running"));

    JsonNode status = data("worker status");
    assertThat(status.path("running").intValue()).isEqualTo(1);
    assertThat(status.path("attempts").path("total").intValue()).isEqualTo(1);
    assertThat(status.path("sessions").path(0).path("worker").textValue()).isEqualTo("fred");
    assertThat(cli.run("job", "cancel", id).out()).contains("cancel requested");

    await().atMost(PATIENCE).until(() -> status(id).equals("cancelled"));
    assertThat(worker.isDone()).isFalse();
    interrupt.cancel(CancellationCause.shutdown("Ctrl-C"));
    await().atMost(PATIENCE).until(() -> data("worker status").path("sessions").isEmpty());
  }

  @Test
  void waitShowsTheEndOfTheJob() {
    Future<Run> worker = worker();

    Run good = cli.run("job", "add", "--exec", "echo fine", "--wait");

    assertThat(good.exitCode()).as(good.err()).isZero();
    assertThat(good.out()).contains("succeeded").endsWith("fine\n");
    assertThat(worker.isDone()).isFalse();
  }

  @Test
  void purgeDeletesEndedJobsOnly() {
    String ended = add("echo hello");
    String waiting = add("true", "--after", "1d");
    work();

    assertThat(data("job purge --older-than 0s --yes").path("purged").intValue()).isEqualTo(1);

    assertThat(cli.run("job", "show", ended).exitCode()).isEqualTo(3);
    assertThat(status(waiting)).isEqualTo("queued");
  }

  @Test
  void aSoundStoreIsReportedWithoutItsPassword() {
    add("true");
    url += "&password=s3cret";
    cli.variable("CLEVERAGENTS_STORE_URL", url);

    Run run = cli.run("diagnostics");

    assertThat(run.exitCode()).as(run.out()).isZero();
    assertThat(run.out())
        .contains("store: jdbc:postgresql://", "schema: version ", "integrity: sound")
        .doesNotContain("s3cret");
  }

  @Test
  void aWorkerWaitsLongerThanOtherCommandsForAServerThatIsNotThereYet() throws Exception {
    try (TcpProxy door = new TcpProxy(url, (it, _) -> it.server())) {
      storeAt(door.url());
      TestCli its = new TestCli(home);
      Future<Run> worker = threads.submit(() -> its.run("worker", "run", "--until-empty"));

      Run list = cli.run("job", "list");
      door.open();

      assertThat(list.exitCode()).isEqualTo(1);
      assertThat(list.out()).contains("waiting up to 3 s for", "refused");
      assertThat(list.err()).contains("cannot be reached");
      Run worked = worker.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(worked.exitCode()).as(worked.err()).isZero();
      assertThat(worked.out()).contains("waiting up to 30 s for");
    }
  }

  @Test
  void anInterruptEndsACommandThatWaitsForTheServer() throws Exception {
    TcpProxy.Answer starting = TcpProxy.says("57P03", "the database system is starting up");
    try (TcpProxy door = new TcpProxy(url, (_, _) -> starting).open()) {
      storeAt(door.url());
      Future<Run> worker = worker();
      await().atMost(PATIENCE).until(() -> door.callers() > 0);

      interrupt.cancel(CancellationCause.shutdown("the person has pressed Ctrl-C"));

      // Less than the deadline, at which it would end by itself.
      assertThat(worker.get(20, TimeUnit.SECONDS).exitCode()).isEqualTo(130);
    }
  }
}

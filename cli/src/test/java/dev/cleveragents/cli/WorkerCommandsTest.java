package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker in the foreground, with another command line beside it. */
class WorkerCommandsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private Path home;
  private final CancellationSource interrupt = new CancellationSource();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private TestCli cli;

  @BeforeEach
  void aPerson() {
    cli = new TestCli(home);
  }

  @AfterEach
  void stopProcesses() throws Exception {
    interrupt.cancel(CancellationCause.shutdown("the test is over"));
    threads.shutdown();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  private Future<Run> worker(String... more) {
    String[] all = new String[more.length + 2];
    all[0] = "worker";
    all[1] = "run";
    System.arraycopy(more, 0, all, 2, more.length);
    TestCli its = new TestCli(home).interruptedBy(interrupt.token());
    return threads.submit(() -> its.run(all));
  }

  private String add(String line) {
    return cli.run("job", "add", "--exec", line).out().strip();
  }

  private JsonNode show(String id) {
    return cli.run("job", "show", id, "--json").json().path("data");
  }

  private void awaitStatus(String id, String status) {
    await().atMost(PATIENCE).until(() -> show(id).path("status").textValue().equals(status));
  }

  private long pidIn(Path file) {
    await().atMost(PATIENCE).until(() -> Files.exists(file) && !Files.readString(file).isBlank());
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitGone(long pid) {
    await()
        .atMost(PATIENCE)
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void cancellingARunningCommandEndsItsWholeTree() throws Exception {
    Path grandchild = home.resolve("grandchild");
    String id = add("echo working; (sh -c 'echo $$ >" + grandchild + "; sleep 300' &) ; sleep 300");
    Future<Run> worker = worker();
    long pid = pidIn(grandchild);

    Run cancelled = cli.run("job", "cancel", id, "--reason", "enough");

    assertThat(cancelled.out()).contains("cancel requested");
    awaitStatus(id, "cancelled");
    awaitGone(pid);
    JsonNode job = show(id);
    assertThat(job.path("cancel_reason").textValue()).isEqualTo("enough");
    assertThat(job.path("output").textValue()).startsWith("working\n");
    assertThat(worker.isDone()).isFalse();
  }

  @Test
  void outputIsVisibleWhileACommandRuns() {
    String id = add("echo so far; sleep 300");
    Future<Run> worker = worker();

    await().atMost(PATIENCE).until(() -> show(id).path("output").textValue().equals("so far\n"));

    assertThat(show(id).path("status").textValue()).isEqualTo("running");
    assertThat(cli.run("job", "retry", id).exitCode()).isEqualTo(4);
    assertThat(cli.run("job", "show", id).out()).contains("attempt 1: running");
    cli.run("job", "cancel", id);
    awaitStatus(id, "cancelled");
    assertThat(worker.isDone()).isFalse();
  }

  @Test
  void aRunningAttemptWithoutOutputIsShownAsRunning() {
    String line = "test $AGENTS_LEASE = 2 && sleep 300";
    String id = cli.run("job", "add", "--retries", "2", "--exec", line).out().strip();
    Future<Run> worker = worker();
    await().atMost(PATIENCE).until(() -> show(id).path("leases").intValue() == 2);

    assertThat(cli.run("job", "show", id).out())
        .contains("attempt 1: to be tried again", "attempt 2: running", "attempts: 1 of 3 used up");
    assertThat(show(id).path("runs")).hasSize(2);
    JsonNode status = cli.run("worker", "status", "--json").json().path("data");
    assertThat(status.path("running").intValue()).isEqualTo(1);
    assertThat(status.path("retrying").intValue()).isZero();
    cli.run("job", "cancel", id);
    awaitStatus(id, "cancelled");
    assertThat(worker.isDone()).isFalse();
  }

  @Test
  void untilEmptyReportsAnInterruptBeforeTheQueueIsEmpty() throws Exception {
    Path process = home.resolve("process");
    String id = add("echo $$ >" + process + "; sleep 300");
    Future<Run> worker = worker("--grace", "100ms", "--until-empty");
    pidIn(process);

    interrupt.cancel(CancellationCause.shutdown("SIGTERM"));

    Run run = worker.get(60, TimeUnit.SECONDS);
    assertThat(run.exitCode()).isEqualTo(130);
    assertThat(run.out())
        .contains("1 returned to the queue; interrupted before the queue was empty");
    assertThat(show(id).path("status").textValue()).isEqualTo("queued");
  }

  @Test
  void anInterruptGivesBackWhatDoesNotEndAndEndsItsProcesses() throws Exception {
    Path process = home.resolve("process");
    String id = add("echo $$ >" + process + "; sleep 300");
    Future<Run> worker = worker("--grace", "100ms", "--name", "fred");
    long pid = pidIn(process);

    interrupt.cancel(CancellationCause.shutdown("Ctrl-C"));

    Run run = worker.get(60, TimeUnit.SECONDS);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "stopping: waiting up to 100ms for 1 running",
            "is queued again",
            "1 returned to the queue");
    awaitGone(pid);
    assertThat(show(id).path("status").textValue()).isEqualTo("queued");
    assertThat(show(id).path("attempts").intValue()).isZero();
    assertThat(cli.run("worker", "status", "--json").json().path("data").path("sessions"))
        .isEmpty();
  }

  @Test
  void anInterruptWaitsForWhatEndsInTime() throws Exception {
    Path process = home.resolve("process");
    String id = add("echo $$ >" + process + "; sleep 1; echo done");
    Future<Run> worker = worker("--grace", "30s");
    pidIn(process);

    interrupt.cancel(CancellationCause.shutdown("Ctrl-C"));

    assertThat(worker.get(60, TimeUnit.SECONDS).out()).contains("1 succeeded");
    assertThat(show(id).path("output").textValue()).isEqualTo("done\n");
  }

  @Test
  void theStatusShowsTheQueueAndItsWorkers() {
    String id = add("sleep 300");
    cli.run("job", "add", "--exec", "true", "--after", "1h");
    Future<Run> worker = worker("--name", "fred", "--concurrency", "1");
    awaitStatus(id, "running");
    add("echo second");

    JsonNode status = cli.run("worker", "status", "--json").json().path("data");

    assertThat(status.path("waiting").intValue()).isEqualTo(1);
    assertThat(status.path("delayed").intValue()).isEqualTo(1);
    assertThat(status.path("running").intValue()).isEqualTo(1);
    assertThat(status.path("oldest_waiting_ms").isNumber()).isTrue();
    JsonNode session = status.path("sessions").path(0);
    assertThat(session.path("worker").textValue()).isEqualTo("fred");
    assertThat(session.path("pid").longValue()).isEqualTo(ProcessHandle.current().pid());
    assertThat(session.path("running").intValue()).isEqualTo(1);
    assertThat(session.path("gone").booleanValue()).isFalse();
    assertThat(cli.run("worker", "status").out())
        .contains("waiting: 1 (oldest for ", "fred: 1 of 1 running (");
    cli.run("job", "cancel", id);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                cli.run("worker", "status", "--json")
                        .json()
                        .path("data")
                        .path("ended_last_minute")
                        .path("succeeded")
                        .intValue()
                    == 1);
    assertThat(worker.isDone()).isFalse();
  }

  @Test
  void theStatusCountsTheAttemptsAtAllJobsInEveryFormat() {
    cli.run("job", "add", "--exec", "exit 1", "--retries", "1");
    add("true");
    cli.run("job", "add", "--exec", "true", "--after", "1h");
    cli.run("worker", "run", "--until-empty");

    JsonNode attempts = cli.run("worker", "status", "--json").json().path("data").path("attempts");

    assertThat(attempts.path("total").intValue()).as("two failed, one succeeded").isEqualTo(3);
    assertThat(attempts.path("failed").intValue()).isEqualTo(2);
    assertThat(cli.run("worker", "status").out())
        .contains("attempts: 3 for the jobs in the store (2 failed)");
    assertThat(cli.run("worker", "status", "--format", "rich").out())
        .containsPattern("attempts +3 for the jobs in the store +\\(?2 failed");
    assertThat(cli.run("worker", "status", "--format", "yaml").out())
        .contains("attempts:\n    total: 3\n    failed: 2\n");
  }

  @Test
  void withNoStoreNoAttemptWasMade() {
    JsonNode attempts = cli.run("worker", "status", "--json").json().path("data").path("attempts");

    assertThat(attempts.path("total").intValue()).isZero();
    assertThat(attempts.path("failed").intValue()).isZero();
  }

  @Test
  void addCanWaitForTheJob() {
    Future<Run> worker = worker();

    Run good = cli.run("job", "add", "--exec", "echo fine", "--wait");
    assertThat(good.exitCode()).as(good.err()).isZero();
    assertThat(good.out()).contains("succeeded").endsWith("fine\n");

    Run bad =
        cli.run("job", "add", "--exec", "echo oops; exit 9", "--retries", "0", "--wait", "--json");
    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.json().path("data").path("message").textValue()).isEqualTo("Exit code 9: oops");
    assertThat(worker.isDone()).isFalse();
  }

  @Test
  void withinLimitsTheWait() {
    Run run = cli.run("job", "add", "--exec", "true", "--within", "1ms");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("Timed out", "stays queued", "agents job show ");
    assertThat(cli.run("job", "list", "--status", "queued").out()).doesNotContain("no jobs");
  }

  @Test
  void anEndedWaitLeavesTheJobAlone() throws Exception {
    Future<Run> waiting =
        threads.submit(
            () ->
                new TestCli(home)
                    .interruptedBy(interrupt.token())
                    .run("job", "add", "--exec", "true", "--wait"));
    await().atMost(PATIENCE).until(() -> !cli.run("job", "list").out().equals("no jobs\n"));

    interrupt.cancel(CancellationCause.shutdown("Ctrl-C"));

    Run run = waiting.get(60, TimeUnit.SECONDS);
    assertThat(run.exitCode()).isEqualTo(130);
    assertThat(run.out()).contains("waiting for a worker, none is running");
    assertThat(run.err()).contains("stays queued", "agents job show ");
    assertThat(
            cli.run("job", "list", "--status", "queued", "--json").json().path("data").path("jobs"))
        .hasSize(1);
  }

  @Test
  void programsGetTheEnvelopeAlone() {
    add("echo hello");

    Run run = cli.run("worker", "run", "--until-empty", "--json");

    assertThat(run.out()).startsWith("{");
    assertThat(run.json().path("data").path("runs").path("succeeded").intValue()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aWorkerThatCannotBeIsRefused() {
    Run run = cli.run("worker", "run", "--concurrency", "0");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--concurrency must be at least 1, is 0");
    assertThat(home).isEmptyDirectory();
  }
}

package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs and workers as processes of their own: killed, interrupted, several at once. */
class JobsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private Checkout checkout;

  @BeforeEach
  void aUsedCheckout() throws Exception {
    checkout = Checkout.used(folder);
  }

  @AfterEach
  void stopProcesses() throws Exception {
    checkout.stop();
  }

  private String add(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("job", "add", "--exec"));
    all.addAll(List.of(arguments));
    Ran ran = checkout.agents(all.toArray(String[]::new));
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
    return ran.out().strip();
  }

  private Running worker(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(checkout.script().toString(), "worker", "run"));
    all.addAll(List.of(arguments));
    return checkout.start(all.toArray(String[]::new));
  }

  private JsonNode show(String id) throws Exception {
    Ran ran = checkout.agents("job", "show", id, "--json");
    return JsonMapper.builder().build().readTree(ran.out()).path("data");
  }

  private static void awaitLines(Path file, int count) {
    await()
        .atMost(PATIENCE)
        .until(() -> Files.exists(file) && Files.readAllLines(file).size() >= count);
  }

  @Test
  void fromTheFirstCommandOnNothingIsOnStandardError() throws Exception {
    String id = add("echo hello");

    Ran worked = worker("--until-empty").end();

    assertThat(worked.err()).isEmpty();
    assertThat(worked.exitCode()).isZero();
    assertThat(worked.out()).contains(id.substring(18) + "#1 succeeded");
    Ran shown = checkout.agents("job", "show", id, "--output");
    assertThat(shown.out()).isEqualTo("hello\n");
    assertThat(shown.err()).isEmpty();
  }

  @Test
  void theJobOfAKilledWorkerIsRunAgainByAnotherWithin15SecondsAndItsProcessesAreEnded()
      throws Exception {
    Path notes = checkout.home.resolve("notes");
    String id =
        add("echo $$ >>" + notes + "; test $AGENTS_LEASE = 2 || sleep 300", "--retries", "1");
    Running killed = worker();
    awaitLines(notes, 1);
    long first = Long.parseLong(Files.readAllLines(notes).getFirst());
    Running other = worker("--until-empty");
    await().atMost(PATIENCE).until(() -> Files.readString(other.out()).contains("jobs at once"));

    killed.process().destroyForcibly().waitFor();
    long start = System.nanoTime();

    awaitLines(notes, 2);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    assertThat(other.end().exitCode()).isZero();
    JsonNode job = show(id);
    assertThat(job.path("status").textValue()).isEqualTo("succeeded");
    assertThat(job.path("attempts").intValue()).isEqualTo(1);
    assertThat(job.path("runs")).hasSize(2);
    await()
        .atMost(PATIENCE)
        .until(() -> ProcessHandle.of(first).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void twoWorkersShareTheJobsAndEachRunsOnce() throws Exception {
    Path notes = checkout.home.resolve("notes");
    for (int i = 0; i < 4; i++) {
      add("echo " + i + " >>" + notes + "; sleep 0.5");
    }

    Running one = worker("--until-empty", "--concurrency", "1");
    Running two = worker("--until-empty", "--concurrency", "1");

    String both = one.end().out() + two.end().out();
    assertThat(Files.readAllLines(notes)).containsExactlyInAnyOrder("0", "1", "2", "3");
    assertThat(both.lines().filter(line -> line.contains("#1 succeeded"))).hasSize(4);
  }

  /** SIGTERM does the same, see below. */
  @Test
  void aSignalDrainsAWorkerAndASecondOneLeavesAtOnce() throws Exception {
    String signal = "INT";
    Path notes = checkout.home.resolve("notes");
    add("echo $$ >>" + notes + "; sleep 300");
    Running worker = worker("--grace", "200s");
    awaitLines(notes, 1);

    checkout.send(signal, worker);
    await()
        .atMost(PATIENCE)
        .until(() -> Files.readString(worker.out()).contains("stopping: waiting up to 3m 20s"));
    assertThat(worker.process().isAlive()).isTrue();
    checkout.send(signal, worker);

    assertThat(worker.end().exitCode()).isEqualTo(130);
    checkout.bash("kill -9 -$(ps -o sid= -p " + Files.readString(notes).strip() + ")");
  }

  @Test
  void aSignalGivesBackWhatRunsAndEndsWithZero() throws Exception {
    Path notes = checkout.home.resolve("notes");
    String id = add("echo $$ >>" + notes + "; sleep 300");
    Running worker = worker("--grace", "0s");
    awaitLines(notes, 1);

    checkout.send("TERM", worker);

    Ran ran = worker.end();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("is queued again", "1 returned to the queue");
    assertThat(show(id).path("status").textValue()).isEqualTo("queued");
  }

  @Test
  void aReadOnlyStoreIsReadAndReportedAsSuch() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/setpriv"))
            && "root".equals(System.getProperty("user.name")),
        "needs root and setpriv to run as a user without write access");
    checkout.stop();
    checkout = Checkout.built(folder.resolve("readable by others"));
    String id = add("echo hello");
    checkout.bash("chmod -R a+rX '" + folder + "'");

    Ran added = asUserWithoutWriteAccess("job", "add", "--exec", "true");

    assertThat(added.exitCode()).isEqualTo(1);
    assertThat(added.err()).contains("cannot be", "Check the owner and the permissions");
    assertThat(show(id).path("status").textValue()).isEqualTo("queued");
  }

  private Ran asUserWithoutWriteAccess(String... arguments) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "/usr/bin/setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                checkout.script().toString()));
    all.addAll(List.of(arguments));
    return checkout.run(all.toArray(String[]::new));
  }
}

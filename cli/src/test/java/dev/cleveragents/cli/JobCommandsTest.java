package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands about jobs, with workers that run in the same process. */
class JobCommandsTest {

  @TempDir private Path home;
  private TestCli cli;

  @BeforeEach
  void aPerson() {
    cli = new TestCli(home);
  }

  private String add(String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "job";
    all[1] = "add";
    all[2] = "--exec";
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    Run run = cli.run(all);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out().strip();
  }

  private Run work(String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "worker";
    all[1] = "run";
    all[2] = "--until-empty";
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    Run run = cli.run(all);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private JsonNode show(String id) {
    return cli.run("job", "show", id, "--json").json().path("data");
  }

  @ParameterizedTest
  @CsvSource({"job list,0", "worker status,0", "diagnostics,0", "job show 01ARZ3ND,3"})
  void readingMakesNoStore(String line, int code) throws Exception {
    assertThat(cli.run(line.split(" ")).exitCode()).isEqualTo(code);
    assertThat(cli.run((line + " --json").split(" ")).exitCode()).isEqualTo(code);

    assertThat(home).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"job cancel 01ARZ3ND", "job retry 01ARZ3ND", "job purge --older-than 1d --yes"})
  void whatNeedsAJobMakesNoStoreEither(String line) {
    assertThat(cli.run(line.split(" ")).exitCode()).isEqualTo(3);

    assertThat(home).isEmptyDirectory();
  }

  @Test
  void withNoStoreTheListIsEmptyInEveryFormat() {
    assertThat(cli.run("job", "list").out()).isEqualTo("no jobs\n");
    assertThat(cli.run("job", "list", "--json").json().path("data").path("jobs")).isEmpty();
    assertThat(cli.run("job", "list", "--format", "yaml").out()).contains("jobs: []");
  }

  @Test
  void aCommandIsAddedRunAndShownWithItsOutputInTheOrderItWasWritten() {
    String id = add("echo one; echo two >&2; echo $AGENTS_JOB $AGENTS_LEASE");

    Run worked = work();

    assertThat(worked.out())
        .contains(
            id.substring(18) + "#1 started: echo one",
            id.substring(18) + "#1 succeeded in ",
            "1 succeeded");
    assertThat(worked.err()).isEmpty();
    JsonNode job = show(id);
    assertThat(job.path("status").textValue()).isEqualTo("succeeded");
    assertThat(job.path("output").textValue()).isEqualTo("one\ntwo\n" + id + " 1\n");
    assertThat(job.path("runs")).hasSize(1);
    assertThat(job.path("runs").path(0).path("outcome").textValue()).isEqualTo("succeeded");
    assertThat(cli.run("job", "show", id, "--output").out()).isEqualTo("one\ntwo\n" + id + " 1\n");
    assertThat(cli.run("job", "show", id, "--format", "rich").out())
        .contains("✓ status", "Output\none\n");
  }

  @Test
  void aSecretInACommandOrInWhatItPrintsIsShownNowhere() throws Exception {
    String secret = "ghp_" + "aB3d".repeat(9);
    Path got = home.resolve("got");
    String id = add("echo %s | tee %s; exit 7".formatted(secret, got), "--retries", "0");

    Run worked = work();

    assertThat(Files.readString(got)).as("the command has it").isEqualTo(secret + "\n");
    assertThat(worked.out()).contains("started: echo ", "Exit code 7").doesNotContain(secret);
    for (String line : new String[] {"job list", "job show " + id, "job show --output " + id}) {
      assertThat(cli.run(line.split(" ")).out()).as(line).isNotBlank().doesNotContain(secret);
      assertThat(cli.run((line + " --json").split(" ")).out()).as(line).doesNotContain(secret);
    }
    assertThat(show(id).path("output").textValue()).startsWith("[REDACTED");
  }

  @Test
  void aCommandThatFailsIsTriedAgainAndEveryRunIsKept() {
    String id = add("echo try $AGENTS_LEASE; exit 7", "--retries", "1");

    Run worked = work();

    assertThat(worked.out())
        .contains(
            "1 of 2 attempts failed: Exit code 7: try 1",
            "failed, no attempts left: Exit code 7: try 2");
    JsonNode job = show(id);
    assertThat(job.path("status").textValue()).isEqualTo("failed");
    assertThat(job.path("message").textValue()).isEqualTo("Exit code 7: try 2");
    assertThat(job.path("runs").path(0).path("outcome").textValue()).isEqualTo("queued");
    assertThat(job.path("runs").path(0).path("output").textValue()).isEqualTo("try 1\n");
    assertThat(job.path("runs").path(1).path("output").textValue()).isEqualTo("try 2\n");
  }

  @Test
  void aCommandPastItsDeadlineIsEnded() {
    Path printed = home.resolve("printed");
    String id = add("echo begun; touch %s; sleep 100".formatted(printed), "--deadline", "500ms");

    work();

    assertThat(show(id).path("message").textValue())
        .isEqualTo("Deadline of 0.5 s exceeded; the command was ended");
    // On a busy machine it may be ended before it has printed anything.
    assertThat(show(id).path("output").asText()).startsWith(Files.exists(printed) ? "begun\n" : "");
  }

  @Test
  void aDirectoryThatIsNotThereIsRemarkedOnAndFailsTheJob() {
    Run added =
        cli.run("job", "add", "--exec", "true", "--dir", "nowhere", "--retries", "0", "--json");
    assertThat(added.json().path("status").textValue()).isEqualTo("warn");

    work();

    assertThat(show(added.json().path("data").path("id").textValue()).path("message").textValue())
        .contains("nowhere");
  }

  @Test
  void nothingOfOurEnvironmentReachesTheCommandButWhatItNeeds() {
    cli.variable("CLEVERAGENTS_STORE_URL", "jdbc:sqlite:" + home.resolve("other.db"));
    String id = add("env");

    work();

    assertThat(show(id).path("output").textValue())
        .contains("PATH=")
        .doesNotContain("CLEVERAGENTS_STORE_URL", "JAVA_HOME");
  }

  @Test
  void jobsOfOneKeyRunOneAtATime() throws Exception {
    Path notes = home.resolve("notes");
    for (int i = 0; i < 4; i++) {
      add("echo in >>" + notes + "; sleep 0.1; echo out >>" + notes, "--key", "door");
    }

    work("--concurrency", "4");

    assertThat(Files.readAllLines(notes))
        .containsExactly("in", "out", "in", "out", "in", "out", "in", "out");
  }

  @Test
  void aHigherPriorityStartsFirst() throws Exception {
    Path notes = home.resolve("notes");
    add("echo low >>" + notes, "--priority", "-5");
    add("echo high >>" + notes, "--priority", "5");

    work("--concurrency", "1");

    assertThat(Files.readAllLines(notes)).containsExactly("high", "low");
  }

  @Test
  void aDelayedJobWaits() {
    String later = add("true", "--after", "1h");
    String soon = add("true", "--after", "300ms");

    assertThat(cli.run("worker", "status", "--json").json().path("data").path("delayed").intValue())
        .isGreaterThanOrEqualTo(1);
    work();

    assertThat(show(later).path("status").textValue()).isEqualTo("queued");
    assertThat(show(soon).path("status").textValue()).isIn("queued", "succeeded");
    assertThat(cli.run("job", "show", later).out()).contains("not before: ");
  }

  @Test
  void addedTwiceWithOneIdempotencyKeyItIsOneJob() {
    String first = add("true", "--idempotency-key", "nightly");

    Run second = cli.run("job", "add", "--exec", "true", "--idempotency-key", "nightly", "--json");

    assertThat(second.json().path("data").path("id").textValue()).isEqualTo(first);
    assertThat(second.json().path("data").path("created").booleanValue()).isFalse();
    assertThat(second.json().path("status").textValue()).isEqualTo("warn");
  }

  @Test
  void aBlankIdempotencyKeyIsWrongUsageAndAddsNothing() {
    Run run = cli.run("job", "add", "--exec", "true", "--idempotency-key", "");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("idempotency key of a job is blank");
    assertThat(cli.run("job", "list").out()).contains("no jobs");
  }

  @Test
  void aQueuedJobThatIsCancelledNeverStarts() {
    String id = add("touch " + home.resolve("ran"));

    Run cancelled = cli.run("job", "cancel", id, "--reason", "not today", "--json");
    work();

    assertThat(cancelled.json().path("data").path("status").textValue()).isEqualTo("cancelled");
    assertThat(home.resolve("ran")).doesNotExist();
    assertThat(show(id).path("cancel_reason").textValue()).isEqualTo("not today");
    Run again = cli.run("job", "cancel", id);
    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.err())
        .contains("has ended already: cancelled", "agents job show " + id.substring(18));
  }

  @Test
  void aRetryIsANewJobAndAskingTwiceIsOnce() {
    String id = add("test -e " + home.resolve("there"), "--retries", "0", "--key", "k");
    assertThat(cli.run("job", "retry", id).exitCode()).as("while it is queued").isEqualTo(4);
    work();

    Run retried = cli.run("job", "retry", id, "--json");
    Run again = cli.run("job", "retry", id, "--json");

    String anew = retried.json().path("data").path("id").textValue();
    assertThat(anew).isNotEqualTo(id);
    assertThat(retried.json().path("data").path("keys").path(0).textValue()).isEqualTo("k");
    assertThat(again.json().path("data").path("id").textValue()).isEqualTo(anew);
    assertThat(again.json().path("data").path("created").booleanValue()).isFalse();
    assertThat(home.resolve("there").toFile().mkdir()).isTrue();
    work();
    assertThat(show(anew).path("status").textValue()).isEqualTo("succeeded");
    assertThat(cli.run("job", "retry", anew).exitCode()).as("once it succeeded").isEqualTo(4);
  }

  @Test
  void purgeNeedsAConfirmation() {
    String id = add("echo hello");
    String waiting = add("true", "--after", "1d");
    work();

    Run refused = cli.run("job", "purge", "--older-than", "0s");
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("no terminal to ask on", "--yes");
    Run no =
        new TestCli(home).onTerminal().answering("n\n").run("job", "purge", "--older-than", "0s");
    assertThat(no.exitCode()).isEqualTo(4);
    assertThat(no.err()).contains("Delete every job that ended", "nothing was done");
    assertThat(show(id).path("status").textValue()).isEqualTo("succeeded");

    Run yes =
        new TestCli(home).onTerminal().answering("y\n").run("job", "purge", "--older-than", "0s");

    assertThat(yes.out()).isEqualTo("1 job deleted\n");
    assertThat(cli.run("job", "show", id).exitCode()).isEqualTo(3);
    assertThat(show(waiting).path("status").textValue()).isEqualTo("queued");
  }

  @Test
  void purgeStopsAtTheLimit() {
    for (int i = 0; i < 3; i++) {
      cli.run("job", "cancel", add("true"));
    }

    Run purged = cli.run("job", "purge", "--older-than", "0s", "--limit", "2", "--yes", "--json");

    assertThat(purged.json().path("data").path("purged").intValue()).isEqualTo(2);
    assertThat(cli.run("job", "list", "--json").json().path("data").path("jobs")).hasSize(1);
  }

  @Test
  void aJobIsFoundByTheBeginningOrTheEndOfItsId() {
    String id = add("true");
    add("true");

    assertThat(show(id.substring(18)).path("id").textValue()).isEqualTo(id);
    assertThat(show(id.substring(18).toLowerCase(Locale.ROOT)).path("id").textValue())
        .isEqualTo(id);
    Run several = cli.run("job", "show", id.substring(0, 5));
    assertThat(several.exitCode()).isEqualTo(2);
    assertThat(several.err()).contains("matches several jobs");
    assertThat(cli.run("job", "show", id.substring(23)).exitCode()).as("too short").isEqualTo(3);
    assertThat(cli.run("job", "show", "%%%%%%").exitCode()).isEqualTo(3);
  }

  @Test
  void theListIsFilteredAndBounded() {
    String queued = add("echo waiting");
    cli.run("job", "cancel", add("true"));

    JsonNode jobs =
        cli.run("job", "list", "--status", "queued", "--json").json().path("data").path("jobs");
    assertThat(jobs).hasSize(1);
    assertThat(jobs.path(0).path("id").textValue()).isEqualTo(queued);
    assertThat(cli.run("job", "list", "--limit", "1", "--json").json().path("data").path("more"))
        .hasToString("true");
    assertThat(cli.run("job", "list", "--type", "other", "--json").json().path("data").path("jobs"))
        .isEmpty();
    assertThat(cli.run("job", "list", "--limit", "0").exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--exec ''                      | command is empty",
        "--exec x --after 5             | is not a duration",
        "--exec x --after -5s           | is not a duration",
        "--exec x --deadline 0s         | deadline must be",
        "--exec x --priority 2000       | priority must be -1000 to 1000",
        "--exec x --retries -1          | at least 0",
        "--exec x --key ''              | blank key",
        "--key k                        | Missing required option"
      })
  void anInvalidJobIsRefused(String line, String why) {
    String[] words = ("job add " + line.strip()).split(" ");
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i].equals("''") ? "" : words[i];
    }

    Run run = cli.run(words);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(why, "agents help job add");
    assertThat(home).isEmptyDirectory();
  }
}

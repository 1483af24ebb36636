package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Disk, store, git or repository fail while a plan works: the error is clear, the user's files are
 * unchanged, stored work is kept, and the plan continues once the cause is fixed. The tests run
 * concurrently, because some wait half a minute for a store that does not come back.
 */
@Execution(ExecutionMode.CONCURRENT)
class DependencyFailuresIT extends ScriptShop {

  @Override
  Ran script(String... arguments) throws Exception {
    return after("true", arguments);
  }

  /** Runs it in the repository, after a line of shell. */
  private Ran after(String shell, String... arguments) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                shell + "; cd \"$0\" && exec \"$@\"",
                repository.toString(),
                checkout.script().toString()));
    line.addAll(List.of(arguments));
    return checkout.start(line.toArray(String[]::new)).end();
  }

  private void saidClearly(Ran ran, String what) {
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains(what).doesNotContain("Exception").doesNotContain("\tat ");
  }

  private void theUsersFilesAreAsTheyWere() throws Exception {
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(git("rev-list", "--count", "HEAD")).isEqualTo("1");
    assertThat(repository.resolve("a.txt")).hasContent("one\n");
    assertThat(repository.resolve(".git/index.lock")).doesNotExist();
  }

  /** A git that dies in the middle of one kind of call for as long as a file is there. */
  private Path deadlyGit(String call) throws IOException {
    Path flag = Files.createFile(checkout.home.resolve("deadly"));
    checkout.tool(
        "git",
        """
        #!/bin/sh
        if [ -e '%s' ]; then
          for word in "$@"; do
            [ "$word" = '%s' ] && kill -9 $$
          done
        fi
        exec /usr/bin/git "$@"
        """
            .formatted(flag, call));
    return flag;
  }

  @Test
  @Tag("exhaustive")
  void aKilledGitIsReportedAndTheSamePlanContinues() throws Exception {
    Path flag = deadlyGit("write-tree");
    Ran ran = script("run", "add two", "--exec", "echo two >> a.txt", "--yes");
    saidClearly(ran, "write-tree");
    theUsersFilesAreAsTheyWere();
    Files.delete(flag);
    assertThat(script("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
    assertThat(script("diagnostics", "--fix").exitCode()).isZero();
  }

  @Test
  void aGitThatIsKilledWhileAPlanIsAppliedLeavesEverythingAsItWas() throws Exception {
    Path flag = deadlyGit("checkout-index");
    Ran ran = script("run", "add two", "--exec", "echo two >> a.txt", "--yes");
    saidClearly(ran, "checkout-index");
    theUsersFilesAreAsTheyWere();
    Files.delete(flag);
    assertThat(script("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
    assertThat(json("diagnostics", "--fix").path("left").findValuesAsText("kind"))
        .doesNotContain("apply", "lock");
  }

  @Test
  @Tag("exhaustive")
  void aDamagedRepositoryIsReportedAndTheRecordedWorkIsKept() throws Exception {
    assertThat(script("run", "add two", "--exec", "echo two >> a.txt").exitCode()).isEqualTo(4);
    String blob = git("rev-parse", "HEAD:a.txt");
    Path object =
        repository.resolve(".git/objects/" + blob.substring(0, 2) + "/" + blob.substring(2));
    byte[] bytes = Files.readAllBytes(object);
    assertThat(object.toFile().setWritable(true)).isTrue();
    Files.writeString(object, "damaged");
    Ran second = script("run", "again", "--exec", "echo three >> a.txt", "--yes");
    assertThat(second.exitCode()).isNotZero();
    assertThat(second.err()).contains("corrupt").doesNotContain("Exception");
    assertThat(repository.resolve("a.txt")).hasContent("one\n");
    String first = json("plan", "list").path("plans").path(1).path("id").asText();
    assertThat(script("plan", "diff", first, "--patch").out()).contains("+two");
    assertThat(script("diagnostics").exitCode()).isZero();
    Files.write(object, bytes);
    assertThat(script("plan", "apply", first, "--yes").exitCode()).isZero();
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
  }

  @Test
  @Tag("exhaustive")
  void aFullDiskUnderTheSandboxesIsReportedAndThePlanContinuesOnceThereIsRoom() throws Exception {
    Path sandboxes = Files.createDirectories(checkout.home.resolve(".cleveragents/sandboxes"));
    String small =
        "unshare -rm sh -c 'mount -t tmpfs -o size=4m tmpfs \"$0\" && cd \"$1\" && shift && exec"
            + " \"$@\"'";
    assumeThat(checkout.run("bash", "-c", small + " '%s' / true".formatted(sandboxes)).exitCode())
        .as("this machine lets us mount a small disk")
        .isZero();
    Ran ran =
        checkout.run(
            "bash",
            "-c",
            small
                + " '%s' '%s' '%s' run big --exec 'head -c 9000000 /dev/zero > big.bin' --yes"
                    .formatted(sandboxes, repository, checkout.script()));
    saidClearly(ran, "No space left on device");
    theUsersFilesAreAsTheyWere();
    assertThat(script("audit", "verify").exitCode()).isZero();
    assertThat(script("diagnostics", "--fix").exitCode()).isZero();
    assertThat(script("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(Files.size(repository.resolve("big.bin"))).isEqualTo(9_000_000);
  }

  @Test
  void aFullDiskUnderTheStoreStopsThePlanAtOnceAndItContinuesOnceThereIsRoom() throws Exception {
    Path disk = Files.createDirectories(checkout.home.resolve("disk"));
    Path runs = checkout.home.resolve("runs");
    String small = "unshare -rm sh -c 'mount -t tmpfs -o size=6m tmpfs \"$0\" && ";
    assumeThat(checkout.run("bash", "-c", small + "true' '%s'".formatted(disk)).exitCode())
        .as("this machine lets us mount a small disk")
        .isZero();
    Ran ran =
        checkout.run(
            "bash",
            "-c",
            small
                + """
                cd "$1" && export CLEVERAGENTS_STORE_URL="jdbc:sqlite:$0/store.db" || exit 9
                "$2" run big --yes --exec "echo run >> $3; head -c 9000000 /dev/urandom > big.bin"
                echo "ended $?"; git status --porcelain; cat "$3"; "$2" plan status; "$2" plan errors
                mount -o remount,size=200m tmpfs "$0" && "$2" plan resume --yes && "$2" audit verify
                ' '%s' '%s' '%s' '%s'
                """
                    .formatted(disk, repository, checkout.script(), runs));
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.out()).contains("ended 1\nrun\n", "execute/errored", "Free some space");
    assertThat(ran.err()).contains("is full").doesNotContain("Exception").doesNotContain("\tat ");
    assertThat(Files.size(repository.resolve("big.bin"))).isEqualTo(9_000_000);
  }

  @Test
  @Tag("exhaustive")
  void aStoreDamagedWhileAPlanRunsIsReportedAndABackupContinues() throws Exception {
    Path store = checkout.home.resolve(".cleveragents/cleveragents.db");
    Path backup = checkout.home.resolve("backup");
    Path begun = checkout.home.resolve("begun");
    Path go = checkout.home.resolve("go");
    assertThat(script("run", "first", "--exec", "echo 1 > first.txt", "--yes").exitCode()).isZero();
    assertThat(script("backup", backup.toString()).exitCode()).isZero();
    String line =
        "touch '%s'; while [ ! -e '%s' ]; do sleep 0.1; done; echo two >> a.txt"
            .formatted(begun, go);
    Running running = begin("run", "second", "--exec", line, "--yes");
    await().atMost(Duration.ofMinutes(2)).until(() -> Files.exists(begun));
    damage(store);
    Files.createFile(go);
    Ran ran = running.end();
    saidClearly(ran, "is damaged");
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(repository.resolve("a.txt")).hasContent("one\n");
    Ran told = script("diagnostics");
    assertThat(told.exitCode()).isEqualTo(1);
    assertThat(told.out()).contains("fault", "is damaged", "backup").contains("unknown while");
    byte[] damaged = Files.readAllBytes(store);
    saidClearly(script("plan", "list"), "agents restore FILE --force");
    assertThat(script("restore", backup.toString()).exitCode()).isEqualTo(4);
    assertThat(Files.readAllBytes(store)).isEqualTo(damaged);
    assertThat(script("restore", backup.toString(), "--force").exitCode()).isZero();
    assertThat(json("plan", "list").path("plans").findValuesAsText("stage"))
        .containsExactly("apply/applied");
    // The copy that the second plan worked in is still there, and says whose it is.
    assertThat(script("diagnostics").out()).contains("not in this store");
    assertThat(script("run", "third", "--exec", "echo 3 > third.txt", "--yes").exitCode()).isZero();
    assertThat(script("audit", "verify").exitCode()).isZero();
  }

  /** Writes nonsense over the middle half of a file, as a bad disk does. */
  private static void damage(Path file) throws IOException {
    byte[] nonsense = new byte[Math.toIntExact(Files.size(file) / 2)];
    new Random(5).nextBytes(nonsense);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(nonsense), Files.size(file) / 4);
    }
  }

  @Test
  void tooFewFilesToOpenAreRefusedBeforeAnythingIsDoneAndTheFewestAllowedWillDo() throws Exception {
    String[] run = {"run", "add two", "--exec", "echo two >> a.txt", "--yes"};
    saidClearly(after("ulimit -n 64", run), "ulimit -n 1024");
    theUsersFilesAreAsTheyWere();
    assertThat(checkout.home.resolve(".cleveragents")).doesNotExist();
    Ran ran = after("ulimit -n 128; ulimit -S -n 40", run);
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
    assertThat(script("audit", "verify").exitCode()).isZero();
  }

  /** As if the launcher did not look: files run out while the command works. */
  @Test
  @Tag("exhaustive")
  void fewFileDescriptorsAreAClearErrorOrNoTroubleAtAll() throws Exception {
    checkout.changeScript("files=128", "files=1");
    String[] run = {"run", "add two", "--exec", "echo two >> a.txt", "--yes"};
    Ran ran = after("ulimit -n 64", run);
    if (ran.exitCode() != 0) {
      assertThat(ran.err()).doesNotContain("\tat ");
      theUsersFilesAreAsTheyWere();
      script("diagnostics", "--fix");
      assertThat(script(run).exitCode()).isZero();
    }
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
    assertThat(script("audit", "verify").exitCode()).isZero();
  }
}

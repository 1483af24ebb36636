package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.cleveragents.cli.script.Checkout.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a plan stands on fails while it works: the error is clear, the user's files are as they
 * were, what was stored is kept, and it goes on once that is mended.
 */
class BadDaysIT extends Shop {

  @Override
  String git(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("/usr/bin/git", "-C", repository.toString()));
    line.addAll(List.of(arguments));
    Ran ran = checkout.start(line.toArray(String[]::new)).end();
    assertThat(ran.exitCode()).isZero();
    return ran.out().strip();
  }

  @Override
  Ran agents(String... arguments) throws Exception {
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
  void aGitThatIsKilledWhileAPlanWorksIsToldAndTheSamePlanGoesOn() throws Exception {
    Path flag = deadlyGit("write-tree");
    Ran ran = agents("run", "add two", "--exec", "echo two >> a.txt", "--yes");
    saidClearly(ran, "write-tree");
    theUsersFilesAreAsTheyWere();
    Files.delete(flag);
    assertThat(agents("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
    assertThat(agents("diagnostics", "--fix").exitCode()).isZero();
  }

  @Test
  void aGitThatIsKilledWhileAPlanIsAppliedLeavesEverythingAsItWas() throws Exception {
    Path flag = deadlyGit("checkout-index");
    Ran ran = agents("run", "add two", "--exec", "echo two >> a.txt", "--yes");
    saidClearly(ran, "checkout-index");
    theUsersFilesAreAsTheyWere();
    Files.delete(flag);
    assertThat(agents("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
    assertThat(json("diagnostics", "--fix").path("left").findValuesAsText("kind"))
        .doesNotContain("apply", "lock");
  }

  @Test
  void aDamagedRepositoryIsToldAndTheRecordedWorkIsStillThere() throws Exception {
    assertThat(agents("run", "add two", "--exec", "echo two >> a.txt").exitCode()).isEqualTo(4);
    String blob = git("rev-parse", "HEAD:a.txt");
    Path object =
        repository.resolve(".git/objects/" + blob.substring(0, 2) + "/" + blob.substring(2));
    byte[] bytes = Files.readAllBytes(object);
    assertThat(object.toFile().setWritable(true)).isTrue();
    Files.writeString(object, "damaged");
    Ran second = agents("run", "again", "--exec", "echo three >> a.txt", "--yes");
    assertThat(second.exitCode()).isNotZero();
    assertThat(second.err()).contains("corrupt").doesNotContain("Exception");
    assertThat(repository.resolve("a.txt")).hasContent("one\n");
    String first = json("plan", "list").path("plans").path(1).path("id").asText();
    assertThat(agents("plan", "diff", first, "--patch").out()).contains("+two");
    assertThat(agents("diagnostics").exitCode()).isZero();
    Files.write(object, bytes);
    assertThat(agents("plan", "apply", first, "--yes").exitCode()).isZero();
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
  }

  @Test
  void aFullDiskUnderTheCopiesIsToldAndThePlanGoesOnOnceThereIsRoom() throws Exception {
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
    assertThat(agents("audit", "verify").exitCode()).isZero();
    assertThat(agents("diagnostics", "--fix").exitCode()).isZero();
    assertThat(agents("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(Files.size(repository.resolve("big.bin"))).isEqualTo(9_000_000);
  }

  @Test
  void fewFileDescriptorsAreAClearErrorOrNoTroubleAtAll() throws Exception {
    Ran ran = after("ulimit -n 64", "run", "add two", "--exec", "echo two >> a.txt", "--yes");
    if (ran.exitCode() != 0) {
      assertThat(ran.err()).doesNotContain("\tat ");
      theUsersFilesAreAsTheyWere();
      agents("diagnostics", "--fix");
      assertThat(agents("run", "add two", "--exec", "echo two >> a.txt", "--yes").exitCode())
          .isZero();
    }
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
    assertThat(agents("audit", "verify").exitCode()).isZero();
  }
}

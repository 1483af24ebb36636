package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where commands run, where their results go, and what {@code last} means after an undo. */
class DeliveryTest {

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
  }

  @Test
  void aCommandRunsInTheCurrentFolderAndItsResultGoesToANewBranch() throws Exception {
    Path sub = Files.createDirectories(shop.repository().resolve("sub"));
    Files.writeString(sub.resolve("s.txt"), "s\n");

    Run early = shop.cli().in(sub).run("run", "x", "--exec", "true", "--yes");
    assertThat(early.exitCode()).isNotZero();
    assertThat(early.err()).contains("the folder sub has no committed file");
    shop.commit("sub/s.txt", "s\n");
    Run run =
        shop.cli()
            .in(sub)
            .run(
                "run",
                "x",
                "--exec",
                "basename $PWD > where.txt",
                "--check",
                "test -f where.txt",
                "--branch",
                "refs/heads/topic",
                "-m",
                "Say where",
                "--yes");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("branch: topic", "git branch -D topic");
    assertThat(shop.git("show", "topic:sub/where.txt")).isEqualTo("sub");
    assertThat(shop.git("log", "-1", "--format=%s", "topic")).isEqualTo("Say where");
    assertThat(shop.git("status", "--porcelain")).isEmpty();
    Run again = shop.cli().run("plan", "apply");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out())
        .contains(
            "already applied (commit " + shop.git("rev-parse", "topic").substring(0, 10) + ")");
    assertThat(shop.cli().run("run", "y", "--exec", "true", "--branch", "topic").err())
        .contains("the branch topic is already in shop");
    assertThat(shop.cli().run("run", "y", "--exec", "true", "--branch", "refs/tags/t").err())
        .contains("'refs/tags/t'", "below refs/heads");
  }

  @Test
  void filesAloneAreChangedWithoutACommit() throws Exception {
    shop.cli().run("run", "x", "--exec", "echo two > a.txt");
    assertThat(shop.cli().run("plan", "apply", "--no-commit", "-m", "x", "--yes").exitCode())
        .isEqualTo(2);

    Run run = shop.cli().run("plan", "apply", "--no-commit", "--yes");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("--patch | git apply -R");
    assertThat(shop.git("status", "--porcelain")).isEqualTo("M a.txt");
    assertThat(shop.cli().run("plan", "undo").err()).contains("git apply -R", "--patch");
    assertThat(shop.cli().run("plan", "apply").out()).contains("already applied (files only");
  }

  @Test
  void aDeclinedUndoIsCancelledAndLastIsThePlanThatStaysApplied() throws Exception {
    shop.cli().run("run", "x", "--exec", "echo two > a.txt", "--check", "grep two a.txt", "--yes");
    String applied = shop.cli().run("plan", "status", "--json").json().at("/data/id").asText();

    Run no = shop.cli().onTerminal().answering("n\n").run("plan", "undo", "--format", "plain");

    assertThat(no.out() + no.err()).contains("check failed on this result, but need not pass");
    assertThat(no.out() + no.err()).contains("not undone");
    assertThat(no.exitCode()).isEqualTo(4);
    assertThat(shop.cli().run("plan", "status", "--json").json().at("/data/id").asText())
        .isEqualTo(applied);
    assertThat(shop.read("a.txt")).isEqualTo("two\n");
    Run yes = shop.cli().run("plan", "undo", "--yes");
    assertThat(yes.exitCode()).as(yes.err()).isZero();
    assertThat(yes.out()).contains("check failed on this result, but need not pass");
  }

  @Test
  void whatApplyWouldRefuseIsSaidBeforeTheRun() throws Exception {
    Files.writeString(
        shop.repository().resolve(".git/MERGE_HEAD"), shop.git("rev-parse", "HEAD") + "\n");
    Run merging = shop.cli().run("run", "x", "--exec", "touch " + folder.resolve("ran"));
    assertThat(merging.err()).contains("in the middle of a merge");
    Files.delete(shop.repository().resolve(".git/MERGE_HEAD"));

    Files.writeString(shop.repository().resolve("a.txt"), "mine\n");
    shop.git("stash");
    shop.commit("a.txt", "theirs\n");
    try {
      shop.git("stash", "apply");
    } catch (AssertionError | RuntimeException e) {
      // It ends with a conflict, which is what this needs.
    }
    Run conflict = shop.cli().run("run", "x", "--exec", "touch " + folder.resolve("ran"));
    assertThat(conflict.err()).contains("unresolved conflicts in a.txt");
    assertThat(folder.resolve("ran")).doesNotExist();

    shop.git("checkout", "-qf", "--detach");
    Run detached = shop.cli().run("run", "x", "--exec", "echo b > b.txt");
    assertThat(detached.out() + detached.err()).contains("No branch is checked out");
  }
}

package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.apply.request.Destination;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The user's git hooks decide about what is applied, and never touch it. */
class CommitHooksTest {

  @TempDir Path folder;
  private PlanFixture fixture;
  private AsyncWorker worker;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
    worker = fixture.startWorker();
  }

  @AfterEach
  void close() {
    worker.close();
    fixture.close();
  }

  private void hook(Path where, String name, String script) throws Exception {
    Files.createDirectories(where);
    Path hook = Files.writeString(where.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path hooks() {
    return fixture.repository.resolve(".git/hooks");
  }

  private Plan apply(String line, UnaryOperator<Delivery> delivery, String stage) throws Exception {
    Plan plan = fixture.carriedOut(command(line));
    fixture.plans.apply(plan, delivery);
    return fixture.await(plan.id(), stage);
  }

  @Test
  void a_hook_sees_what_would_be_committed_and_can_refuse_it() throws Exception {
    hook(
        hooks(),
        "pre-commit",
        "git diff --cached --name-only; git branch --show-current; ! grep -q bad a.txt");
    String before = fixture.git("rev-parse", "HEAD");

    Plan plan = apply("echo bad > a.txt; echo new > b.txt", it -> it, "apply/constrained");

    assertThat(fixture.git("rev-parse", "HEAD")).isEqualTo(before);
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
    assertThat(fixture.plans.errors(plan.id()).getFirst().message())
        .contains("git hook pre-commit refused it (exit code 1)", "--no-verify");
    assertThat(fixture.plans.outputs(plan.id()).getLast().output())
        .isEqualTo("a.txt\nb.txt\nmain\n");

    fixture.plans.apply(plan, Delivery::withoutHooks);
    fixture.await(plan.id(), "apply/applied");
    assertThat(fixture.read("a.txt")).isEqualTo("bad\n");
  }

  @Test
  void a_hook_that_changes_files_is_refused_and_nothing_of_it_is_applied() throws Exception {
    hook(hooks(), "pre-commit", "echo formatted > a.txt; git add a.txt; echo x > extra");
    Plan plan = apply("echo two > a.txt", it -> it, "apply/constrained");
    assertThat(fixture.plans.errors(plan.id()).getFirst().message())
        .contains("git hook pre-commit changed a.txt, extra");
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void commit_msg_gets_the_whole_message_and_may_rewrite_it() throws Exception {
    Path own = fixture.repository.resolve(".git/own");
    fixture.git("config", "core.hooksPath", own.toString());
    hook(own, "commit-msg", "grep -q CleverAgents-Plan \"$1\" && sed -i '1s/$/ (checked)/' \"$1\"");
    hook(own, "post-commit", "touch " + folder.resolve("ran"));
    hook(hooks(), "pre-commit", "exit 1");

    Plan plan = apply("echo two > a.txt", it -> it.withMessage("Say two"), "apply/applied");

    assertThat(fixture.git("log", "-1", "--format=%s")).isEqualTo("Say two (checked)");
    assertThat(fixture.git("log", "-1", "--format=%b")).contains("CleverAgents-Plan: " + plan.id());
    assertThat(folder.resolve("ran")).doesNotExist();
    assertThat(fixture.log.tail(new EventFilter(plan.id(), "apply.done", null), 1).toString())
        .contains("not run: post-commit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ln -s \"$AGENTS_SECRET\" \"$1\"",
        "mkfifo \"$1\"",
        "mkdir \"$1\"",
        "truncate -s 1G \"$1\""
      })
  void only_a_file_of_the_size_of_a_message_is_taken_for_one(String put) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "hidden");
    hook(hooks(), "commit-msg", "rm \"$1\"; " + put.replace("$AGENTS_SECRET", secret.toString()));
    Plan plan = apply("echo two > a.txt", it -> it, "apply/constrained");
    assertThat(fixture.plans.errors(plan.id()).getFirst().message())
        .containsPattern("commit-msg left no (readable )?commit message");
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void a_rewritten_message_has_no_secrets() throws Exception {
    hook(hooks(), "commit-msg", "echo password=hunter2hunter2 >> \"$1\"");
    apply("echo two > a.txt", it -> it, "apply/applied");
    assertThat(fixture.git("log", "-1", "--format=%B"))
        .contains("password=[REDACTED")
        .doesNotContain("hunter2");
  }

  @Test
  void the_hooks_of_the_sandbox_are_not_those_of_the_user() throws Exception {
    apply(
        "mkdir -p .git/hooks && echo 'exit 1' > .git/hooks/pre-commit && chmod +x .git/hooks/*;"
            + " echo two > a.txt",
        it -> it,
        "apply/applied");
  }

  @Test
  void files_without_a_commit_need_no_hook() throws Exception {
    hook(hooks(), "pre-commit", "exit 1");
    Plan plan = apply("echo two > a.txt", it -> it.to(new Destination.WorkTree()), "apply/applied");
    assertThat(fixture.git("status", "--porcelain")).isEqualTo("M a.txt");
    assertThatThrownBy(() -> fixture.plans.undo(plan.id(), List.of(), CancellationToken.none()))
        .hasMessageContaining("changed your files without a commit");
  }

  @Test
  void messages_of_commits_made_in_the_sandbox_are_in_the_body() throws Exception {
    Plan plan =
        apply(
            "git config user.name A; git config user.email a@b; echo 2 > a.txt;"
                + " git commit -qam 'First step\n\nWith details.'; echo 3 > a.txt;"
                + " git checkout -qb side; git commit -qam 'Second step'",
            it -> it.to(new Destination.NewBranch("topic")),
            "apply/applied");
    assertThat(fixture.git("log", "-1", "--format=%B", "topic"))
        .startsWith(
            "do it\n\nCommits made in the sandbox:\n\n* First step\n\n  With details.\n* Second step\n\nCleverAgents-Plan:");
    assertThat(fixture.git("log", "--oneline", "main").lines()).hasSize(1);
    assertThatThrownBy(() -> fixture.plans.undo(plan.id(), List.of(), CancellationToken.none()))
        .hasMessageContaining("committed to the branch topic");
  }
}

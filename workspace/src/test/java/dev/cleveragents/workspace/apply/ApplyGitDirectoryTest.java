package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of the git directory that cannot be written, and files of the user where apply needs
 * folders: found before anything changes, or all is put back, and never a lock left.
 */
class ApplyGitDirectoryTest {

  private static final String BRANCH = "refs/heads/main";

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;
  private ApplyRepository second;
  private final List<ImmutableFile> blocks = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
    second = ApplyRepository.with(folder.resolve("second"));
  }

  @AfterEach
  void close() {
    unblock();
    fixture.close();
  }

  private void unblock() {
    blocks.forEach(ImmutableFile::close);
    blocks.clear();
  }

  private Path git(String path) {
    return repository.root.resolve(".git").resolve(path);
  }

  private GitTarget target() throws Exception {
    return repository.target(fixture.plan, Edits.of().put("a", "new\n").delete("folder/c"));
  }

  private GitTarget secondTarget() throws Exception {
    String base = second.head();
    return new GitTarget(
        second.resource("second"),
        BRANCH,
        base,
        second.result(fixture.plan, base, Edits.of().put("b", "new\n")));
  }

  private static GitTarget to(GitTarget target, Destination destination) {
    return new GitTarget(
        target.resource(), target.branch(), target.base(), target.result(), destination);
  }

  private ApplyOutcome applyWith(ApplyStep.Listener steps, GitTarget... targets)
      throws InterruptedException {
    return fixture.service(steps).apply(fixture.request(targets), CancellationToken.none());
  }

  private ApplyStep.Listener blocking(ApplyStep when, Path file) {
    return step -> {
      if (step == when && blocks.isEmpty()) {
        blocks.add(ImmutableFile.make(file));
      }
    };
  }

  private static void assertNames(ApplyOutcome outcome, Path file, String command) {
    assertThat(((ApplyRefused) outcome).overlaps())
        .singleElement()
        .satisfies(it -> assertThat(it.why()).contains(file.toString()).contains(command));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index",
        "refs/heads/main",
        "logs/HEAD",
        "logs/refs/heads/main",
        "refs/heads",
        "."
      })
  void what_cannot_be_written_is_named_before_anything_changes(String name) throws Exception {
    GitTarget one = target();
    GitTarget two = secondTarget();
    Map<String, String> before = repository.everything();
    Map<String, String> beforeSecond = second.everything();
    Path file = git(name).normalize();
    blocks.add(ImmutableFile.make(file));
    List<ApplyStep> seen = new ArrayList<>();

    ApplyOutcome outcome = applyWith(seen::add, two, one);

    assertNames(outcome, file, "chattr -i " + file);
    assertThat(seen).doesNotContain(ApplyStep.COMMITTED);
    unblock();
    assertThat(repository.everything()).isEqualTo(before);
    assertThat(second.everything()).isEqualTo(beforeSecond);
    assertThat(repository.locks()).isEmpty();
    assertThat(second.locks()).isEmpty();
    assertThat(fixture.recover().problems()).isEmpty();
    assertThat(fixture.apply(two, one)).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
    assertThat(second.status()).isEmpty();
  }

  @Test
  void a_head_without_a_branch_is_looked_at_too() throws Exception {
    String base = repository.head();
    repository.git("checkout", "-q", "--detach");
    GitTarget target =
        new GitTarget(
            repository.resource(),
            "HEAD",
            base,
            repository.result(fixture.plan, base, Edits.of().put("a", "new\n")));
    blocks.add(ImmutableFile.make(git("HEAD")));
    assertNames(fixture.apply(target), git("HEAD"), "chattr -i");
    assertThat(repository.read("a")).isEqualTo("a\n");
    unblock();
    assertThat(repository.locks()).isEmpty();
    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
  }

  @Test
  void an_immutable_head_that_stays_on_its_branch_is_not_in_the_way() throws Exception {
    blocks.add(ImmutableFile.make(git("HEAD")));
    assertThat(fixture.apply(target())).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void logs_that_cannot_be_made_are_named() throws Exception {
    GitTarget target = target();
    Files.delete(git("logs/HEAD"));
    Files.delete(git("logs/refs/heads/main"));
    Files.delete(git("logs/refs/heads"));
    Files.delete(git("logs/refs"));
    Files.delete(git("logs"));
    Files.writeString(git("logs"), "the user's own\n");
    assertNames(fixture.apply(target), git("logs"), "mv " + git("logs"));
    assertThat(git("logs")).hasContent("the user's own\n");
    assertThat(repository.locks()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"commit", "work tree", "new branch", "merge"})
  void a_file_of_the_users_where_journals_go_is_kept_and_named(String how) throws Exception {
    GitTarget plain = target();
    GitTarget target =
        switch (how) {
          case "work tree" -> to(plain, new Destination.WorkTree());
          case "new branch" -> to(plain, new Destination.NewBranch("new"));
          default -> plain;
        };
    if (how.equals("merge")) {
      repository.write("b", "the user's\n").git("commit", "-aqm", "moved");
    }
    Path taken = git("cleveragents");
    Files.writeString(taken, "the user's own\n");
    assertNames(fixture.apply(target), taken, "mv %s %s.mine".formatted(taken, taken));
    assertThat(taken).hasContent("the user's own\n");
    assertThat(fixture.recover().problems()).isEmpty();
    assertThat(taken).hasContent("the user's own\n");

    Files.delete(taken);
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Files.createSymbolicLink(taken, elsewhere);
    assertNames(fixture.apply(target), taken, "mv %s %s.mine".formatted(taken, taken));
    assertThat(taken).isSymbolicLink();
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(repository.locks()).isEmpty();
    assertThat(repository.read("a")).isEqualTo("a\n");

    Files.delete(taken);
    assertThat(fixture.apply(target)).isNotInstanceOf(ApplyRefused.class);
  }

  @Test
  void an_index_that_is_a_link_is_not_replaced() throws Exception {
    GitTarget target = target();
    Path real = Files.move(git("index"), folder.resolve("index"));
    Files.createSymbolicLink(git("index"), real);
    assertNames(fixture.apply(target), git("index"), "cp --remove-destination " + real);
    assertThat(git("index")).isSymbolicLink();
    assertThat(repository.locks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "FILES_SWAPPED, index",
    "FILES_SWAPPED, refs/heads/main",
    "FILES_SWAPPED, logs/refs/heads/main",
    "REF_LOGGED, refs/heads/main"
  })
  void one_that_turns_up_after_the_commit_puts_all_back(ApplyStep when, String name)
      throws Exception {
    GitTarget one = target();
    GitTarget two = secondTarget();
    Map<String, String> before = repository.everything();
    Map<String, String> beforeSecond = second.everything();

    ApplyOutcome outcome = applyWith(blocking(when, git(name)), one, two);

    assertNames(outcome, git(name), "chattr -i " + git(name));
    unblock();
    Map<String, String> after = repository.everything();
    if (when == ApplyStep.REF_LOGGED) {
      for (Map<?, ?> all : List.of(before, after)) {
        all.keySet().removeIf(it -> it.toString().startsWith(".git/logs"));
      }
    }
    assertThat(after).isEqualTo(before);
    assertThat(second.everything()).isEqualTo(beforeSecond);
    assertThat(fixture.recover().problems()).isEmpty();
    assertThat(fixture.apply(one, two)).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
    assertThat(second.status()).isEmpty();
  }

  @Test
  void after_the_branch_has_moved_the_next_apply_finishes_and_no_lock_is_left() throws Exception {
    GitTarget one = target();
    GitTarget two = secondTarget();
    assertThatThrownBy(() -> applyWith(blocking(ApplyStep.REF_MOVED, git("index")), one, two))
        .isInstanceOfSatisfying(
            OperationException.class,
            it -> {
              assertThat(it).hasMessageContaining("chattr -i " + git("index"));
              assertThat(it.next())
                  .isEqualTo(NextAction.of(NextAction.Verb.APPLY_PLAN, fixture.plan));
            });
    assertThat(repository.locks()).isEmpty();
    assertThat(second.locks()).isEmpty();

    unblock();
    assertThat(fixture.apply(one, two)).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
    assertThat(second.status()).isEmpty();
    assertThat(repository.locks()).isEmpty();
    assertThat(second.locks()).isEmpty();
  }
}

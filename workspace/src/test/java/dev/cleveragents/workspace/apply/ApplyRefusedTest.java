package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is the user's is not touched: apply refuses, names it, and everything is as before. */
class ApplyRefusedTest {

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  interface Doing {
    void in(ApplyRepository repository) throws Exception;
  }

  /** What the user did, and the paths that are then in the way of the plan. */
  record Case(String name, Doing user, List<String> paths) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("a file edited", it -> it.write("a", "mine\n"), List.of("a")),
        new Case(
            "a file edited to the same size at the same time",
            it -> it.write("a", "m\n"),
            List.of("a")),
        new Case("a file deleted", it -> Files.delete(it.root.resolve("a")), List.of("a")),
        new Case(
            "a file made executable",
            it ->
                Files.setPosixFilePermissions(
                    it.root.resolve("a"), PosixFilePermissions.fromString("rwxr-xr-x")),
            List.of("a")),
        new Case(
            "a change staged",
            it -> {
              it.write("a", "mine\n");
              it.git("add", "a");
            },
            List.of("a")),
        new Case(
            "a change staged and taken back in the file",
            it -> {
              it.write("a", "mine\n");
              it.git("add", "a");
              it.write("a", "a\n");
            },
            List.of("a")),
        new Case("what the plan writes, staged", it -> stageResult(it), List.of("a")),
        new Case("a removal staged", it -> it.git("rm", "-q", "--cached", "a"), List.of("a")),
        new Case(
            "an edit hidden from git",
            it -> {
              it.git("update-index", "--assume-unchanged", "a");
              it.write("a", "mine\n");
            },
            List.of("a")),
        new Case("a new file untracked", it -> it.write("new/file", "mine\n"), List.of("new/file")),
        new Case(
            "a new file intended",
            it -> {
              it.write("new/file", "mine\n");
              it.git("add", "-N", "new/file");
            },
            List.of("new/file")),
        new Case(
            "a new file ignored",
            it -> {
              it.write(".git/info/exclude", "new\n");
              it.write("new/file", "mine\n");
            },
            List.of("new/file")),
        new Case("a file for a folder", it -> it.write("new", "mine\n"), List.of("new")),
        new Case(
            "a file staged for a folder and gone",
            it -> {
              it.write("new", "mine\n");
              it.git("add", "new");
              Files.delete(it.root.resolve("new"));
            },
            List.of("new")),
        new Case(
            "a link for a folder",
            it -> {
              Files.createDirectories(it.root.resolveSibling("elsewhere"));
              Files.createSymbolicLink(it.root.resolve("new"), it.root.resolveSibling("elsewhere"));
            },
            List.of("new")),
        new Case(
            "a folder for a file", it -> it.write("new/file/mine", "mine\n"), List.of("new/file")),
        new Case(
            "an empty folder for a file",
            it -> Files.createDirectories(it.root.resolve("new/file")),
            List.of("new/file")),
        new Case(
            "a file below a folder that becomes a file",
            it -> it.write("folder/mine", "mine\n"),
            List.of("folder/mine")),
        new Case(
            "a folder replaced by a link",
            it -> {
              Files.move(it.root.resolve("folder"), it.root.resolveSibling("moved"));
              Files.createSymbolicLink(it.root.resolve("folder"), it.root.resolveSibling("moved"));
            },
            List.of("folder/c", "folder")),
        new Case("the index locked", it -> it.write(".git/index.lock", ""), List.of("")),
        new Case("another branch checked out", it -> it.git("switch", "-qc", "other"), List.of("")),
        new Case(
            "another branch checked out that went its own way",
            it -> {
              it.git("switch", "-qc", "other");
              it.git("commit", "-q", "--allow-empty", "-m", "elsewhere");
            },
            List.of("")),
        new Case(
            "the branch checked out in another work tree as well",
            it -> it.git("worktree", "add", "-q", "-f", it.root + "-linked", "main"),
            List.of("")),
        new Case("no branch checked out", it -> it.git("checkout", "-q", "--detach"), List.of("")),
        new Case(
            "a merge under way", it -> it.write(".git/MERGE_HEAD", it.head() + "\n"), List.of("")),
        new Case(
            "a rebase under way",
            it -> Files.createDirectories(it.root.resolve(".git/rebase-merge")),
            List.of("")));
  }

  private static void stageResult(ApplyRepository it) throws Exception {
    it.write("a", "the plan's\n");
    it.git("add", "a");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatever_is_in_the_way_is_named_and_everything_stays_as_it_was(Case given) throws Exception {
    String base = repository.head();
    String result =
        repository.result(
            fixture.plan,
            base,
            Edits.of()
                .put("a", "the plan's\n")
                .put("new/file", "the plan's\n")
                .delete("folder/c")
                .put("folder", "a file now\n"));
    given.user().in(repository);
    Map<String, String> before = repository.everything();
    List<String> refs = repository.ourRefs();

    ApplyOutcome outcome =
        fixture.apply(new GitTarget(repository.resource(), "refs/heads/main", base, result));

    assertThat(outcome).isInstanceOf(ApplyRefused.class);
    assertThat(((ApplyRefused) outcome).overlaps())
        .extracting(LocalConflict::path)
        .containsExactlyInAnyOrderElementsOf(given.paths());
    assertThat(repository.everything()).isEqualTo(before);
    assertThat(repository.ourRefs()).isEqualTo(refs);
    assertThat(fixture.recover())
        .isEqualTo(new ApplyRecovery.Recovered(List.of(), List.of(), List.of(), Map.of()));
  }

  @Test
  void what_is_checked_out_instead_of_the_branch_is_named() throws Exception {
    GitTarget target = repository.target(fixture.plan, Edits.of().put("a", "new\n"));
    GitTarget detached = new GitTarget(target.resource(), "HEAD", target.base(), target.result());

    assertThat(whyRefused(detached)).contains("no branch was", "now refs/heads/main is");
    repository.git("switch", "-qc", "other");
    assertThat(whyRefused(target))
        .contains("began on refs/heads/main, now refs/heads/other is", "'git switch main'");
    repository.git("checkout", "-q", "--detach");
    assertThat(whyRefused(target))
        .contains("began on refs/heads/main, now no branch is", "'git switch main'");
  }

  private String whyRefused(GitTarget target) throws Exception {
    return ((ApplyRefused) fixture.apply(target)).overlaps().getFirst().why();
  }

  @Test
  void a_head_without_a_branch_that_moved_is_not_followed() throws Exception {
    repository.git("checkout", "-q", "--detach");
    String base = repository.head();
    String result = repository.result(fixture.plan, base, Edits.of().put("a", "new\n"));
    repository.write("b", "theirs\n");
    repository.git("commit", "-qam", "moved");
    Map<String, String> before = repository.everything();

    ApplyOutcome outcome =
        fixture.apply(new GitTarget(repository.resource(), "HEAD", base, result));

    assertThat(((ApplyRefused) outcome).overlaps())
        .singleElement()
        .satisfies(it -> assertThat(it.why()).contains("git switch --detach " + base));
    assertThat(repository.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"put", "delete", "new", "deep"})
  void a_folder_that_cannot_be_written_is_named_before_anything_changes(String what)
      throws Exception {
    String base = repository.head();
    Edits edits = Edits.of().put("a", "new\n");
    switch (what) {
      case "put" -> edits.put("folder/c", "new\n");
      case "delete" -> edits.delete("folder/c");
      case "new" -> edits.put("folder/new", "new\n");
      default -> edits.put("folder/deep/er/new", "new\n");
    }
    String result = repository.result(fixture.plan, base, edits);
    Path locked = repository.root.resolve("folder");
    try (ReadOnlyFolder _ = ReadOnlyFolder.make(locked)) {
      Map<String, String> before = repository.everything();
      List<String> refs = repository.ourRefs();
      ApplyOutcome outcome =
          fixture.apply(new GitTarget(repository.resource(), "refs/heads/main", base, result));
      assertThat(((ApplyRefused) outcome).overlaps())
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.path()).as("it is unchanged, so the user need not move it").isEmpty();
                assertThat(it.why()).startsWith("the folder " + locked).contains("chmod u+w");
              });
      assertThat(repository.everything()).isEqualTo(before);
      assertThat(repository.ourRefs()).isEqualTo(refs);
    }
    assertThat(fixture.apply(new GitTarget(repository.resource(), "refs/heads/main", base, result)))
        .isInstanceOf(Applied.class);
  }

  @Test
  void one_resource_in_the_way_keeps_all_others_from_changing() throws Exception {
    ApplyRepository second = ApplyRepository.with(folder.resolve("second"));
    GitTarget one = repository.target(fixture.plan, Edits.of().put("a", "new\n"));
    GitTarget two =
        new GitTarget(
            second.resource("second"),
            "refs/heads/main",
            second.head(),
            second.result(fixture.plan, second.head(), Edits.of().put("b", "new\n")));
    second.write("b", "mine\n");
    Map<String, String> before = repository.everything();
    Map<String, String> beforeSecond = second.everything();

    ApplyOutcome outcome = fixture.apply(one, two);

    assertThat(((ApplyRefused) outcome).overlaps())
        .extracting(it -> it.resource().forPeople() + ":" + it.path())
        .containsExactly("second:b");
    assertThat(repository.everything()).isEqualTo(before);
    assertThat(second.everything()).isEqualTo(beforeSecond);
  }
}

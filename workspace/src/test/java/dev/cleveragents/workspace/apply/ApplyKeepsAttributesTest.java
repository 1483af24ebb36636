package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What git keeps about a file only here, and a plan cannot change. */
class ApplyKeepsAttributesTest {

  private static final int NOBODY = 65534;

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

  private ApplyOutcome apply(Edits edits) throws Exception {
    return fixture.apply(repository.target(fixture.plan, edits));
  }

  private String permissions(String path) throws Exception {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(repository.root.resolve(path)));
  }

  private void setPermissions(String path, String permissions) throws Exception {
    Files.setPosixFilePermissions(
        repository.root.resolve(path), PosixFilePermissions.fromString(permissions));
  }

  @Test
  void permissions_that_git_does_not_record_stay() throws Exception {
    setPermissions("a", "rw-r-----");
    setPermissions("b", "rw-r-----");
    setPermissions("folder/c", "rw-------");

    assertThat(
            apply(
                Edits.of()
                    .put("a", "new\n")
                    .put("100755", "b", "now it runs\n")
                    .put("new", "new\n")))
        .isInstanceOf(Applied.class);

    assertThat(permissions("a")).isEqualTo("rw-r-----");
    assertThat(permissions("b")).isEqualTo("rwxr-x---");
    assertThat(permissions("folder/c")).as("not of the plan").isEqualTo("rw-------");
    assertThat(repository.read("a")).isEqualTo("new\n");
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void owner_and_group_stay() throws Exception {
    Path file = repository.root.resolve("a");
    assumeTrue(
        Files.getAttribute(file, "unix:uid").equals(0), "only root can give a file to another");
    Files.setAttribute(file, "unix:uid", NOBODY);
    Files.setAttribute(file, "unix:gid", NOBODY);
    setPermissions("a", "rw-r-----");

    assertThat(apply(Edits.of().put("a", "new\n"))).isInstanceOf(Applied.class);

    assertThat(repository.read("a")).isEqualTo("new\n");
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(NOBODY);
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(NOBODY);
    assertThat(permissions("a")).isEqualTo("rw-r-----");
  }

  @Test
  void a_clean_file_with_the_skip_worktree_flag_is_replaced_and_keeps_the_flag() throws Exception {
    repository.git("update-index", "--skip-worktree", "a", "b");

    assertThat(apply(Edits.of().put("a", "new\n").delete("b"))).isInstanceOf(Applied.class);

    assertThat(repository.read("a")).isEqualTo("new\n");
    assertThat(repository.has("b")).isFalse();
    assertThat(repository.status()).isEmpty();
    assertThat(repository.git("ls-files", "-v", "a", "b")).isEqualTo("S a");
  }

  @Test
  void an_edited_file_with_the_skip_worktree_flag_is_refused_and_the_flag_is_named()
      throws Exception {
    repository.git("update-index", "--skip-worktree", "a");
    repository.write("a", "mine\n");
    GitTarget target = repository.target(fixture.plan, Edits.of().put("a", "new\n"));
    Map<String, String> before = repository.everything();

    ApplyRefused refused = (ApplyRefused) fixture.apply(target);

    assertThat(refused.overlaps()).extracting(LocalConflict::path).containsExactly("a");
    assertThat(refused.overlaps().getFirst().why())
        .startsWith("you have changed it")
        .contains("--no-skip-worktree");
    assertThat(repository.everything()).isEqualTo(before);
  }

  @Test
  void a_path_that_git_takes_for_its_own_folder_is_refused_in_plain_words() throws Exception {
    String base = repository.head();
    String blob = repository.git("hash-object", "-w", "a");
    for (String name : new String[] {".GIT", ".git", "git~1"}) {
      GitRepository git = new GitRepository(repository.root);
      String inner = git.git(Map.of(), "100644 blob " + blob + "\tconfig\n", "mktree");
      String tree = git.git(Map.of(), "040000 tree " + inner + "\t" + name + "\n", "mktree");
      String result = repository.git("commit-tree", "-m", "result", "-p", base, tree);
      Map<String, String> before = repository.everything();

      ApplyRefused refused =
          (ApplyRefused)
              fixture.apply(new GitTarget(repository.resource(), "refs/heads/main", base, result));

      assertThat(refused.overlaps())
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.path()).as("the user has not changed it").isEmpty();
                assertThat(it.why())
                    .contains(name + "/config", "git does not allow a file or folder of that name");
              });
      assertThat(repository.everything()).isEqualTo(before);
    }
  }
}

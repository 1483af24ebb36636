package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.git.EmptyTree;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.files.Deletion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories that are set up in other ways than most. */
class ApplyOddRepositoriesTest {

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
    return apply("refs/heads/main", edits);
  }

  private ApplyOutcome apply(String branch, Edits edits) throws Exception {
    String base = repository.head();
    return fixture.apply(
        new GitTarget(
            repository.resource(), branch, base, repository.result(fixture.plan, base, edits)));
  }

  private void commitAll() throws Exception {
    repository.git("add", "-A");
    repository.git("commit", "-qm", "more");
  }

  @Test
  void a_plan_that_changed_nothing_makes_no_commit() throws Exception {
    Map<String, String> before = repository.everything();

    Applied applied = (Applied) apply(Edits.of());

    assertThat(applied.targets().getFirst().commit()).isNull();
    assertThat(applied.targets().getFirst().paths()).isEmpty();
    assertThat(repository.everything()).isEqualTo(before);
  }

  @Test
  void a_branch_without_a_commit_gets_its_first() throws Exception {
    repository = ApplyRepository.empty(folder.resolve("empty"));
    String base = EmptyTree.of("");
    String result = repository.result(fixture.plan, base, Edits.of().put("a", "a\n"));
    repository.write("mine", "mine\n");

    assertThat(fixture.apply(new GitTarget(repository.resource(), "refs/heads/main", base, result)))
        .isInstanceOf(Applied.class);

    assertThat(repository.git("rev-list", "--count", "HEAD")).isEqualTo("1");
    assertThat(repository.status()).isEqualTo("?? mine");
    assertThat(repository.read("a")).isEqualTo("a\n");
  }

  @Test
  void without_a_branch_the_head_itself_moves() throws Exception {
    repository.git("checkout", "-q", "--detach");
    String main = repository.git("rev-parse", "main");

    assertThat(apply("HEAD", Edits.of().put("a", "new\n"))).isInstanceOf(Applied.class);

    assertThat(repository.git("rev-parse", "HEAD^")).isEqualTo(main);
    assertThat(repository.git("rev-parse", "main")).isEqualTo(main);
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void a_result_that_git_has_collected_is_told_with_where_the_work_is_still() throws Exception {
    Map<String, String> before = repository.everything();
    String gone = "1".repeat(40);

    assertThatThrownBy(
            () ->
                fixture.apply(
                    new GitTarget(
                        repository.resource(), "refs/heads/main", repository.head(), gone)))
        .isInstanceOfSatisfying(
            OperationException.class,
            it -> assertThat(it.next()).isEqualTo(NextAction.of(NextAction.Verb.SAVE_DIFF)))
        .hasMessageContaining("any more");

    assertThat(repository.everything()).isEqualTo(before);
  }

  /** Java cannot name such a file where names are taken for UTF-8, so the shell does. */
  @Test
  void files_whose_names_are_not_utf8_block_nothing_and_stay() throws Exception {
    String name = "$(printf 'na\\357ve-\\351')";
    shell("echo tracked > \"%1$s\"; git add -A; git commit -qm odd".formatted(name));
    shell("echo mine >> \"%1$s\"; echo new > \"%1$s.new\"; git add \"%1$s.new\"".formatted(name));

    assertThat(apply(Edits.of().put("a", "new\n"))).isInstanceOf(Applied.class);

    assertThat(shell("cat \"%1$s\" \"%1$s.new\"".formatted(name))).isEqualTo("tracked\nmine\nnew");
    assertThat(repository.read("a")).isEqualTo("new\n");
    assertThat(repository.git("diff", "--name-only", "HEAD^", "HEAD")).isEqualTo("a");
    assertThat(repository.status().lines()).hasSize(2).allMatch(it -> it.contains("ve-"));
  }

  private String shell(String lines) throws Exception {
    CommandResult result =
        Command.shell("set -e\n" + lines)
            .withDirectory(repository.root)
            .run(CancellationToken.none());
    assertThat(result.succeeded()).as(result.errors().text()).isTrue();
    return result.output().text().stripTrailing();
  }

  @Test
  void odd_names_are_only_names() throws Exception {
    Edits edits = Edits.of();
    for (String name :
        new String[] {
          "with space", "-dash", "new\nline", "tab\t", "ünï/cödé", "\"quoted\"", "back\\slash", "*"
        }) {
      edits.put(name, name);
    }

    assertThat(apply(edits)).isInstanceOf(Applied.class);

    assertThat(repository.status()).isEmpty();
    assertThat(repository.read("new\nline")).isEqualTo("new\nline");
    assertThat(repository.read("ünï/cödé")).isEqualTo("ünï/cödé");
    assertThat(repository.read("-dash")).isEqualTo("-dash");
  }

  @Test
  void line_endings_and_filters_are_honoured() throws Exception {
    repository.git("config", "filter.shout.smudge", "tr a-z A-Z");
    repository.git("config", "filter.shout.clean", "tr A-Z a-z");
    repository.write(".gitattributes", "*.txt text eol=crlf\n*.loud filter=shout\n");
    repository.write("old.txt", "one\r\n").write("old.loud", "ONE\n");
    commitAll();

    assertThat(apply(Edits.of().put("old.txt", "one\ntwo\n").put("old.loud", "two\n")))
        .isInstanceOf(Applied.class);

    assertThat(repository.read("old.txt")).isEqualTo("one\r\ntwo\r\n");
    assertThat(repository.read("old.loud")).isEqualTo("TWO\n");
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void attributes_that_the_plan_changes_count_for_the_files_it_writes() throws Exception {
    repository.write(".gitattributes", "*.txt text eol=lf\n").write("old.txt", "one\n");
    commitAll();

    assertThat(
            apply(
                Edits.of()
                    .put(".gitattributes", "*.txt text eol=crlf\n")
                    .put("old.txt", "one\ntwo\n")))
        .isInstanceOf(Applied.class);

    assertThat(repository.read("old.txt")).isEqualTo("one\r\ntwo\r\n");
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void files_outside_a_sparse_checkout_change_in_the_index_alone() throws Exception {
    repository.git("sparse-checkout", "set", "--no-cone", "/a", "/b");
    assertThat(repository.has("folder/c")).isFalse();

    assertThat(apply(Edits.of().put("a", "new\n").put("folder/c", "new\n").put("x/y", "new\n")))
        .isInstanceOf(Applied.class);

    assertThat(repository.read("a")).isEqualTo("new\n");
    assertThat(repository.has("folder")).isFalse();
    assertThat(repository.has("x")).isFalse();
    assertThat(repository.status()).isEmpty();
    assertThat(repository.git("show", "HEAD:folder/c")).isEqualTo("new");
  }

  @Test
  void a_submodule_is_not_changed() throws Exception {
    ApplyRepository other = ApplyRepository.with(folder.resolve("other"));
    repository.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        other.root.toString(),
        "sub");
    commitAll();
    Map<String, String> before = repository.everything();

    ApplyRefused refused =
        (ApplyRefused) apply(Edits.of().put("160000", "sub", "commit:" + repository.head()));

    assertThat(refused.overlaps()).extracting(LocalConflict::path).containsExactly("sub");
    assertThat(refused.overlaps().getFirst().why()).contains("submodule");
    assertThat(repository.everything()).isEqualTo(before);
    assertThat(apply(Edits.of().put("a", "beside one\n"))).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void hooks_are_not_run() throws Exception {
    Path ran = folder.resolve("ran");
    for (String hook :
        new String[] {
          "pre-commit", "post-commit", "reference-transaction", "post-index-change", "post-checkout"
        }) {
      Path file = repository.root.resolve(".git/hooks").resolve(hook);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "#!/bin/sh\ntouch '" + ran + "'\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    String base = repository.head();
    String result = repository.result(fixture.plan, base, Edits.of().put("a", "new\n"));
    Files.deleteIfExists(ran);

    assertThat(fixture.apply(new GitTarget(repository.resource(), "refs/heads/main", base, result)))
        .isInstanceOf(Applied.class);

    assertThat(ran).doesNotExist();
  }

  @Test
  void without_an_identity_the_author_is_CleverAgents_and_a_hint_says_so() throws Exception {
    String base = repository.head();
    String result = repository.result(fixture.plan, base, Edits.of().put("a", "new\n"));
    repository.git("config", "user.name", "");
    repository.git("config", "user.email", "");

    Applied applied =
        (Applied)
            fixture.apply(new GitTarget(repository.resource(), "refs/heads/main", base, result));

    assertThat(applied.hints().getFirst()).contains("git config --global user.name");
    assertThat(repository.git("log", "-1", "--format=%an %cn"))
        .isEqualTo("CleverAgents CleverAgents");
  }

  @Test
  void who_signs_has_the_commit_signed() throws Exception {
    Path key = folder.resolve("key");
    assumeThat(Files.isExecutable(Path.of("/usr/bin/ssh-keygen"))).isTrue();
    Command.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString())
        .run(CancellationToken.none());
    repository.git("config", "gpg.format", "ssh");
    repository.git("config", "user.signingKey", key.toString());
    repository.git("config", "commit.gpgSign", "true");

    assertThat(apply(Edits.of().put("a", "new\n"))).isInstanceOf(Applied.class);

    assertThat(repository.git("cat-file", "commit", "HEAD")).contains("-----BEGIN SSH SIGNATURE");
  }

  @Test
  void a_linked_work_tree_and_a_git_directory_elsewhere_work_too() throws Exception {
    Path linked = folder.resolve("linked");
    repository.git("worktree", "add", "-q", "-b", "other", linked.toString());
    ApplyRepository main = repository;
    repository = new ApplyRepository(linked);

    assertThat(apply("refs/heads/other", Edits.of().put("a", "new\n"))).isInstanceOf(Applied.class);

    assertThat(repository.status()).isEmpty();
    assertThat(repository.read("a")).isEqualTo("new\n");
    assertThat(main.status()).isEmpty();
    assertThat(main.read("a")).isEqualTo("a\n");
  }

  @Test
  void a_linked_work_tree_on_the_same_branch_whose_folder_is_gone_does_not_count()
      throws Exception {
    Path linked = folder.resolve("linked");
    repository.git("worktree", "add", "-q", "-f", linked.toString(), "main");
    Deletion.of(linked);

    assertThat(apply(Edits.of().put("a", "new\n"))).isInstanceOf(Applied.class);

    assertThat(repository.read("a")).isEqualTo("new\n");
  }

  @Test
  void a_missing_folder_no_repository_and_a_bare_one_are_refused() throws Exception {
    String base = repository.head();
    for (String kind : new String[] {"missing", "plain", "bare"}) {
      Path place = folder.resolve(kind);
      if (!kind.equals("missing")) {
        Files.createDirectories(place);
      }
      if (kind.equals("bare")) {
        GitRepository.init(place, "--bare");
      }
      ApplyRefused refused =
          (ApplyRefused)
              fixture.apply(
                  new GitTarget(
                      new ApplyRepository(place).resource(), "refs/heads/main", base, base));
      assertThat(refused.overlaps()).hasSize(1);
      assertThat(refused.overlaps().getFirst().why()).contains(place.toString());
    }
  }

  @Test
  void a_split_index_works_too() throws Exception {
    repository.git("config", "core.splitIndex", "true");
    repository.git("update-index", "--split-index");
    repository.write("b", "mine\n");

    assertThat(apply(Edits.of().put("a", "new\n"))).isInstanceOf(Applied.class);

    assertThat(repository.status()).isEqualTo(" M b");
  }
}

package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.source.ResourceFindings;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories of every kind: a sandbox, or a clear answer why not. */
class RepositoryKindsTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void open() {
    fixture = new WorkspaceFixture(folder);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void oneWithoutACommitHasAnEmptyBase() throws Exception {
    GitRepository user = GitRepository.init(folder.resolve("user"));
    Resource resource = WorkspaceFixture.checkout(user);

    Sandbox sandbox = fixture.open(resource);

    assertThat(fixture.baseOf(sandbox)).isEqualTo("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    UserFiles.write(sandbox.directory(), "first.txt", "1\n");
    sandbox.publish(sandbox.look(GO), List.of(), GO);
    assertThat(user.git("ls-tree", "--name-only", "refs/cleveragents/plans/" + fixture.plan))
        .isEqualTo("first.txt");
    assertThat(fixture.manager.branchOf(resource, GO)).isEqualTo("refs/heads/main");
  }

  @Test
  void oneInAFolderWithALineBreakIsRefused() throws Exception {
    GitRepository user = UserFiles.sample(folder.resolve("line\nbreak"));

    assertThat(problems(user)).singleElement().asString().contains("line break");
  }

  @Test
  void commandsSeeTheBranchAndCommitThatTheUserHasCheckedOut() throws Exception {
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    user.git("switch", "--quiet", "--create", "topic/deep");
    GitRepository seen =
        new GitRepository(fixture.open(WorkspaceFixture.checkout(user)).directory());

    assertThat(seen.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/topic/deep");
    assertThat(seen.head()).isEqualTo(user.head());
    assertThat(seen.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void aBareOneIsRefused() throws Exception {
    GitRepository bare = GitRepository.init(folder.resolve("bare.git"), "--bare");

    assertThat(problems(bare)).singleElement().asString().contains("bare").contains("git clone");
    assertThatThrownBy(() -> fixture.manager.baseOf(WorkspaceFixture.checkout(bare), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("bare");
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    assertThat(problems(new GitRepository(user.directory().resolve(".git"))))
        .singleElement()
        .asString()
        .contains("bare git repository or its inside");
  }

  @Test
  void aShallowOneWorks() throws Exception {
    GitRepository origin =
        UserFiles.sample(folder.resolve("origin")).write("a", "2").commit("second");
    origin.git(
        "clone", "-q", "--depth=1", "file://" + origin.directory(), folder.resolve("user") + "");
    GitRepository user = new GitRepository(folder.resolve("user"));

    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));

    UserFiles.write(sandbox.directory(), "b", "3");
    sandbox.publish(sandbox.look(GO), List.of(), GO);
    assertThat(UserFiles.sh(sandbox.directory(), "git log --format=%s")).isEqualTo("second");
    assertThat(user.git("show", "refs/cleveragents/plans/" + fixture.plan + ":b")).isEqualTo("3");
  }

  @Test
  void oneInTheMiddleOfSomethingIsRefused() throws Exception {
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    user.git("checkout", "-q", "-b", "other");
    user.write("README.md", "theirs\n").commit("theirs");
    user.git("checkout", "-q", "main");
    user.write("README.md", "ours\n").commit("ours");

    user.succeeds("merge", "-q", "other");
    assertThat(problems(user)).singleElement().asString().contains("a merge").contains("abort");
    user.git("merge", "--abort");
    user.succeeds("rebase", "-q", "other");
    assertThat(problems(user)).singleElement().asString().contains("a rebase");
    user.git("rebase", "--abort");
    user.succeeds("cherry-pick", "other");
    assertThat(problems(user)).singleElement().asString().contains("a cherry-pick");
    user.git("cherry-pick", "--abort");
    assertThat(problems(user)).isEmpty();
    user.write("README.md", "stashed\n");
    user.git("stash", "-q");
    user.write("README.md", "again\n").commit("again");
    user.succeeds("stash", "apply", "-q");
    assertThat(problems(user))
        .singleElement()
        .asString()
        .contains("unresolved conflicts in README.md");
  }

  @Test
  void aDetachedOneWorks() throws Exception {
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    user.git("checkout", "-q", "--detach");

    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));

    assertThat(fixture.manager.branchOf(WorkspaceFixture.checkout(user), GO)).isEqualTo("HEAD");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(UserFiles.sh(sandbox.directory(), "git status --porcelain")).isEmpty();
  }

  @Test
  void aReadOnlyOneIsRefused() throws Exception {
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    UserFiles.sh(folder, "chmod a-w user user/.git");
    try {
      Assumptions.assumeFalse(Files.isWritable(user.directory()), "root may write anywhere");
      assertThat(problems(user)).hasSize(2).allMatch(it -> it.contains("read-only"));
    } finally {
      UserFiles.sh(folder, "chmod u+w user user/.git");
    }
  }

  @Test
  void aDamagedOneIsRefusedWithoutTheAdviceToMakeAnother() throws Exception {
    GitRepository head = UserFiles.sample(folder.resolve("head"));
    Files.writeString(head.directory().resolve(".git/HEAD"), "nonsense\n");
    assertThat(problems(head))
        .singleElement()
        .asString()
        .contains("damaged", ".git/HEAD", "not a git repository")
        .doesNotContain("git init");

    GitRepository index = UserFiles.sample(folder.resolve("index"));
    Files.writeString(index.directory().resolve(".git/index"), "nonsense, and enough of it");
    assertThat(problems(index)).singleElement().asString().contains("index", "git fsck");
  }

  @Test
  void whatIsNoRepositoryIsRefused() throws Exception {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    Path file = Files.writeString(folder.resolve("file"), "x");

    assertThat(problems(new GitRepository(plain)))
        .singleElement()
        .asString()
        .contains("not a git repository")
        .contains("git init")
        .contains("fs-directory");
    assertThat(problems(new GitRepository(folder.resolve("missing"))))
        .singleElement()
        .asString()
        .contains("does not exist");
    assertThat(problems(new GitRepository(file)))
        .singleElement()
        .asString()
        .contains("not a directory");
  }

  @Test
  void aFolderInsideOneIsRefusedWithTheOneToName() throws Exception {
    GitRepository user = UserFiles.sample(folder.resolve("user"));

    assertThat(problems(new GitRepository(user.directory().resolve("src"))))
        .singleElement()
        .asString()
        .contains("inside the git repository")
        .contains(user.directory().toRealPath().toString());
  }

  @Test
  void aLinkedWorkTreeWorks() throws Exception {
    GitRepository main = UserFiles.sample(folder.resolve("main"));
    main.git("worktree", "add", "-q", "-b", "side", folder.resolve("side").toString());
    GitRepository side =
        new GitRepository(folder.resolve("side")).write("side.txt", "s").commit("side");

    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(side));

    assertThat(sandbox.directory().resolve("side.txt")).hasContent("s");
    sandbox.publish(sandbox.look(GO), List.of(), GO);
    assertThat(main.git("for-each-ref", "--format=%(refname)", "refs/cleveragents").lines())
        .containsExactly(
            "refs/cleveragents/base/" + fixture.plan, "refs/cleveragents/plans/" + fixture.plan);
  }

  @Test
  void oneThatGoesBySha256Works() throws Exception {
    GitRepository user = GitRepository.init(folder.resolve("user"), "--object-format=sha256");
    assertThat(fixture.manager.baseOf(WorkspaceFixture.checkout(user), GO)).hasSize(64);
    user.write("a", "1").commit("first");

    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));

    UserFiles.write(sandbox.directory(), "a", "2");
    Tree tree = sandbox.look(GO);
    List<CapturedChange> changes = sandbox.changes(sandbox.baseTree(), tree, GO);
    assertThat(changes).extracting(CapturedChange::toString).containsExactly("MODIFY a");
    assertThat(
            sandbox.rebuild(
                changes.stream().map(CapturedChange::change).toList(),
                hash -> changes.getFirst().after(),
                GO))
        .isEqualTo(tree);
  }

  @Test
  void submodulesAreNotedAndAChangeInsideOneIsRefused() throws Exception {
    GitRepository library = UserFiles.sample(folder.resolve("library"));
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    user.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.directory().toString(),
        "lib dir");
    user.commit("with a submodule");
    Resource resource = WorkspaceFixture.checkout(user);

    ResourceFindings findings = fixture.manager.check(resource, GO);
    assertThat(findings.usable()).isTrue();
    assertThat(findings.notes())
        .singleElement()
        .asString()
        .contains("lib dir")
        .contains("resource");
    Map<String, String> theirs = UserFiles.fingerprint(user.directory());
    Sandbox sandbox = fixture.open(resource);
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(sandbox.directory().resolve("lib dir/README.md"))
        .hasSameTextualContentAs(library.directory().resolve("README.md"));

    for (String change :
        List.of(
            "echo x > 'lib dir/new.txt'",
            "echo x >> 'lib dir/README.md'",
            "rm 'lib dir/README.md'",
            "rm -r 'lib dir'; echo file > 'lib dir'",
            "rm -r 'lib dir'; git clone -q '%s' 'lib dir'".formatted(library.directory()))) {
      UserFiles.sh(sandbox.directory(), change);
      assertRefused(sandbox, "lib dir");
      sandbox.restore(sandbox.baseTree(), GO);
      assertThat(sandbox.look(GO)).as(change).isEqualTo(sandbox.baseTree());
      assertThat(sandbox.directory().resolve("lib dir/README.md"))
          .as(change)
          .hasSameTextualContentAs(library.directory().resolve("README.md"));
    }
    UserFiles.sh(sandbox.directory(), "rm -r 'lib dir' .gitmodules");
    assertThatThrownBy(() -> sandbox.look(GO))
        .hasMessageContainingAll("cannot remove a submodule", "lib dir");
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(UserFiles.fingerprint(user.directory())).isEqualTo(theirs);
    assertThatThrownBy(() -> sandbox.resolve("lib dir/a"))
        .hasMessageContaining("submodule 'lib dir'");
  }

  @Test
  void aSubmoduleThatTheUserHasNotGotIsEmptyAndStaysSo() throws Exception {
    GitRepository library = UserFiles.sample(folder.resolve("library"));
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    user.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.directory().toString(),
        "lib");
    user.commit("with a submodule");
    user.git("submodule", "--quiet", "deinit", "--force", "lib");
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    assertThat(sandbox.directory().resolve("lib")).isEmptyDirectory();
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());

    UserFiles.write(sandbox.directory(), "lib/new.txt", "x");
    assertRefused(sandbox, "lib");
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(sandbox.directory().resolve("lib")).isEmptyDirectory();
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  private static void assertRefused(Sandbox sandbox, String path) {
    assertThatThrownBy(() -> sandbox.look(GO))
        .isInstanceOfSatisfying(
            OperationException.class, e -> assertThat(e.hint()).contains("resource of its own"))
        .hasMessageContaining(path);
  }

  @Test
  void filesThatAPlanWillNotSeeAreListed() throws Exception {
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    user.write("README.md", "edited").write("new dir/a", "1").write("odd\nname", "2");
    user.write("staged", "3").git("add", "staged");
    Files.delete(user.directory().resolve("src/Main.java"));

    ResourceFindings findings = fixture.manager.check(WorkspaceFixture.checkout(user), GO);

    assertThat(findings.usable()).isTrue();
    assertThat(findings.uncommitted())
        .containsExactlyInAnyOrder("README.md", "new dir/", "odd\nname", "staged", "src/Main.java");
  }

  private List<String> problems(GitRepository repository) throws InterruptedException {
    return fixture
        .manager
        .check(Resource.of(Name.of("x"), ResourceType.GIT_CHECKOUT, repository.directory()), GO)
        .problems();
  }
}

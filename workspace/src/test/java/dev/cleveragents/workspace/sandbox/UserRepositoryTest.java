package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a plan does in its sandbox, the user's repository gets refs of ours and no more. */
class UserRepositoryTest {

  private static final List<String> HOOKS =
      List.of(
          "post-checkout",
          "reference-transaction",
          "post-index-change",
          "pre-commit",
          "post-commit",
          "post-rewrite",
          "pre-auto-gc",
          "fsmonitor-watchman");

  @TempDir Path folder;
  private WorkspaceFixture fixture;
  private GitRepository user;
  private Resource resource;

  @BeforeEach
  void open() {
    fixture = new WorkspaceFixture(folder);
    user = UserFiles.sample(folder.resolve("user"));
    user.write("README.md", "staged\n").git("add", "README.md");
    user.write("README.md", "edited\n")
        .write("untracked.txt", "mine\n")
        .write("x.log", "ignored\n");
    resource = WorkspaceFixture.checkout(user);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void checkingOpeningAndWorkingLeaveTheUsersRepositoryByteForByteAsItWas() throws Exception {
    Map<String, String> before = UserFiles.fingerprint(user.directory());

    fixture.manager.check(resource, GO);
    Sandbox sandbox = fixture.open(resource);
    UserFiles.write(sandbox.directory(), "README.md", "changed\n");
    UserFiles.sh(
        sandbox.directory(),
        """
        git stash -q && git stash pop -q
        git config user.name Somebody
        git branch other && git tag mark
        git add -A && git commit -q -m mine
        git gc -q
        """);
    Tree tree = sandbox.look(GO);
    sandbox.changes(sandbox.baseTree(), tree, GO);
    sandbox.restore(sandbox.baseTree(), GO);

    assertThat(UserFiles.fingerprint(user.directory())).isEqualTo(before);
    assertThat(user.git("for-each-ref", "--format=%(refname)", "refs/cleveragents"))
        .isEqualTo("refs/cleveragents/base/" + fixture.plan);
    assertThat(UserFiles.sh(sandbox.directory(), "git remote")).isEmpty();
  }

  @Test
  void publishingAddsObjectsAndOneRef() throws Exception {
    Sandbox sandbox = fixture.open(resource);
    UserFiles.write(sandbox.directory(), "src/New.java", "class New {}\n");
    Tree tree = sandbox.look(GO);
    Map<String, String> before = UserFiles.fingerprint(user.directory());

    sandbox.publish(tree, List.of(), GO);

    Map<String, String> after = UserFiles.fingerprint(user.directory());
    after.keySet().removeIf(path -> path.startsWith(".git/objects"));
    before.keySet().removeIf(path -> path.startsWith(".git/objects"));
    // Git made and removed files of its own there.
    after.remove(".git");
    before.remove(".git");
    assertThat(after).isEqualTo(before);
    String ref = "refs/cleveragents/plans/" + fixture.plan;
    assertThat(user.git("rev-parse", ref)).isEqualTo(tree.id());
    assertThat(user.git("log", "--all", "--format=%H")).isEqualTo(user.git("rev-parse", "HEAD"));
    assertThat(user.git("branch", "--list", "--all", "--format=%(refname)"))
        .isEqualTo("refs/heads/main");
    fixture.manager.committed(sandbox, fixture.lease);
    fixture.manager.remove(sandbox.id(), SandboxManager.Kept.STORED);
    assertThat(user.git("show", ref + ":src/New.java")).isEqualTo("class New {}");
    user.git("reflog", "expire", "--expire=now", "--all");
    user.git("gc", "-q", "--prune=now");
    assertThat(user.git("show", ref + ":src/New.java")).isEqualTo("class New {}");
    user.git("fsck", "--strict");
  }

  @Test
  void publishingAgainReplacesWhatWasPublishedAndKeepsItByAnotherRef() throws Exception {
    Sandbox sandbox = fixture.open(resource);
    Tree first = sandbox.baseTree();
    sandbox.publish(first, List.of(), GO);
    UserFiles.write(sandbox.directory(), "a", "b");
    Tree second = sandbox.look(GO);

    sandbox.publish(second, List.of(first.id()), GO);

    String ref = "refs/cleveragents/plans/" + fixture.plan;
    assertThat(user.git("rev-parse", ref)).isEqualTo(second.id());
    assertThat(user.git("rev-parse", ref + "." + first.id())).isEqualTo(first.id());
  }

  @Test
  void theUsersHooksDoNotRun() throws Exception {
    Path hooks = Files.createDirectories(user.directory().resolve(".git/hooks"));
    for (String hook : HOOKS) {
      Path file = hooks.resolve(hook);
      Files.writeString(file, "#!/bin/sh\necho %s >> %s\n".formatted(hook, folder.resolve("ran")));
      UserFiles.sh(hooks, "chmod +x " + hook);
    }
    user.git("config", "core.fsmonitor", hooks.resolve("fsmonitor-watchman").toString());

    fixture.manager.check(resource, GO);
    Sandbox sandbox = fixture.open(resource);
    UserFiles.write(sandbox.directory(), "a", "b");
    sandbox.publish(sandbox.look(GO), List.of(), GO);
    UserFiles.sh(sandbox.directory(), "git add -A && git commit -q -m mine");
    fixture.manager.unpin(List.of(fixture.plan), resource, GO);

    assertThat(folder.resolve("ran")).doesNotExist();
    user.git("commit", "-q", "--allow-empty", "-m", "by hand");
    assertThat(folder.resolve("ran")).as("the hooks work").exists();
  }

  @Test
  void theBaseIsKeptFromCollectionUntilItIsLetGo() throws Exception {
    String base = fixture.manager.baseOf(resource, GO);
    fixture.manager.open(fixture.plan, resource, base, fixture.lease, GO);
    user.git("stash", "-q");
    user.git("reset", "-q", "--hard");
    user.git("checkout", "-q", "--orphan", "fresh");
    user.git("commit", "-q", "-m", "unrelated");
    user.git("branch", "-q", "-D", "main");
    user.git("stash", "drop", "-q");
    collect();
    assertThat(user.succeeds("cat-file", "-e", base)).isTrue();

    fixture.manager.unpin(List.of(fixture.plan), resource, GO);
    fixture.manager.unpin(List.of(fixture.plan), resource, GO);
    collect();

    assertThat(user.succeeds("cat-file", "-e", base)).isFalse();
  }

  private void collect() {
    user.git("reflog", "expire", "--expire=now", "--all");
    user.git("gc", "-q", "--prune=now");
  }
}

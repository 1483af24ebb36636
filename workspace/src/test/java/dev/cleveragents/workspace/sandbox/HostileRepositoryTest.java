package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Git of ours runs nothing that a command has written into a sandbox. */
class HostileRepositoryTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;
  private GitRepository user;
  private Path mark;

  @BeforeEach
  void open() throws Exception {
    fixture = new WorkspaceFixture(folder);
    user = UserFiles.sample(folder.resolve("user"));
    mark = folder.resolve("mark");
    Path program =
        Files.writeString(folder.resolve("evil"), "#!/bin/sh\necho >> '%s'\ncat\n".formatted(mark));
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Lines of shell that have every file of a repository go through a program of the command. */
  private String filtered(String gitDirectory) {
    return """
        git config --file %1$s/config filter.evil.clean '%2$s/evil'
        git config --file %1$s/config core.fsmonitor '%2$s/evil'
        mkdir -p %1$s/info; echo '* filter=evil' >> %1$s/info/attributes
        """
        .formatted(gitDirectory, folder);
  }

  private SandboxContents contents(Sandbox sandbox) {
    return fixture.manager.inventory().contents(fixture.manager.get(sandbox.id()));
  }

  private Sandbox withSubmodule() throws Exception {
    GitRepository library = UserFiles.sample(folder.resolve("library"));
    user.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.directory().toString(),
        "sub");
    user.commit("with a submodule");
    return fixture.open(WorkspaceFixture.checkout(user));
  }

  @Test
  void aRepositoryThatCommandsSeeIsReadWithoutItsConfiguration() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(
        sandbox.directory(),
        """
        git branch merged; echo 1 >> README.md; git commit -qam kept; git branch side
        git tag -m tag tagged; git pack-refs --all; git branch loose
        echo 2 >> README.md; git stash -q; git branch broken; echo x > .git/refs/heads/broken
        """
            + filtered(".git"));

    assertThat(contents(sandbox).ownRefs(GO))
        .containsExactlyInAnyOrder("refs/stash", "refs/heads/broken");
    assertThat(contents(sandbox).changes(GO))
        .extracting(CapturedChange::toString)
        .containsExactly("MODIFY README.md");
    assertThat(sandbox.commitMessages(GO)).containsExactly("kept");
    assertThat(mark).doesNotExist();
  }

  @Test
  void objectsOfAnotherRepositoryAreNotBorrowed() throws Exception {
    GitRepository other = UserFiles.sample(folder.resolve("other")).commit("private");
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(
        sandbox.directory(),
        "echo '%s/.git/objects' >> .git/objects/info/alternates; git branch -f x %s; git switch -q x"
            .formatted(other.directory(), other.head()));

    assertThat(sandbox.commitMessages(GO)).isEmpty();
    assertThat(contents(sandbox).ownRefs(GO)).contains("refs/heads/x");
  }

  @Test
  void aPipeInThePlaceOfARefDelaysNobody() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(
        sandbox.directory(),
        "rm .git/HEAD; mkfifo .git/HEAD .git/packed-refs; ln -s /dev/zero .git/refs/heads/zero");

    assertThat(sandbox.commitMessages(GO)).isEmpty();
    assertThat(contents(sandbox).ownRefs(GO)).containsExactly("refs/heads/zero");
  }

  @Test
  void anotherRepositoryAmongTheFilesIsNeverAsked() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(
        sandbox.directory(),
        "git init -q 'a b'; cd 'a b'; echo 1 > file; git add .; git commit -qm x; touch -d 2001-01-01 file\n"
            + filtered(".git"));

    for (int looks = 0; looks < 2; looks++) {
      assertThatThrownBy(() -> sandbox.look(GO))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("a b");
      assertThatThrownBy(() -> contents(sandbox).changes(GO))
          .isInstanceOf(OperationException.class);
    }
    assertThat(mark).doesNotExist();
    UserFiles.sh(sandbox.directory(), "rm -r 'a b'");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(contents(sandbox).changes(GO)).isEmpty();
  }

  @Test
  void aSubmoduleThatACommandHasMadeARepositoryIsNeverAsked() throws Exception {
    Sandbox sandbox = withSubmodule();
    UserFiles.sh(
        sandbox.directory(),
        """
        c=$(git ls-files -s sub | cut -d' ' -f2); cd sub; git init -q .
        echo '%s/.git/modules/sub/objects' > .git/objects/info/alternates
        echo $c > .git/HEAD; git read-tree HEAD; touch -d '2001-01-01' README.md
        """
                .formatted(user.directory())
            + filtered(".git"));

    assertThat(contents(sandbox).changes(GO)).isEmpty();
    assertThatThrownBy(() -> sandbox.look(GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("sub");
    assertThat(mark).doesNotExist();
  }

  @Test
  void aFilterOfTheUserRunsWhereTheUsersFilesAre() throws Exception {
    user.write("clean.sh", "tr a-z A-Z\n").write(".gitattributes", "*.txt filter=own\n");
    user.commit("filter");
    user.git("config", "filter.own.clean", "sh ./clean.sh");
    user.git("config", "filter.own.smudge", "sh ./clean.sh");
    Resource resource = WorkspaceFixture.checkout(user);
    Sandbox sandbox = fixture.open(resource);
    UserFiles.write(sandbox.directory(), "a.txt", "abc\n");
    UserFiles.sh(sandbox.directory(), "cp '%s/evil' clean.sh".formatted(folder));

    var changes = sandbox.changes(sandbox.baseTree(), sandbox.look(GO), GO);
    contents(sandbox).changes(GO);
    sandbox.restore(sandbox.look(GO), GO);

    assertThat(changes.getFirst().after()).hasValue("ABC\n".getBytes(StandardCharsets.UTF_8));
    assertThat(mark).doesNotExist();
  }

  @Test
  void aFilterOfASubmoduleRunsWhereTheUsersFilesAre() throws Exception {
    Sandbox first = withSubmodule();
    Path mine = user.directory().resolve("sub");
    UserFiles.sh(mine, "git config filter.own.clean 'sh ./README.md'");
    assertThat(first.look(GO)).isEqualTo(first.baseTree());
    Sandbox sandbox =
        fixture.manager.open(
            fixture.plan, WorkspaceFixture.checkout(user), user.head(), fixture.takeOver(), GO);
    UserFiles.sh(
        sandbox.directory(),
        "cp '%s/evil' sub/README.md; echo '* filter=own' > sub/.gitattributes".formatted(folder));

    assertThatThrownBy(() -> sandbox.look(GO)).isInstanceOf(OperationException.class);
    assertThat(mark).doesNotExist();
  }

  @Test
  void theUserGetsARepositoryWithItsCommitsAndWithoutSettingsOfCommands() throws Exception {
    Sandbox sandbox = withSubmodule();
    Path others = Files.writeString(folder.resolve("others"), "theirs\n");
    UserFiles.sh(
        sandbox.directory(),
        """
        git switch -qc side; echo 1 > new.txt; git add new.txt; git commit -qm mine
        echo 2 >> README.md; touch -d 2001-01-01 .gitignore
        cd sub; git init -q; git add .; git commit -qm x; touch -d 2001-01-01 README.md; cd ..
        mkdir -p .git/hooks; cp '%1$s/evil' .git/hooks/post-index-change
        rm .git/logs/HEAD; ln -s '%1$s/others' .git/logs/HEAD
        """
                .formatted(folder)
            + filtered("sub/.git")
            + filtered(".git"));

    fixture.manager.opened(sandbox, fixture.lease);

    assertThat(UserFiles.sh(sandbox.directory(), "git status --porcelain; git log --format=%s"))
        .isEqualTo(" M README.md\nmine\nwith a submodule\nfirst");
    assertThat(UserFiles.sh(sandbox.directory(), "git branch --show-current; git commit -qam more"))
        .isEqualTo("side");
    assertThat(mark).doesNotExist();
    assertThat(others).hasContent("theirs\n");
    assertThat(sandbox.directory().resolve(".git/hooks")).doesNotExist();
  }

  @Test
  void nothingIsWrittenThroughALinkInThePlaceOfTheRepository() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(
        sandbox.directory(), "rm -r .git; ln -s '%s/.git' .git".formatted(user.directory()));
    String theirs = UserFiles.fingerprint(user.directory()).toString();

    assertThatThrownBy(sandbox.repository()::stage).isInstanceOf(IOException.class);
    fixture.manager.opened(sandbox, fixture.lease);

    assertThat(UserFiles.fingerprint(user.directory())).hasToString(theirs);
    assertThat(sandbox.directory().resolve(".git")).isDirectory();
    assertThat(Files.isSymbolicLink(sandbox.directory().resolve(".git"))).isFalse();
  }
}

package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sandboxes of plain directories: the same, without a repository of the user. */
class DirectorySandboxTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;
  private Path user;
  private Resource resource;

  @BeforeEach
  void open() throws Exception {
    fixture = new WorkspaceFixture(folder);
    user = Files.createDirectory(folder.resolve("user"));
    UserFiles.write(user, "a.txt", "one\r\ntwo\n");
    UserFiles.write(user, "sub/run.sh", "#!/bin/sh\n");
    UserFiles.sh(user, "chmod +x sub/run.sh; ln -s a.txt link");
    // Rules of git mean nothing here.
    UserFiles.write(user, ".gitignore", "*.tmp\n");
    UserFiles.write(user, ".gitattributes", "* text eol=lf\n");
    UserFiles.write(user, "kept.tmp", "kept");
    UserFiles.write(user, "node_modules/x/index.js", "x");
    resource = directory(ResourceSettings.NONE);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Resource directory(ResourceSettings settings) {
    return new Resource(Name.of("data"), ResourceType.FS_DIRECTORY, user, settings);
  }

  @Test
  void theCopyHoldsExactlyTheFilesButProtectedFolders() throws Exception {
    Map<String, String> before = UserFiles.fingerprint(user);

    Sandbox sandbox = fixture.open(resource);

    assertThat(UserFiles.fingerprint(user)).isEqualTo(before);
    assertThat(Files.readString(sandbox.directory().resolve("a.txt"))).isEqualTo("one\r\ntwo\n");
    assertThat(sandbox.directory().resolve("kept.tmp")).hasContent("kept");
    assertThat(sandbox.directory().resolve("link")).isSymbolicLink();
    assertThat(sandbox.directory().resolve("sub/run.sh")).isExecutable();
    assertThat(sandbox.directory().resolve("node_modules")).doesNotExist();
    assertThat(sandbox.directory().resolve(".git")).doesNotExist();
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(fixture.manager.branchOf(resource, GO)).isEmpty();
  }

  @Test
  void aFolderThatHoldsOurOwnDataIsRefused() throws Exception {
    Resource around =
        new Resource(Name.of("all"), ResourceType.FS_DIRECTORY, folder, ResourceSettings.NONE);

    assertThat(fixture.manager.check(around, GO).problems())
        .singleElement()
        .asString()
        .contains("keeps keys and its database");
    assertThatThrownBy(() -> fixture.manager.baseOf(around, GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("would copy them");
    assertThat(fixture.manager.check(resource, GO).usable()).isTrue();
  }

  @Test
  void changesAreToldAndTakenBackByTheBytes() throws Exception {
    Sandbox sandbox = fixture.open(resource);
    UserFiles.write(sandbox.directory(), "a.txt", "one\r\nthree\r\n");
    UserFiles.write(sandbox.directory(), "new.tmp", "ignored by git, not by us");
    UserFiles.write(sandbox.directory(), "node_modules/y", "protected");

    Tree tree = sandbox.look(GO);
    List<CapturedChange> changes = sandbox.changes(sandbox.baseTree(), tree, GO);

    assertThat(changes)
        .extracting(CapturedChange::toString)
        .containsExactly("MODIFY a.txt", "CREATE new.tmp");
    assertThat(changes.getFirst().after())
        .hasValue("one\r\nthree\r\n".getBytes(StandardCharsets.UTF_8));
    assertThat(sandbox.ignoredCreated(GO)).isEqualTo(1);
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(sandbox.directory().resolve("new.tmp")).doesNotExist();
    assertThat(sandbox.directory().resolve("node_modules/y")).exists();
    sandbox.restore(tree, GO);
    assertThat(Files.readString(sandbox.directory().resolve("a.txt")))
        .isEqualTo("one\r\nthree\r\n");
  }

  @Test
  void emptyFoldersAreInTheCopyAndComeBackWithARollback() throws Exception {
    UserFiles.sh(user, "mkdir -p logs/old 'in tray' node_modules/empty; ln -s /nowhere loose");
    Sandbox sandbox = fixture.open(resource);
    Path files = sandbox.directory();
    assertThat(files.resolve("logs/old")).isEmptyDirectory();
    assertThat(files.resolve("in tray")).isEmptyDirectory();
    assertThat(files.resolve("node_modules")).doesNotExist();
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());

    Path outside = Files.createDirectory(folder.resolve("outside"));
    UserFiles.sh(
        files, "rmdir 'in tray'; rm -r logs; ln -s '%s' logs; mkdir made".formatted(outside));
    sandbox.restore(sandbox.baseTree(), GO);

    assertThat(files.resolve("in tray")).isEmptyDirectory();
    assertThat(files.resolve("logs/old")).isEmptyDirectory();
    assertThat(files.resolve("made")).doesNotExist();
    assertThat(outside).isEmptyDirectory();
    Sandbox next =
        fixture.manager.open(
            fixture.plan,
            resource,
            fixture.baseOf(sandbox),
            fixture.takeOver(),
            WorkspaceFixture.GO);
    next.rebuild(List.of(), _ -> Optional.empty(), GO);
    assertThat(next.directory().resolve("in tray")).isEmptyDirectory();
  }

  @Test
  void theBaseNamesTheContentsAndIsTheSameForTheSame() throws Exception {
    String base = fixture.manager.baseOf(resource, GO);
    assertThat(fixture.manager.baseOf(resource, GO)).isEqualTo(base);

    UserFiles.write(user, "sub/new", "x");
    assertThat(fixture.manager.baseOf(resource, GO)).isNotEqualTo(base);
    Files.delete(user.resolve("sub/new"));
    assertThat(fixture.manager.baseOf(resource, GO)).isEqualTo(base);
    UserFiles.sh(user, "chmod -x sub/run.sh");
    assertThat(fixture.manager.baseOf(resource, GO)).isNotEqualTo(base);
  }

  @Test
  void aNewOwnerFindsTheSameBaseWhateverTheUserHasDoneSince() throws Exception {
    Sandbox first = fixture.open(resource);
    Lease next = fixture.takeOver();
    UserFiles.write(user, "a.txt", "edited meanwhile");

    Sandbox second = fixture.manager.open(fixture.plan, resource, fixture.baseOf(first), next, GO);

    assertThat(Files.readString(second.directory().resolve("a.txt"))).isEqualTo("one\r\ntwo\n");
    assertThat(second.baseTree()).isEqualTo(first.baseTree());
  }

  @Test
  void protectedFilesThatWorkNeedsAreCopiedIn() throws Exception {
    Sandbox sandbox =
        fixture.open(
            directory(new ResourceSettings(List.of("node_modules"), "test -d node_modules")));

    assertThat(sandbox.directory().resolve("node_modules/x/index.js")).hasContent("x");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  @Test
  void whatTheSetUpCommandMakesIsNoChange() throws Exception {
    Sandbox sandbox =
        fixture.open(
            directory(new ResourceSettings(List.of(), "mkdir out; echo 1 > out/a; rm a.txt")));

    assertThat(sandbox.directory().resolve("out/a")).exists();
    assertThat(sandbox.directory().resolve("a.txt")).exists();
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  @Test
  void repositoriesInsideAreRefusedWithAdvice() {
    UserFiles.sample(user.resolve("nested"));

    assertThatThrownBy(() -> fixture.manager.baseOf(resource, GO))
        .isInstanceOfSatisfying(
            OperationException.class, e -> assertThat(e.hint()).contains("git-checkout"))
        .hasMessageContaining("nested");
  }

  @Test
  void aRepositoryAtTheTopIsLeftOut() throws Exception {
    GitRepository.init(user).commit("1");

    Sandbox sandbox = fixture.open(resource);

    assertThat(sandbox.directory().resolve(".git")).doesNotExist();
    assertThat(sandbox.directory().resolve("kept.tmp")).exists();
  }

  @Test
  void anEmptyDirectoryWorks() throws Exception {
    Resource empty =
        Resource.of(
            Name.of("empty"),
            ResourceType.FS_DIRECTORY,
            Files.createDirectory(folder.resolve("empty")));

    Sandbox sandbox = fixture.open(empty);

    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    UserFiles.write(sandbox.directory(), "a", "1");
    assertThat(sandbox.changes(sandbox.baseTree(), sandbox.look(GO), GO)).hasSize(1);
  }

  @Test
  void resultsAreKeptInTheRepositoryThatHoldsTheBase() throws Exception {
    Sandbox sandbox = fixture.open(resource);
    UserFiles.write(sandbox.directory(), "new", "1");
    sandbox.publish(sandbox.look(GO), List.of(), GO);
    String ref = "refs/cleveragents/plans/" + fixture.plan;
    fixture.manager.committed(sandbox, fixture.lease);
    fixture.manager.remove(sandbox.id(), SandboxManager.Kept.STORED);

    GitRepository kept = new GitRepository(folder.resolve("sandboxes/directories/local.data.git"));

    assertThat(kept.git("show", ref + ":new")).isEqualTo("1");
    fixture.manager.unpin(List.of(fixture.plan), resource, GO);
  }
}

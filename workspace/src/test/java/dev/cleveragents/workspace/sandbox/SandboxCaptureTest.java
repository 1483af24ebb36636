package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was done to the files of a sandbox is told exactly, and can be taken back. */
class SandboxCaptureTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;
  private GitRepository user;

  @BeforeEach
  void open() {
    fixture = new WorkspaceFixture(folder);
    user = UserFiles.sample(folder.resolve("user"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aNewSandboxHoldsTheFilesOfTheBaseAndNoChange() throws Exception {
    user.write("README.md", "not committed\n");

    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));

    assertThat(sandbox.directory().resolve("README.md")).hasContent("hello\n");
    assertThat(sandbox.directory().getFileName()).hasToString("user");
    assertThat(fixture.baseOf(sandbox)).isEqualTo(user.git("rev-parse", "HEAD"));
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(sandbox.baseTree().id()).isEqualTo(user.git("rev-parse", "HEAD^{tree}"));
    assertThat(UserFiles.sh(sandbox.directory(), "git status --porcelain")).isEmpty();
    assertThat(UserFiles.sh(sandbox.directory(), "git log --format=%s")).isEqualTo("first");
  }

  @Test
  void everyKindOfChangeIsToldWithTheExactBytes() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    byte[] binary = {0, 1, (byte) 0xff, '\r', '\n', 0};
    UserFiles.write(sandbox.directory(), "new.bin", binary);
    UserFiles.write(sandbox.directory(), "README.md", "hello\r\nworld");
    UserFiles.sh(
        sandbox.directory(), "rm src/Main.java; chmod +x .gitignore; ln -s README.md link");
    UserFiles.sh(sandbox.directory(), "git mv src/deep/er/Other.java moved.java");
    UserFiles.write(sandbox.directory(), "x.log", "ignored");

    List<CapturedChange> changes = sandbox.changes(sandbox.baseTree(), sandbox.look(GO), GO);

    assertThat(changes)
        .extracting(CapturedChange::toString)
        .containsExactlyInAnyOrder(
            "CREATE new.bin",
            "MODIFY README.md",
            "DELETE src/Main.java",
            "MODIFY .gitignore",
            "CREATE link",
            "MOVE moved.java");
    assertThat(find(changes, "new.bin").after()).hasValue(binary);
    assertThat(find(changes, "new.bin").before()).isEmpty();
    assertThat(find(changes, "new.bin").change().after())
        .isEqualTo(FileState.of(binary, FileMode.REGULAR));
    assertThat(find(changes, "README.md").before()).hasValue(bytes("hello\n"));
    assertThat(find(changes, "README.md").after()).hasValue(bytes("hello\r\nworld"));
    assertThat(find(changes, "src/Main.java").after()).isEmpty();
    assertThat(find(changes, ".gitignore").change().after())
        .extracting(FileState::mode)
        .isEqualTo(FileMode.EXECUTABLE);
    assertThat(find(changes, "link").after()).hasValue(bytes("README.md"));
    assertThat(find(changes, "link").change().after())
        .extracting(FileState::mode)
        .isEqualTo(FileMode.SYMLINK);
    assertThat(find(changes, "moved.java").change().movedFrom())
        .isEqualTo("src/deep/er/Other.java");
    assertThat(find(changes, "moved.java").change().resource()).isEqualTo("local/app");
    assertThat(sandbox.ignoredCreated(GO)).isEqualTo(1);
  }

  @Test
  void oddNamesAreReportedUnchanged() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    List<String> names =
        List.of(
            "new\nline",
            "tab\there",
            "-dash",
            " spaces ",
            "ünï→🙂",
            "quote\"'",
            "back\\slash",
            "*",
            ":(top)x",
            "$HOME",
            "#hash",
            "!bang",
            "a/-b/ c");
    for (String name : names) {
      UserFiles.write(sandbox.directory(), name, name);
    }

    Tree tree = sandbox.look(GO);
    List<CapturedChange> changes = sandbox.changes(sandbox.baseTree(), tree, GO);

    assertThat(changes)
        .extracting(it -> it.change().path())
        .containsExactlyInAnyOrderElementsOf(names);
    assertThat(changes)
        .allSatisfy(it -> assertThat(it.after()).hasValue(bytes(it.change().path())));
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    sandbox.restore(tree, GO);
    assertThat(sandbox.look(GO)).isEqualTo(tree);
  }

  @Test
  void aNameThatIsNotUtf8IsRefusedWithItsName() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(sandbox.directory(), "touch \"$(printf 'caf\\351')\"");

    assertThatThrownBy(() -> sandbox.look(GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("caf")
        .hasMessageContaining("not UTF-8");
  }

  @Test
  void restoringTakesEverythingBackButIgnoredFiles() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(
        sandbox.directory(),
        """
        echo changed > README.md
        rm -r src && ln -s /etc src
        mkdir -p empty/folder new/dir && echo 1 > new/dir/file
        rm .gitignore && mkdir .gitignore && echo 2 > .gitignore/inside
        git init -q nested && echo 3 > nested/file
        mkdir build && echo kept > build/output
        """);

    sandbox.restore(sandbox.baseTree(), GO);

    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    assertThat(Files.isDirectory(sandbox.directory().resolve("src"), LinkOption.NOFOLLOW_LINKS))
        .isTrue();
    assertThat(sandbox.directory().resolve("src/deep/er/Other.java"))
        .hasContent("class Other {}\n");
    assertThat(sandbox.directory().resolve("new")).doesNotExist();
    assertThat(sandbox.directory().resolve("empty")).doesNotExist();
    assertThat(sandbox.directory().resolve("nested")).doesNotExist();
  }

  @Test
  void restoringLeavesIgnoredFiles() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(sandbox.directory(), "mkdir build; echo kept > build/output; echo x > new.txt");

    sandbox.restore(sandbox.baseTree(), GO);

    assertThat(sandbox.directory().resolve("build/output")).hasContent("kept");
    assertThat(sandbox.directory().resolve("new.txt")).doesNotExist();
  }

  @Test
  void whoLooksFromOutsideSeesNoIgnoredFilesEither() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.write(sandbox.directory(), "src/New.java", "class New {}\n");
    UserFiles.write(sandbox.directory(), "new.log", "ignored");

    SandboxContents remains =
        fixture.manager.inventory().contents(fixture.manager.get(sandbox.id()));

    assertThat(remains.changes(GO))
        .extracting(CapturedChange::toString)
        .containsExactly("CREATE src/New.java");
  }

  @Test
  void aChangeThatKeepsSizeAndTimeIsSeen() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(
        sandbox.directory(),
        "touch -r README.md '%1$s'; printf 'jello\\n' > README.md; touch -r '%1$s' README.md"
            .formatted(folder.resolve("time")));

    assertThat(sandbox.look(GO)).isNotEqualTo(sandbox.baseTree());
  }

  @Test
  void whatACommandDoesToTheSandboxesOwnRepositoryHidesNothing() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.write(sandbox.directory(), "new.txt", "new");
    Tree tree = sandbox.look(GO);

    UserFiles.sh(
        sandbox.directory(),
        """
        git config core.fileMode false
        git config core.autocrlf true
        echo '*' > .git/info/exclude
        git add -A -f && git commit -q -m mine
        git reflog expire --expire=now --all && git gc -q --prune=now
        git checkout -q --orphan other && git branch -D main -q
        """);
    assertThat(sandbox.look(GO)).isEqualTo(tree);
    UserFiles.sh(sandbox.directory(), "rm -rf .git");

    assertThat(sandbox.look(GO)).isEqualTo(tree);
    assertThat(sandbox.changes(sandbox.baseTree(), tree, GO))
        .extracting(CapturedChange::toString)
        .containsExactly("CREATE new.txt");
  }

  @Test
  void lineEndsAreConvertedAsTheUsersRepositoryDoes() throws Exception {
    user.write(".gitattributes", "*.bat text eol=crlf\n")
        .write("run.bat", "one\r\ntwo\r\n")
        .commit("windows");
    user.git("config", "core.autocrlf", "true");
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));

    assertThat(Files.readString(sandbox.directory().resolve("run.bat")))
        .isEqualTo("one\r\ntwo\r\n");
    assertThat(Files.readString(sandbox.directory().resolve("README.md"))).isEqualTo("hello\r\n");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    UserFiles.write(sandbox.directory(), "run.bat", "one\r\nthree\r\n");
    List<CapturedChange> changes = sandbox.changes(sandbox.baseTree(), sandbox.look(GO), GO);
    assertThat(find(changes, "run.bat").after()).hasValue(bytes("one\nthree\n"));
  }

  @Test
  void filtersOfTheUserAreHonoured() throws Exception {
    user.git("config", "filter.upper.clean", "tr a-z A-Z");
    user.git("config", "filter.upper.smudge", "tr A-Z a-z");
    user.write(".gitattributes", "*.txt filter=upper\n").write("a.txt", "abc\n").commit("filter");
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));

    assertThat(sandbox.directory().resolve("a.txt")).hasContent("abc\n");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
    UserFiles.write(sandbox.directory(), "a.txt", "xyz\n");
    Tree tree = sandbox.look(GO);
    List<CapturedChange> changes = sandbox.changes(sandbox.baseTree(), tree, GO);
    assertThat(find(changes, "a.txt").after()).hasValue(bytes("XYZ\n"));
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(sandbox.directory().resolve("a.txt")).hasContent("abc\n");
  }

  @Test
  void aRepositoryThatACommandMadeIsRefusedAndNamed() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(sandbox.directory(), "git init -q fresh; echo 1 > fresh/file");
    assertThatThrownBy(() -> sandbox.look(GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("fresh");
    UserFiles.sh(sandbox.directory(), "cd fresh && git add -A && git commit -qm 1");
    assertThatThrownBy(() -> sandbox.look(GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("fresh");

    sandbox.restore(sandbox.baseTree(), GO);

    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  @Test
  void twoThingsAtOnceAreRefused() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    // A filter that waits for us holds the first look up.
    Path started = folder.resolve("started");
    Path go = folder.resolve("go");
    UserFiles.write(sandbox.directory(), ".gitattributes", "*.slow filter=slow\n");
    UserFiles.write(sandbox.directory(), "a.slow", "x");
    UserFiles.sh(
        fixture.manager.get(sandbox.id()).directory(),
        "git -C ledger.git config filter.slow.clean 'touch %s; while ! test -e %s; do sleep 0.01; done; cat'"
            .formatted(started, go));
    Thread first = Thread.ofVirtual().start(() -> assertThat(look(sandbox)).isNotNull());
    await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(started));

    assertThatThrownBy(() -> sandbox.restore(sandbox.baseTree(), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("Another operation is using");
    assertThat(sandbox.directory().resolve("a.slow")).exists();

    Files.createFile(go);
    assertThat(first.join(Duration.ofMinutes(1))).isTrue();
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(sandbox.directory().resolve("a.slow")).doesNotExist();
  }

  private static Tree look(Sandbox sandbox) {
    try {
      return sandbox.look(GO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static CapturedChange find(List<CapturedChange> changes, String path) {
    return changes.stream().filter(it -> it.change().path().equals(path)).findFirst().orElseThrow();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

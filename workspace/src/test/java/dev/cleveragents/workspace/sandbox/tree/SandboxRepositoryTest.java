package dev.cleveragents.workspace.sandbox.tree;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.CountedGit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree is written only for an index that has changed since the last one. */
class SandboxRepositoryTest {

  @TempDir Path folder;
  private Path files;
  private CountedGit counted;
  private SandboxRepository ledger;

  @BeforeEach
  void makeLedger() throws Exception {
    GitRepository user =
        GitRepository.init(folder.resolve("user")).write("a.txt", "a\n").commit("first");
    counted = new CountedGit(folder, folder);
    files = Files.createDirectory(folder.resolve("files"));
    ledger =
        new SandboxRepository(
            counted.git(),
            folder.resolve("ledger.git"),
            files,
            new RepositoryRules(
                user.directory().resolve(".git/objects"),
                "sha1",
                "",
                List.of(),
                "",
                "",
                List.of()));
    ledger.create(user.head(), GO);
  }

  private long treesWritten() throws Exception {
    return counted.calls().stream().filter(call -> call.endsWith("write-tree")).count();
  }

  @Test
  void filesThatAreAsBeforeHaveTheSameTreeWithoutAnotherCallOfGit() throws Exception {
    // Git looks again at a file that is not older than its index, and notes that in the index.
    Files.setLastModifiedTime(files.resolve("a.txt"), FileTime.fromMillis(0));
    Tree first = ledger.add(GO);

    assertThat(ledger.add(GO)).isEqualTo(first);
    assertThat(treesWritten()).isEqualTo(1);
  }

  @Test
  void aNameThatGitDoesNotAllowIsToldAsSuch() throws Exception {
    Files.createDirectory(files.resolve(".GIT"));
    Files.writeString(files.resolve(".GIT/config"), "x\n");

    assertThatThrownBy(() -> ledger.add(GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("git allows no file or folder of that name");
  }

  @Test
  void aChangeAndItsUndoingAreSeen() throws Exception {
    Tree first = ledger.add(GO);
    Files.writeString(files.resolve("a.txt"), "b\n");
    Tree changed = ledger.add(GO);
    Files.writeString(files.resolve("a.txt"), "a\n");

    assertThat(changed).isNotEqualTo(first);
    assertThat(ledger.add(GO)).isEqualTo(first);
  }

  @Test
  void restoredFilesHaveTheirOwnTree() throws Exception {
    Tree first = ledger.add(GO);
    Files.writeString(files.resolve("new.txt"), "new\n");
    Tree changed = ledger.add(GO);

    ledger.restore(first, GO);

    assertThat(ledger.add(GO)).isEqualTo(first).isNotEqualTo(changed);
  }
}

package dev.cleveragents.workspace.apply.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.resource.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalCleanupTest {

  @TempDir Path folder;

  private Path filled(String name) throws IOException {
    Path made = Files.createDirectories(folder.resolve(name));
    Files.writeString(made.resolve("something"), "ours\n");
    return made;
  }

  private void remove(ResourceType type, Path directory, Path staging) throws IOException {
    JournalCleanup.remove(new TargetRecord.Place(type, folder, directory, staging));
  }

  @Test
  void ofAJournalInGitBothFoldersGoAndTheOneAboveOnceItIsEmpty() throws Exception {
    Path one = filled("git/cleveragents/one");
    Path other = filled("git/cleveragents/other");
    Path staging = filled("staging");

    remove(ResourceType.GIT_CHECKOUT, one, staging);
    assertThat(one).doesNotExist();
    assertThat(staging).doesNotExist();
    assertThat(other.resolve("something")).exists();

    remove(ResourceType.GIT_CHECKOUT, other, other);
    assertThat(folder.resolve("git/cleveragents")).doesNotExist();
    assertThat(folder.resolve("git")).exists();
  }

  @Test
  void ofAJournalBesideADirectoryTheFolderAboveStaysForItIsTheUsers() throws Exception {
    Path journal = filled("theirs/.journal");
    remove(ResourceType.FS_DIRECTORY, journal, journal.resolve("staging"));
    assertThat(folder.resolve("theirs")).isEmptyDirectory();
  }
}

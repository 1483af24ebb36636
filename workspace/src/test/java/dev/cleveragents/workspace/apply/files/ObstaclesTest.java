package dev.cleveragents.workspace.apply.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.ReadOnlyFolder;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of the user's stands where a plan writes; without git and without a store. */
class ObstaclesTest {

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void make() throws IOException {
    root = Files.createDirectories(folder.resolve("root"));
    Files.createDirectories(root.resolve("dir/sub"));
    Files.writeString(root.resolve("file"), "mine\n");
    Files.writeString(root.resolve("dir/sub/in"), "mine\n");
    Files.createSymbolicLink(root.resolve("link"), root.resolve("dir"));
    Files.createSymbolicLink(root.resolve("nowhere"), Path.of("not-there"));
  }

  private Obstacles removing(String... removed) {
    return new Obstacles(Name.of("docs"), root, Set.of(removed));
  }

  private static void assertFound(Obstacles obstacles, String path, String why) {
    assertThat(obstacles.found())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.resource()).isEqualTo(Name.of("docs"));
              assertThat(it.path()).isEqualTo(path);
              assertThat(it.why()).contains(why);
            });
  }

  private Obstacles lookingFor(String path, String... removed) throws IOException {
    Obstacles obstacles = removing(removed);
    obstacles.lookFor(path);
    return obstacles;
  }

  @Test
  void nothingIsInTheWayWhereNothingIs() throws Exception {
    for (String path : new String[] {"new", "dir/new", "dir/sub/new", "other/deep/new"}) {
      assertThat(lookingFor(path).found()).as(path).isEmpty();
    }
  }

  @Test
  void aFileOrALinkThatStandsThereIsInTheWayUnlessThePlanRemovesIt() throws Exception {
    for (String path : new String[] {"file", "dir/sub/in", "link", "nowhere"}) {
      assertFound(lookingFor(path), path, "you have an untracked file");
      assertThat(lookingFor(path, path).found()).as(path).isEmpty();
    }
  }

  @Test
  void aFileOrALinkInsteadOfAFolderIsInTheWayUnlessThePlanRemovesIt() throws Exception {
    assertFound(lookingFor("file/new"), "file", "you have a file where the plan needs");
    assertFound(lookingFor("dir/sub/in/a/b"), "dir/sub/in", "needs a folder for dir/sub/in/a/b");
    assertFound(lookingFor("link/sub/new"), "link", "you have a link where the plan needs");
    assertFound(lookingFor("nowhere/new"), "nowhere", "you have a link");
    assertThat(lookingFor("file/new", "file").found()).isEmpty();
    assertThat(lookingFor("link/sub/new", "link").found()).isEmpty();
  }

  @Test
  void whetherTheFoldersOfAPathAreFreeIsAnsweredToo() {
    assertThat(removing().foldersAreFree("dir/sub/new")).isTrue();
    assertThat(removing().foldersAreFree("new")).isTrue();
    assertThat(removing().foldersAreFree("not/there/new")).isTrue();
    assertThat(removing().foldersAreFree("file/new")).isFalse();
    assertThat(removing().foldersAreFree("link/new")).isFalse();
    assertThat(removing("file").foldersAreFree("file/new")).isTrue();
  }

  @Test
  void aFolderIsInTheWayOfAFileAlsoAnEmptyOne() throws Exception {
    Files.createDirectories(root.resolve("empty"));
    assertFound(lookingFor("dir"), "dir", "you have a folder where the plan creates a file");
    assertFound(lookingFor("empty"), "empty", "you have a folder");
    // A path that only begins with the same letters is not in it.
    assertFound(lookingFor("dir", "directory"), "dir", "you have a folder");
  }

  @Test
  void aFolderAllOfWhichThePlanRemovesMayBecomeAFile() throws Exception {
    assertThat(lookingFor("dir", "dir/sub/in").found()).isEmpty();
    Files.writeString(root.resolve("dir/other"), "mine\n");
    Files.createSymbolicLink(root.resolve("dir/sub/to"), root);
    Obstacles obstacles = lookingFor("dir", "dir/sub/in");
    assertThat(obstacles.found())
        .extracting(LocalConflict::path)
        .containsExactlyInAnyOrder("dir/other", "dir/sub/to");
    assertThat(obstacles.found())
        .extracting(LocalConflict::why)
        .allMatch(it -> it.contains("that the plan replaces with the file dir"));
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamedAlsoWhenThePathIsDeeper() throws Exception {
    Path locked = Files.createDirectories(root.resolve("dir/locked"));
    try (ReadOnlyFolder _ = ReadOnlyFolder.make(locked)) {
      for (String path : new String[] {"dir/locked/new", "dir/locked/a/b/new"}) {
        Obstacles obstacles = removing();
        obstacles.lookAtFolderOf(path);
        assertFound(obstacles, "", "the folder %s cannot be written".formatted(locked));
        assertThat(obstacles.found().getFirst().why()).contains("changes " + path);
      }
      Obstacles beside = removing();
      beside.lookAtFolderOf("dir/new");
      beside.lookAtFolderOf("new");
      beside.lookAtFolderOf("not/there/new");
      beside.lookAtFolderOf("file/new");
      assertThat(beside.found()).isEmpty();
    }
  }
}

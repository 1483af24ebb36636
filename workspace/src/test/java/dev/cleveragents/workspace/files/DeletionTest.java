package dev.cleveragents.workspace.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.BindMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deletes all of a directory and nothing that a link or a mount leads to. */
class DeletionTest {

  @TempDir Path folder;
  private Path doomed;
  private Path precious;

  @BeforeEach
  void make() throws Exception {
    doomed = Files.createDirectories(folder.resolve("doomed"));
    precious = Files.createDirectories(folder.resolve("precious"));
    Files.createDirectories(doomed.resolve("a/b/c"));
    Files.writeString(doomed.resolve("a/b/file"), "x");
    Files.writeString(precious.resolve("file"), "only here");
  }

  @Test
  void deletesEverythingAndFollowsNoLink() throws Exception {
    Files.createSymbolicLink(doomed.resolve("a/link"), precious);
    Path throughLink = Files.createSymbolicLink(folder.resolve("way"), folder);
    Files.createSymbolicLink(folder.resolve("itself"), precious);

    Deletion.of(throughLink.resolve("doomed"));
    Deletion.of(folder.resolve("itself"));
    Deletion.of(folder.resolve("never there"));

    assertThat(doomed).doesNotExist();
    assertThat(folder.resolve("itself").toFile().exists()).isFalse();
    assertThat(precious.resolve("file")).hasContent("only here");
  }

  @Test
  void deletesADirectoryThatIsClosedToItsOwner() throws Exception {
    for (String mode : new String[] {"000", "500", "300"}) {
      Path closed = Files.createDirectories(doomed.resolve(mode));
      Files.writeString(closed.resolve("file"), "x");
      new ProcessBuilder("chmod", mode, closed.toString()).start().waitFor();
    }

    Deletion.of(doomed);

    assertThat(doomed).doesNotExist();
  }

  @Test
  void refusesAMountPointWhereverItIs() throws Exception {
    String umlaut = "ä b\\134";
    for (Path place :
        new Path[] {
          doomed, doomed.resolve("a/b/c"), doomed.resolve("a/b/file"), doomed.resolve(umlaut)
        }) {
      Path what = Files.isRegularFile(place) ? precious.resolve("file") : precious;
      try (BindMount mount = BindMount.of(what, place)) {
        assertThatThrownBy(() -> Deletion.of(doomed))
            .isInstanceOf(MountedException.class)
            .hasMessageContaining(mount.place() + " is a mount point")
            .hasMessageContaining("umount " + mount.place());
        assertThat(precious.resolve("file")).hasContent("only here");
      }
      assertThat(doomed.resolve("a/b/file")).as("nothing was deleted").exists();
    }

    Deletion.of(doomed);

    assertThat(doomed).doesNotExist();
    assertThat(precious.resolve("file")).hasContent("only here");
  }

  @Test
  void aMountThatIsMadeMeanwhileIsNotEmptied() throws Exception {
    for (int i = 0; i < 300; i++) {
      Files.createDirectories(doomed.resolve("many/" + i + "/deep/er"));
    }
    Path place = doomed.resolve("many/150/deep");
    AtomicBoolean ended = new AtomicBoolean();
    Thread mounting =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    BindMount.of(precious, place).close();
                  } catch (IOException | InterruptedException | RuntimeException e) {
                    // Deleted before it could be mounted, or mounting is not permitted.
                  }
                  ended.set(true);
                });

    do {
      try {
        Deletion.of(doomed);
      } catch (IOException e) {
        assertThat(precious.resolve("file")).hasContent("only here");
      }
    } while (!ended.get());
    mounting.join();
    Deletion.of(doomed);

    assertThat(precious.resolve("file")).hasContent("only here");
    assertThat(doomed).doesNotExist();
  }
}

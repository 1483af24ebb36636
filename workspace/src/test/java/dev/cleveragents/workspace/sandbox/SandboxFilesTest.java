package dev.cleveragents.workspace.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is named, linked or swapped: no file outside of a sandbox is read or written. */
class SandboxFilesTest {

  private static final byte[] TEXT = "new\n".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private Path directory;
  private Path root;
  private Path outside;

  @BeforeEach
  void aSandboxAndWhatIsOutsideOfIt() throws IOException {
    directory = Files.createDirectories(folder.resolve("sandbox")).toRealPath();
    root = Files.createDirectories(directory.resolve("files/app"));
    Files.createDirectories(root.resolve("src"));
    Files.writeString(root.resolve("src/a.txt"), "old\n");
    Files.createDirectories(root.resolve(".git"));
    outside = Files.createDirectories(folder.resolve("outside")).toRealPath();
    Files.writeString(outside.resolve("a.txt"), "secret\n");
  }

  private SandboxFiles files() {
    return files(() -> {});
  }

  private SandboxFiles files(Runnable afterCheck) {
    return new SandboxFiles(directory, new SafePaths(root, List.of("lib")), afterCheck);
  }

  private void outsideIsAsItWas() throws IOException {
    try (Stream<Path> all = Files.list(outside)) {
      assertThat(all).containsExactly(outside.resolve("a.txt"));
    }
    assertThat(outside.resolve("a.txt")).hasContent("secret\n");
  }

  @Test
  void filesAreReadWrittenMovedAndDeletedAndFoldersMade() throws IOException {
    SandboxFiles files = files();
    assertThat(files.at("src")).isEqualTo(Thing.FOLDER);
    assertThat(files.at("src/a.txt")).isEqualTo(Thing.FILE);
    assertThat(files.at("no/such/file")).isEqualTo(Thing.NOTHING);
    assertThat(files.read("src/a.txt")).asString().isEqualTo("old\n");
    files.write("deep/er/run.sh", TEXT, true);
    assertThat(root.resolve("deep/er/run.sh")).hasContent("new\n").isExecutable();
    Files.setPosixFilePermissions(
        root.resolve("src/a.txt"), PosixFilePermissions.fromString("rwxr-x---"));
    files.replace("src/a.txt", TEXT);
    assertThat(root.resolve("src/a.txt")).hasContent("new\n");
    assertThat(Files.getPosixFilePermissions(root.resolve("src/a.txt")))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
    files.move("src/a.txt", "other/b.txt");
    assertThat(root.resolve("other/b.txt")).hasContent("new\n");
    assertThat(files.delete("other/b.txt")).isTrue();
    assertThat(files.delete("other/b.txt")).isFalse();
    assertThat(files.delete("no/such/file")).isFalse();
    assertThatThrownBy(() -> files.read("src/a.txt")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> files.move("no/such", "x")).isInstanceOf(IOException.class);
    try (Stream<Path> aside = Files.list(directory.resolve("aside"))) {
      assertThat(aside).isEmpty();
    }
  }

  @Test
  void aLinkToAFolderInsideIsAWayLikeAnyOther() throws IOException {
    Files.createSymbolicLink(root.resolve("inside"), Path.of("src"));
    files().write("inside/b.txt", TEXT, false);
    assertThat(root.resolve("src/b.txt")).hasContent("new\n");
    assertThat(files().read("inside/a.txt")).asString().isEqualTo("old\n");
  }

  @Test
  void nothingIsWrittenThroughALinkHardOrSoft() throws IOException {
    Files.createLink(root.resolve("hard"), outside.resolve("a.txt"));
    Files.createSymbolicLink(root.resolve("soft"), Path.of("src/a.txt"));
    files().replace("hard", TEXT);
    files().write("soft", TEXT, false);
    assertThat(root.resolve("hard")).hasContent("new\n");
    assertThat(root.resolve("src/a.txt")).hasContent("old\n");
    assertThat(Files.isSymbolicLink(root.resolve("soft"))).isFalse();
    outsideIsAsItWas();
  }

  /** Every way to use a path, each of which must end inside or nowhere. */
  enum Use {
    READ {
      @Override
      void of(SandboxFiles files) throws IOException {
        assertThat(files.read("src/a.txt")).asString().isEqualTo("old\n");
      }
    },
    WRITE {
      @Override
      void of(SandboxFiles files) throws IOException {
        files.write("src/b.txt", TEXT, false);
      }
    },
    WRITE_DEEP {
      @Override
      void of(SandboxFiles files) throws IOException {
        files.write("src/deep/er/b.txt", TEXT, false);
      }
    },
    REPLACE {
      @Override
      void of(SandboxFiles files) throws IOException {
        files.replace("src/a.txt", TEXT);
      }
    },
    DELETE {
      @Override
      void of(SandboxFiles files) throws IOException {
        files.delete("src/a.txt");
      }
    },
    MOVE_FROM {
      @Override
      void of(SandboxFiles files) throws IOException {
        files.move("src/a.txt", "b.txt");
      }
    },
    MOVE_TO {
      @Override
      void of(SandboxFiles files) throws IOException {
        files.move("top.txt", "src/c.txt");
      }
    };

    abstract void of(SandboxFiles files) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void aLinkThatIsSwappedInAfterTheCheckLeadsNowhere(Use use) throws IOException {
    Files.writeString(root.resolve("top.txt"), "top\n");
    AtomicBoolean swapped = new AtomicBoolean();
    SandboxFiles files =
        files(
            () -> {
              if (swapped.compareAndSet(false, true)) {
                swapIn(root.resolve("src"));
              }
            });
    assertThat(catchThrowable(() -> use.of(files)))
        .isInstanceOfAny(IOException.class, OperationException.class);
    outsideIsAsItWas();
    assertThat(directory.resolve("away/a.txt")).hasContent("old\n");
  }

  @ParameterizedTest
  @EnumSource
  void theRootItselfMayBecomeALinkToo(Use use) throws IOException {
    Files.writeString(root.resolve("top.txt"), "top\n");
    Files.createDirectories(outside.resolveSibling("other/src"));
    AtomicBoolean swapped = new AtomicBoolean();
    SandboxFiles files =
        files(
            () -> {
              if (swapped.compareAndSet(false, true)) {
                swapIn(root);
              }
            });
    assertThat(catchThrowable(() -> use.of(files)))
        .isInstanceOfAny(IOException.class, OperationException.class);
    outsideIsAsItWas();
  }

  /** Puts a link to the outside in the place of a folder. */
  private void swapIn(Path place) {
    try {
      Files.move(place, directory.resolve("away"), StandardCopyOption.ATOMIC_MOVE);
      Files.createSymbolicLink(place, outside);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void constantSwappingOfLinksLeaksNothing() throws Exception {
    Files.move(root.resolve("src"), root.resolve("real"), StandardCopyOption.ATOMIC_MOVE);
    Path place = Files.createSymbolicLink(root.resolve("src"), Path.of("real"));
    AtomicBoolean done = new AtomicBoolean();
    CyclicBarrier together = new CyclicBarrier(2);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<?> swapping =
          threads.submit(
              () -> {
                together.await(30, TimeUnit.SECONDS);
                while (!done.get()) {
                  for (Path to : List.of(outside, Path.of("real"))) {
                    Path link = Files.createSymbolicLink(directory.resolve("link"), to);
                    Files.move(link, place, StandardCopyOption.ATOMIC_MOVE);
                  }
                }
                return null;
              });
      Future<?> writing =
          threads.submit(
              () -> {
                together.await(30, TimeUnit.SECONDS);
                for (int i = 0; i < 300; i++) {
                  use(i);
                }
                return null;
              });
      writing.get(60, TimeUnit.SECONDS);
      done.set(true);
      swapping.get(60, TimeUnit.SECONDS);
    }
    outsideIsAsItWas();
  }

  /** Some of it is refused: whatever is met with the link to the outside. */
  private void use(int i) {
    SandboxFiles files = files();
    try {
      files.write("src/b.txt", TEXT, false);
      files.write("src/new" + i + "/c.txt", TEXT, false);
      assertThat(files.read("src/a.txt")).asString().doesNotContain("secret");
      files.delete("src/b.txt");
    } catch (IOException | OperationException e) {
      assertThat(e).hasMessageNotContaining("secret");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".g\u200cit/config",
        ".\u200dG\ufeffIT/config",
        ".git\u206f",
        "git~1",
        "GIT~1/hooks/post-commit",
        "git~1::$INDEX_ALLOCATION",
        ".git:stream",
        "a\\.git\\config",
        ".git\\config",
        "a/.GiT. ./x",
        "a\\..\\b",
        "\0",
        "a/b\0",
        "into-lib/x",
        "into-git/config"
      })
  void namesThatSomeSystemTakesForARepositoryOrForAWayOutAreRefused(String path)
      throws IOException {
    Files.createDirectories(root.resolve("lib"));
    Files.createDirectories(root.resolve("src/.git"));
    Files.createSymbolicLink(root.resolve("into-lib"), Path.of("lib"));
    Files.createSymbolicLink(root.resolve("into-git"), Path.of("src/.git"));
    SandboxFiles files = files();
    assertThatThrownBy(() -> files.write(path, TEXT, false))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("was refused");
    assertThatThrownBy(() -> files.read(path)).isInstanceOf(OperationException.class);
    assertThatThrownBy(() -> files.delete(path)).isInstanceOf(OperationException.class);
    assertThatThrownBy(() -> files.move("src/a.txt", path)).isInstanceOf(OperationException.class);
    assertThat(root.resolve("src/a.txt")).hasContent("old\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud800", "a/\udc00b"})
  void halfACharacterIsNoName(String path) {
    assertThat(catchThrowable(() -> files().write(path, TEXT, false)))
        .isInstanceOfAny(OperationException.class, IOException.class);
  }

  @Test
  void aNameThatIsTooLongIsToldAndNothingIsLeft() throws IOException {
    assertThatThrownBy(() -> files().write("x".repeat(300), TEXT, false))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> files().write("x/".repeat(2_100) + "y", TEXT, false))
        .isInstanceOf(OperationException.class);
    try (Stream<Path> aside = Files.list(directory.resolve("aside"))) {
      assertThat(aside).isEmpty();
    }
    assertThat(Files.exists(root.resolve("x"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }
}

package dev.cleveragents.workspace.apply.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.SimulatedCrash;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileRestorerTest {

  @TempDir Path folder;
  private Path root;
  private Path staging;
  private final List<FileSwap> swaps = new ArrayList<>();

  @BeforeEach
  void make() throws IOException {
    root = Files.createDirectories(folder.resolve("root"));
    staging = Files.createDirectories(folder.resolve("staging"));
    put("a", "a\n");
    put("dir/b", "b\n");
    put("folder", "a file\n");
    Files.createSymbolicLink(root.resolve("link"), Path.of("a"));
    swaps("a", state("a\n"), "new a\n");
    swaps("dir/b", state("b\n"), null);
    swaps("dir", null, "a file now\n");
    swaps("folder", state("a file\n"), null);
    swaps("folder/c", null, "new c\n");
    swaps(
        "link", FileState.of("a".getBytes(StandardCharsets.UTF_8), FileMode.SYMLINK), "no link\n");
    Path link = FileSwapper.fresh(staging, "to-a");
    Files.createSymbolicLink(link, Path.of("a"));
    swaps.add(
        new FileSwap(
            "to-a", null, FileState.of("a".getBytes(StandardCharsets.UTF_8), FileMode.SYMLINK)));
  }

  private void put(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(DurableFiles.parent(file));
    Files.writeString(file, text);
  }

  private static FileState state(String text) {
    return FileState.of(text.getBytes(StandardCharsets.UTF_8), FileMode.REGULAR);
  }

  private void swaps(String path, @Nullable FileState before, @Nullable String after)
      throws IOException {
    if (after != null) {
      Path fresh = FileSwapper.fresh(staging, path);
      Files.createDirectories(DurableFiles.parent(fresh));
      Files.writeString(fresh, after);
    }
    swaps.add(new FileSwap(path, before, after == null ? null : state(after)));
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        all.put(
            root.relativize(file).toString(),
            Files.isSymbolicLink(file)
                ? "-> " + Files.readSymbolicLink(file)
                : Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                    ? "folder"
                    : Files.readString(file));
      }
    }
    return all;
  }

  private void swap(ApplyStep.Listener steps) throws IOException {
    assertThat(new FileSwapper(Name.of("docs"), root, staging, steps).swap(swaps)).isEmpty();
  }

  private List<LocalConflict> restore(ApplyStep.Listener steps) throws IOException {
    return new FileRestorer(Name.of("docs"), root, staging, steps).restore(swaps);
  }

  private List<LocalConflict> restore() throws IOException {
    return restore(ApplyStep.Listener.NONE);
  }

  @Test
  void nothingIsDoneBeforeTheFirstSwap() throws Exception {
    Map<String, String> before = files();

    assertThat(restore()).isEmpty();

    assertThat(files()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 100})
  void whereverTheSwapStoppedAllIsAsBefore(int steps) throws Exception {
    Map<String, String> before = files();
    try {
      swap(new SimulatedCrash(steps));
    } catch (SimulatedCrash.Death e) {
      assertThat(steps).isLessThan(100);
    }

    assertThat(restore()).isEmpty();

    assertThat(files()).isEqualTo(before);
    assertThat(restore()).as("again").isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void whereverTheRestoreStoppedTheNextOneEndsIt(int steps) throws Exception {
    Map<String, String> before = files();
    swap(ApplyStep.Listener.NONE);
    assertThat(files()).containsEntry("folder/c", "new c\n").containsEntry("dir", "a file now\n");
    assertThatThrownBy(() -> restore(new SimulatedCrash(steps)))
        .isInstanceOf(SimulatedCrash.Death.class);

    assertThat(restore()).isEmpty();

    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aFileThatWasChangedSinceStaysAndTheOldOneIsBesideIt() throws Exception {
    swap(ApplyStep.Listener.NONE);
    put("a", "mine\n");

    assertThat(restore())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.path()).isEqualTo("a");
              assertThat(it.why()).contains("a.yours");
            });

    assertThat(files())
        .containsEntry("a", "mine\n")
        .containsEntry("a.yours", "a\n")
        .containsEntry("dir/b", "b\n");
  }

  @Test
  void aFileThatIsChangedWhileItIsTakenOutIsPutBack() throws Exception {
    swap(ApplyStep.Listener.NONE);
    Path taken = staging.resolve("new/0");

    assertThat(
            restore(
                step -> {
                  if (step == ApplyStep.FILE_TAKEN_OUT && Files.exists(taken)) {
                    write(taken, "mine\n");
                  }
                }))
        .extracting(LocalConflict::path)
        .containsExactly("a");

    assertThat(files()).containsEntry("a", "mine\n").containsEntry("a.yours", "a\n");
  }

  @Test
  void aFileLikeTheNewOneThatThePlanDidNotMakeStays() throws Exception {
    put("n", "same\n");
    swaps("n", null, "same\n");
    swap(ApplyStep.Listener.NONE);

    assertThat(restore()).isEmpty();

    assertThat(files()).containsEntry("n", "same\n");
  }

  @Test
  void aFolderThatHasBecomeALinkIsNamedAndNothingIsPutThrough() throws Exception {
    Path outside = Files.createDirectories(folder.resolve("outside"));
    swap(ApplyStep.Listener.NONE);
    Files.delete(root.resolve("dir"));
    Files.createSymbolicLink(root.resolve("dir"), outside);

    assertThatThrownBy(this::restore)
        .isInstanceOf(UnreplaceableException.class)
        .hasMessageContaining("dir/b cannot be put back");

    assertThat(outside).isEmptyDirectory();
    assertThat(files()).containsEntry("a", "a\n").containsEntry("folder", "a file\n");
    Files.delete(root.resolve("dir"));
    assertThat(restore()).isEmpty();
    assertThat(files()).containsEntry("dir/b", "b\n");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

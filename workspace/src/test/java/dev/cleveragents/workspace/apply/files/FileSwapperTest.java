package dev.cleveragents.workspace.apply.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.SimulatedCrash;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a store and without git, so that it is quick: what becomes of files, one by one. */
class FileSwapperTest {

  interface Act {
    void run() throws IOException;
  }

  @TempDir Path folder;
  private Path root;
  private Path staging;
  private Path outside;
  private final List<FileSwap> swaps = new ArrayList<>();

  @BeforeEach
  void make() throws IOException {
    root = Files.createDirectories(folder.resolve("root"));
    staging = Files.createDirectories(folder.resolve("staging"));
    outside = Files.createDirectories(folder.resolve("outside"));
    put("a", "a\n");
    put("dir/b", "b\n");
  }

  private void put(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static FileState state(String text) {
    return FileState.of(text.getBytes(StandardCharsets.UTF_8), FileMode.REGULAR);
  }

  private void writes(String path, String before, String after) throws IOException {
    Path fresh = FileSwapper.fresh(staging, path);
    Files.createDirectories(fresh.getParent());
    Files.writeString(fresh, after);
    swaps.add(new FileSwap(path, before.isEmpty() ? null : state(before), state(after)));
  }

  private void deletes(String path, String before) {
    swaps.add(new FileSwap(path, state(before), null));
  }

  private List<LocalConflict> swap(ApplyStep.Listener steps) throws IOException {
    return new FileSwapper(Name.of("docs"), root, staging, steps).swap(swaps);
  }

  private List<LocalConflict> swap() throws IOException {
    return swap(ApplyStep.Listener.NONE);
  }

  /** Does something the how manieth time that a step is reached. */
  private static ApplyStep.Listener at(ApplyStep when, int which, Act act) {
    int[] seen = {0};
    return step -> {
      if (step == when && ++seen[0] == which) {
        try {
          act.run();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  private static void assertKept(List<LocalConflict> kept, String path, String why) {
    assertThat(kept)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.path()).isEqualTo(path);
              assertThat(it.why()).startsWith(why);
            });
  }

  @Test
  void allIsSwappedAndDoneAgainNothingMoreHappens() throws Exception {
    writes("a", "a\n", "new a\n");
    writes("deep/er/c", "", "c\n");
    deletes("dir/b", "b\n");

    for (int round = 0; round < 2; round++) {
      assertThat(swap()).isEmpty();
      assertThat(root.resolve("a")).hasContent("new a\n");
      assertThat(root.resolve("deep/er/c")).hasContent("c\n");
      assertThat(root.resolve("dir")).doesNotExist();
      assertThat(FileSwapper.fresh(staging, "a")).doesNotExist();
      assertThat(staging.resolve("old/0")).hasContent("a\n");
      assertThat(staging.resolve("old/2")).hasContent("b\n");
    }
  }

  @Test
  void whetherItHasBegunIsKnownFromTheDisk() throws Exception {
    assertThat(FileSwapper.hasBegun(staging)).isFalse();
    swap();
    assertThat(FileSwapper.hasBegun(staging)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void stoppedAnywhereItIsFinishedTheNextTime(int steps) throws Exception {
    writes("a", "a\n", "new a\n");
    writes("deep/er/c", "", "c\n");
    deletes("dir/b", "b\n");
    SimulatedCrash deadly = new SimulatedCrash(steps - 1);
    assertThatThrownBy(() -> swap(deadly)).isInstanceOf(SimulatedCrash.Death.class);

    assertThat(swap()).isEmpty();

    assertThat(root.resolve("a")).hasContent("new a\n");
    assertThat(root.resolve("deep/er/c")).hasContent("c\n");
    assertThat(root.resolve("dir")).doesNotExist();
  }

  @Test
  void anEmptiedFolderGoesButNotOneWithSomethingInItNorTheRoot() throws Exception {
    put("dir/sub/mine", "mine\n");
    put("dir/sub/gone/x", "x\n");
    deletes("dir/sub/gone/x", "x\n");
    assertThat(swap()).isEmpty();
    assertThat(root.resolve("dir/sub/gone")).doesNotExist();
    assertThat(root.resolve("dir/sub/mine")).exists();

    swaps.clear();
    Files.delete(staging.resolve("old/0"));
    Files.delete(root.resolve("dir/sub/mine"));
    Files.delete(root.resolve("dir/sub"));
    deletes("a", "a\n");
    deletes("dir/b", "b\n");
    assertThat(swap()).isEmpty();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void aFolderThatADeathLeftEmptyGoesWhenItIsRunAgain() throws Exception {
    deletes("dir/b", "b\n");
    assertThatThrownBy(() -> swap(SimulatedCrash.at(ApplyStep.FILE_TAKEN_OUT)))
        .isInstanceOf(SimulatedCrash.Death.class);
    assertThat(root.resolve("dir")).isEmptyDirectory();
    assertThat(swap()).isEmpty();
    assertThat(root.resolve("dir")).doesNotExist();
  }

  @Test
  void aFolderBecomesAFileAndAFileAFolder() throws Exception {
    writes("a/in", "", "in\n");
    writes("dir", "", "a file\n");
    deletes("a", "a\n");
    deletes("dir/b", "b\n");
    assertThat(swap()).isEmpty();
    assertThat(root.resolve("a/in")).hasContent("in\n");
    assertThat(root.resolve("dir")).hasContent("a file\n");
  }

  @Test
  void aFileThatTheUserChangedStaysAndIsNamed() throws Exception {
    writes("a", "a\n", "new a\n");
    deletes("dir/b", "b\n");
    put("a", "mine\n");
    put("dir/b", "mine too\n");

    List<LocalConflict> kept = swap();

    assertThat(kept).extracting(LocalConflict::path).containsExactly("dir/b", "a");
    assertThat(kept)
        .extracting(LocalConflict::why)
        .containsExactly(
            "it was changed while the plan was being applied; left unchanged, the plan"
                + " would have deleted it",
            "it was changed while the plan was being applied; left unchanged, the plan"
                + " would have written it");
    assertThat(root.resolve("a")).hasContent("mine\n");
    assertThat(root.resolve("dir/b")).hasContent("mine too\n");
    assertThat(staging.resolve("old")).isEmptyDirectory();
  }

  @Test
  void aFileThatTheUserDeletedIsNotWritten() throws Exception {
    writes("a", "a\n", "new a\n");
    Files.delete(root.resolve("a"));
    assertKept(swap(), "a", "it was deleted while the plan was being applied");
    assertThat(root.resolve("a")).doesNotExist();
  }

  @Test
  void aFileDeletedAtTheLastMomentIsNotWritten() throws Exception {
    writes("a", "a\n", "new a\n");
    List<LocalConflict> kept =
        swap(at(ApplyStep.FOLDERS_CHECKED, 1, () -> Files.delete(root.resolve("a"))));
    assertKept(kept, "a", "it was deleted while the plan was being applied");
    assertThat(root.resolve("a")).doesNotExist();
  }

  @Test
  void whatTheUserDeletesAfterThePlanHasWrittenItStaysDeleted() throws Exception {
    writes("new", "", "n\n");
    assertThatThrownBy(() -> swap(SimulatedCrash.at(ApplyStep.FILE_PUT_IN)))
        .isInstanceOf(SimulatedCrash.Death.class);
    Files.delete(root.resolve("new"));
    assertKept(swap(), "new", "it was deleted after the plan had written it");
    assertThat(root.resolve("new")).doesNotExist();
  }

  @Test
  void whatIsWrittenThroughAnOpenHandleIsPutBackAtOnceOrTheNextTime() throws Exception {
    writes("a", "a\n", "new a\n");
    Path old = staging.resolve("old/0");
    List<LocalConflict> kept =
        swap(at(ApplyStep.FILE_TAKEN_OUT, 1, () -> Files.writeString(old, "by a handle\n")));
    assertKept(kept, "a", "it was changed while the plan was being applied");
    assertThat(root.resolve("a")).hasContent("by a handle\n");
    assertThat(old).doesNotExist();

    put("a", "a\n");
    assertThatThrownBy(() -> swap(SimulatedCrash.at(ApplyStep.FILE_TAKEN_OUT)))
        .isInstanceOf(SimulatedCrash.Death.class);
    Files.writeString(old, "later\n");
    assertKept(swap(), "a", "it was changed while the plan was being applied");
    assertThat(root.resolve("a")).hasContent("later\n");
    assertThat(old).doesNotExist();
  }

  @Test
  void aFilePutInTheGapStaysAndWhatWasTakenOutIsNotThrownAway() throws Exception {
    writes("a", "a\n", "new a\n");
    List<LocalConflict> kept = swap(at(ApplyStep.FILE_TAKEN_OUT, 1, () -> put("a", "quick\n")));
    assertKept(kept, "a", "something was put there while the plan was being applied");
    assertThat(root.resolve("a")).hasContent("quick\n");
    assertThat(staging.resolve("old/0")).hasContent("a\n");
    assertThat(FileSwapper.fresh(staging, "a")).hasContent("new a\n");
  }

  @Test
  void whatIsWrittenThroughAnOpenHandleIsKeptBesideAFilePutInTheGap() throws Exception {
    writes("a", "a\n", "new a\n");
    put("a.yours", "another of mine\n");
    put("a.yours-2", "and another\n");
    Path old = staging.resolve("old/0");
    List<LocalConflict> kept =
        swap(
            at(
                ApplyStep.FILE_TAKEN_OUT,
                1,
                () -> {
                  Files.writeString(old, "by a handle\n");
                  put("a", "quick\n");
                }));
    assertKept(
        kept, "a", "it was changed while the plan was being applied, and after it was moved aside");
    assertThat(kept.getFirst().why()).contains("that change is in a.yours-3");
    assertThat(root.resolve("a")).hasContent("quick\n");
    assertThat(root.resolve("a.yours")).hasContent("another of mine\n");
    assertThat(root.resolve("a.yours-2")).hasContent("and another\n");
    assertThat(root.resolve("a.yours-3")).hasContent("by a handle\n");
  }

  @Test
  void afterADeathTooAndOnlyIfSomethingWasWrittenToIt() throws Exception {
    writes("a", "a\n", "new a\n");
    Path old = staging.resolve("old/0");
    assertThatThrownBy(() -> swap(SimulatedCrash.at(ApplyStep.FILE_TAKEN_OUT)))
        .isInstanceOf(SimulatedCrash.Death.class);
    put("a", "written again\n");
    assertKept(swap(), "a", "it was changed while the plan was being applied; left unchanged");
    assertThat(root.resolve("a.yours")).doesNotExist();

    Files.writeString(old, "by a handle\n");
    assertKept(
        swap(),
        "a",
        "it was changed while the plan was being applied, and after it was moved aside");
    assertThat(root.resolve("a")).hasContent("written again\n");
    assertThat(root.resolve("a.yours")).hasContent("by a handle\n");
  }

  @Test
  void whatIsWrittenToAReplacedFileBeforeItIsRunAgainIsKeptBeside() throws Exception {
    writes("a", "a\n", "new a\n");
    assertThatThrownBy(() -> swap(SimulatedCrash.at(ApplyStep.FILE_PUT_IN)))
        .isInstanceOf(SimulatedCrash.Death.class);
    Files.writeString(staging.resolve("old/0"), "by a handle\n");

    assertKept(swap(), "a", "it was changed after the plan had replaced it");

    assertThat(root.resolve("a")).hasContent("new a\n");
    assertThat(root.resolve("a.yours")).hasContent("by a handle\n");
    assertThat(swap()).as("once").isEmpty();
  }

  @Test
  void whatIsPutBackGetsItsFolderAgain() throws Exception {
    deletes("dir/b", "b\n");
    assertThatThrownBy(() -> swap(SimulatedCrash.at(ApplyStep.FILE_TAKEN_OUT)))
        .isInstanceOf(SimulatedCrash.Death.class);
    Files.writeString(staging.resolve("old/0"), "by a handle\n");
    Files.delete(root.resolve("dir"));

    assertKept(swap(), "dir/b", "it was changed while the plan was being applied");
    assertThat(root.resolve("dir/b")).hasContent("by a handle\n");
  }

  @Test
  void aFolderThatTheUserHasClearedHalfwayIsClearedToItsTop() throws Exception {
    put("one/two/x", "x\n");
    deletes("one/two/x", "x\n");
    Files.delete(root.resolve("one/two/x"));
    Files.delete(root.resolve("one/two"));
    assertThat(swap()).isEmpty();
    assertThat(root.resolve("one")).doesNotExist();
  }

  @Test
  void nothingIsDoneThroughAFolderThatHasBecomeALink() throws Exception {
    writes("dir/sub/new", "", "n\n");
    deletes("dir/b", "b\n");
    Files.writeString(outside.resolve("b"), "b\n");
    Files.move(root.resolve("dir"), folder.resolve("away"));
    Files.createSymbolicLink(root.resolve("dir"), outside);

    assertKept(swap(), "dir/sub/new", "one of its folders has become something else");

    assertThat(outside.resolve("b")).hasContent("b\n");
    assertThat(outside.resolve("sub")).doesNotExist();
    assertThat(Files.isSymbolicLink(root.resolve("dir"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void norThroughOneThatBecomesALinkInTheLastMoment(int which) throws Exception {
    writes("dir/b", "b\n", "new b\n");
    Files.writeString(outside.resolve("b"), "b\n");
    List<LocalConflict> kept =
        swap(
            at(
                ApplyStep.FOLDERS_CHECKED,
                which,
                () -> {
                  Files.move(root.resolve("dir"), folder.resolve("away"));
                  Files.createSymbolicLink(root.resolve("dir"), outside);
                  if (which == 2) {
                    Files.delete(outside.resolve("b"));
                  }
                }));
    assertKept(kept, "dir/b", "one of its folders has become something else");
    if (which == 1) {
      assertThat(outside.resolve("b")).hasContent("b\n");
    } else {
      assertThat(outside).isEmptyDirectory();
      assertThat(FileSwapper.fresh(staging, "dir/b")).hasContent("new b\n");
    }
  }

  @Test
  void linksAreSwappedThemselvesAndNotWhatTheyLeadTo() throws Exception {
    Path fresh = FileSwapper.fresh(staging, "link");
    Files.createDirectories(fresh.getParent());
    Files.createSymbolicLink(fresh, Path.of("dir"));
    Files.createSymbolicLink(root.resolve("link"), outside);
    swaps.add(
        new FileSwap(
            "link",
            FileState.of(outside.toString().getBytes(StandardCharsets.UTF_8), FileMode.SYMLINK),
            FileState.of("dir".getBytes(StandardCharsets.UTF_8), FileMode.SYMLINK)));
    List<ApplyStep> steps = new ArrayList<>();

    assertThat(swap(steps::add)).isEmpty();

    assertThat(Files.readSymbolicLink(root.resolve("link"))).hasToString("dir");
    assertThat(Files.exists(fresh, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(steps)
        .containsExactly(
            ApplyStep.FOLDERS_CHECKED,
            ApplyStep.FILE_TAKEN_OUT,
            ApplyStep.FOLDERS_CHECKED,
            ApplyStep.FILE_PUT_IN);
    assertThat(outside).isEmptyDirectory();
  }
}

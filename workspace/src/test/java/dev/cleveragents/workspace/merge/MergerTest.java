package dev.cleveragents.workspace.merge;

import static dev.cleveragents.workspace.merge.MergeFixture.GONE;
import static dev.cleveragents.workspace.merge.MergeFixture.changed;
import static dev.cleveragents.workspace.merge.MergeFixture.files;
import static dev.cleveragents.workspace.merge.MergeFixture.lines;
import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.merge.Conflict.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked
class MergerTest {

  private static final Map<String, String> BASE =
      files("a", lines(10), "b", "b\n", "folder/c", "c\n", "folder/d", "d\n");

  @TempDir private Path folder;
  private MergeFixture fixture;

  @BeforeEach
  void aRepository() throws Exception {
    fixture = new MergeFixture(folder);
  }

  private void assertConflict(Merged merged, String path, Kind kind) {
    assertThat(merged.conflicts()).extracting(Conflict::path).containsExactly(path);
    assertThat(merged.conflicts().getFirst().kind()).isEqualTo(kind);
  }

  @Test
  void disjointChangesAreFolded() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", "new\n"),
            changed(BASE, "b", GONE, "e", "e\n"),
            changed(BASE, "folder/c", "cc\n"));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree()))
        .isEqualTo(files("a", "new\n", "e", "e\n", "folder/c", "cc\n", "folder/d", "d\n"));
    assertThat(merged.provenance().of("e")).containsExactly("b");
    assertThat(merged.provenance().of("folder/c")).containsExactly("c");
    assertThat(merged.provenance().of("folder/d")).isEmpty();
  }

  @Test
  void changesOfDifferentLinesOfAFileAreMerged() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", lines(10).replace("2\n", "two\n")),
            changed(BASE, "a", lines(10).replace("6\n", "six\n")),
            changed(BASE, "a", lines(10).replace("9\n", "nine\n")));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree()).get("a"))
        .isEqualTo("1\ntwo\n3\n4\n5\nsix\n7\n8\nnine\n10\n");
    assertThat(merged.provenance().of("a")).containsExactly("a", "b", "c");
  }

  @Test
  void aPathInConflictHoldsTheVersionOfTheBaseAndLaterChildrenBecomeSides() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", lines(10).replace("9\n", "nine\n")),
            changed(BASE, "a", lines(10).replace("2\n", "two\n")),
            changed(BASE, "a", lines(10).replace("2\n", "deux\n"), "b", "bb\n"),
            changed(BASE, "a", lines(10).replace("5\n", "five\n")),
            changed(BASE, "a", lines(10).replace("2\n", "deux\n")));

    assertConflict(merged, "a", Kind.CONTENT);
    assertThat(fixture.read(merged.tree())).isEqualTo(changed(BASE, "b", "bb\n"));
    Conflict conflict = merged.conflicts().getFirst();
    assertThat(conflict.sides())
        .extracting(Conflict.Side::children)
        .containsExactly(List.of("a", "b"), List.of("c", "e"), List.of("d"));
    assertThat(fixture.text(conflict.base())).isEqualTo(lines(10));
    assertThat(fixture.text(conflict.sides().getFirst().version()))
        .isEqualTo("1\ntwo\n3\n4\n5\n6\n7\n8\nnine\n10\n");
  }

  @Test
  void aDeletionAgainstAnEditIsAConflict() throws Exception {
    Merged merged =
        fixture.merge(BASE, changed(BASE, "b", GONE, "a", "1\n"), changed(BASE, "b", "bb\n"));

    assertConflict(merged, "b", Kind.DELETE_MODIFY);
    assertThat(merged.conflicts().getFirst().sides().getFirst().version())
        .isEqualTo(FileVersion.NONE);
    assertThat(fixture.read(merged.tree())).isEqualTo(changed(BASE, "a", "1\n"));
  }

  @Test
  void aFileAddedTwiceWithDifferentContentsIsAConflictAndAbsent() throws Exception {
    Merged merged = fixture.merge(BASE, changed(BASE, "new", "1\n"), changed(BASE, "new", "2\n"));

    assertConflict(merged, "new", Kind.ADD_ADD);
    assertThat(merged.conflicts().getFirst().base()).isEqualTo(FileVersion.NONE);
    assertThat(fixture.read(merged.tree())).isEqualTo(BASE);
    assertThat(merged.conflicts().getFirst().hunks())
        .containsExactly(new ConflictHunk(0, List.of(), List.of(List.of("1"), List.of("2"))));
  }

  @Test
  void theSameEditOfSeveralChildrenIsOne() throws Exception {
    Map<String, String> same = changed(BASE, "b", "bb\n", "new", "n\n");
    Merged merged = fixture.merge(BASE, same, changed(same, "a", "1\n"), same);

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree())).isEqualTo(changed(same, "a", "1\n"));
    assertThat(merged.provenance().of("b")).containsExactly("a", "b", "c");
  }

  @Test
  void anEditFollowsARename() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", GONE, "moved/a", lines(10)),
            changed(BASE, "a", lines(10) + "11\n"),
            changed(BASE, "a", "0\n" + lines(10)));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree()))
        .isEqualTo(changed(BASE, "a", GONE, "moved/a", "0\n" + lines(10) + "11\n"));
    assertThat(merged.provenance().of("moved/a")).containsExactly("a", "b", "c");
  }

  @Test
  void whoChangedAFileBeforeItWasRenamedMadeTheRenamedFileToo() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", "0\n" + lines(10)),
            changed(BASE, "a", GONE, "moved", lines(10)));

    assertThat(merged.provenance().of("moved")).containsExactly("a", "b");
  }

  @Test
  void aFileThatNoChildChangedMayBeMissingAsInAPartialClone() throws Exception {
    String base = fixture.tree(BASE);
    List<ChildResult> results = fixture.children(base, List.of(changed(BASE, "b", "bb\n")));
    String blob = fixture.user.git("rev-parse", base + ":a");
    Path objects = fixture.user.directory().resolve(".git/objects");
    Files.delete(objects.resolve(blob.substring(0, 2)).resolve(blob.substring(2)));

    Merged merged = fixture.merger.merge(base, results, MergeStrategy.GIT_THREE_WAY, GO);

    assertThat(merged.tree()).isEqualTo(fixture.treeOf(results.getFirst().tree()));
  }

  @Test
  void aFileRenamedTwiceStaysWhereItWasAndOneChoiceClosesAllItsConflicts() throws Exception {
    Map<String, String> one = changed(BASE, "a", GONE, "a1", lines(10));
    Map<String, String> two = changed(BASE, "a", GONE, "a2", lines(10));
    Merged merged = fixture.merge(BASE, one, two);

    assertThat(merged.conflicts())
        .extracting(Conflict::path, Conflict::kind)
        .containsExactly(
            tuple("a", Kind.RENAME), tuple("a1", Kind.RENAME), tuple("a2", Kind.RENAME));
    assertThat(fixture.read(merged.tree())).isEqualTo(BASE);
    Merged resolved = fixture.merger.resolve(merged, "a", new Resolution.Child("b"), GO);
    assertThat(resolved.isComplete()).isTrue();
    assertThat(fixture.read(resolved.tree())).isEqualTo(two);
    Merged ours = fixture.merger.resolve(merged, "a1", new Resolution.Side(0), GO);
    assertThat(ours.isComplete()).isTrue();
    assertThat(fixture.read(ours.tree())).isEqualTo(one);
  }

  @Test
  void aFileAddedToADirectoryThatWasRenamedIsAConflict() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "folder/c", GONE, "folder/d", GONE, "moved/c", "c\n", "moved/d", "d\n"),
            changed(BASE, "folder/e", "e\n"));

    assertConflict(merged, "moved/e", Kind.RENAME);
  }

  @Test
  void aChildThatWritesWhereOthersConflictBecomesASide() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "folder/c", GONE, "folder/d", GONE, "moved/c", "c\n", "moved/d", "d\n"),
            changed(BASE, "folder/e", "e\n"),
            changed(BASE, "moved/e", "other\n"));

    assertConflict(merged, "moved/e", Kind.RENAME);
    assertThat(merged.conflicts().getFirst().children()).contains("b", "c");
    assertThat(fixture.read(merged.tree())).doesNotContainKey("moved/e");
  }

  @Test
  void aRenamedFileInConflictHoldsTheContentsOfTheBaseUnderItsNewName() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", GONE, "moved", lines(10).replace("2\n", "two\n")),
            changed(BASE, "a", lines(10).replace("2\n", "deux\n")),
            changed(BASE, "a", lines(10).replace("9\n", "nine\n")));

    assertConflict(merged, "moved", Kind.CONTENT);
    assertThat(merged.conflicts().getFirst().sides())
        .extracting(Conflict.Side::children)
        .containsExactly(List.of("a"), List.of("b"), List.of("c"));
    assertThat(fixture.read(merged.tree())).isEqualTo(changed(BASE, "a", GONE, "moved", lines(10)));
  }

  @Test
  void twoDeletionsOfWhichOneIsARenameAreAConflict() throws Exception {
    Merged merged =
        fixture.merge(BASE, changed(BASE, "a", GONE, "moved", lines(10)), changed(BASE, "a", GONE));

    assertConflict(merged, "moved", Kind.RENAME);
  }

  @Test
  void aFileAndADirectoryOfOneNameAreAConflict() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "x", "file\n"),
            changed(BASE, "x/y", "deep\n", "x/z", "z\n"),
            changed(BASE, "x/w", "w\n"));

    assertConflict(merged, "x", Kind.ADD_ADD);
    assertThat(fixture.read(merged.tree())).isEqualTo(BASE);
    assertThat(merged.conflicts().getFirst().sides())
        .extracting(side -> side.version().isDirectory())
        .containsExactly(false, true, true);
    Merged resolved = fixture.merger.resolve(merged, "x", new Resolution.Child("b"), GO);
    assertThat(fixture.read(resolved.tree()))
        .isEqualTo(changed(BASE, "x/y", "deep\n", "x/z", "z\n"));
  }

  @Test
  void aDirectoryReplacedByAFileAgainstAnEditInItIsAConflictOfTheWholeDirectory() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "folder/c", GONE, "folder/d", GONE, "folder", "file\n"),
            changed(BASE, "folder/c", "cc\n"));

    assertThat(merged.conflicts()).extracting(Conflict::path).contains("folder");
    assertThat(fixture.read(merged.tree())).isEqualTo(BASE);
  }

  @Test
  void modesLinksBinariesAndSubmodulesAreKept() throws Exception {
    Map<String, String> base = changed(BASE, "bin", "\0" + lines(5), "120000:link", "a");
    String commit = "1".repeat(40);
    Merged merged =
        fixture.merge(
            base,
            changed(base, "b", GONE, "100755:b", "b\n"),
            changed(base, "120000:link", "b"),
            changed(base, "bin", "\0other"),
            changed(base, "160000:module", commit));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(merged.provenance().of("module")).containsExactly("d");
    assertThat(fixture.read(merged.tree()))
        .isEqualTo(
            changed(base, "b", GONE, "100755:b", "b\n", "120000:link", "b", "bin", "\0other"));
  }

  @Test
  void anEditAndAChangeOfModeAreMerged() throws Exception {
    Merged merged =
        fixture.merge(
            BASE, changed(BASE, "b", GONE, "100755:b", "b\n"), changed(BASE, "b", "bb\n"));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree())).isEqualTo(changed(BASE, "b", GONE, "100755:b", "bb\n"));
  }

  @Test
  void aLinkAgainstAnEditIsAConflictOfModes() throws Exception {
    Merged merged =
        fixture.merge(BASE, changed(BASE, "b", GONE, "120000:b", "a"), changed(BASE, "b", "bb\n"));

    assertConflict(merged, "b", Kind.MODE);
    assertThat(fixture.read(merged.tree())).isEqualTo(BASE);
  }

  @Test
  void binariesAndSubmodulesChangedTwiceAreConflictsWithoutHunks() throws Exception {
    Map<String, String> base =
        changed(BASE, "bin", "\0" + lines(5), "160000:module", "1".repeat(40));
    Merged merged =
        fixture.merge(
            base,
            changed(base, "bin", "\0one", "160000:module", "2".repeat(40)),
            changed(base, "bin", "\0two", "160000:module", "3".repeat(40)));

    assertThat(merged.conflicts())
        .extracting(Conflict::path, Conflict::kind)
        .containsExactly(tuple("bin", Kind.BINARY), tuple("module", Kind.BINARY));
    assertThat(merged.conflicts()).allSatisfy(it -> assertThat(it.hunks()).isEmpty());
    assertThat(merged.tree()).isEqualTo(fixture.treeOf(merged.base()));
  }

  @Test
  void lineEndsAreKeptAsTheyAre() throws Exception {
    String text = lines(10).replace("\n", "\r\n");
    Map<String, String> base = changed(BASE, "crlf", text);
    Merged merged =
        fixture.merge(
            base,
            changed(base, "crlf", text.replace("2\r", "two\r")),
            changed(base, "crlf", text.replace("9\r", "nine\r")));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree()).get("crlf"))
        .isEqualTo(text.replace("2\r", "two\r").replace("9\r", "nine\r"));
  }

  @Test
  void theAttributesOfTheBaseDecideAndTheUsersDriversDoNot() throws Exception {
    fixture.user.git("config", "merge.mine.driver", "touch " + folder.resolve("ran"));
    fixture.user.write(".gitattributes", "* merge=mine\n");
    Map<String, String> base =
        changed(BASE, "sub/.gitattributes", "log merge=union\nown merge=mine\n", "sub/log", "0\n");
    base = changed(base, "sub/own", "0\n");
    Merged merged =
        fixture.merge(
            base,
            changed(base, "sub/log", "0\n1\n", "sub/own", "1\n"),
            changed(base, "sub/log", "0\n2\n", "sub/own", "2\n"));

    assertConflict(merged, "sub/own", Kind.CONTENT);
    assertThat(fixture.read(merged.tree()).get("sub/log")).isEqualTo("0\n1\n2\n");
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void aChildThatStartedFromMergedResultsMayChangeThem() throws Exception {
    String base = fixture.tree(BASE);
    Map<String, String> first = changed(BASE, "new", lines(5));
    Map<String, String> second = changed(BASE, "b", "bb\n");
    List<ChildResult> before = fixture.children(base, List.of(first, second));
    String both = fixture.merger.merge(base, before, MergeStrategy.GIT_THREE_WAY, GO).tree();
    String third = fixture.tree(changed(first, "b", "bbb\n", "new", lines(6)));
    Merged merged =
        fixture.merger.merge(
            base,
            List.of(new ChildResult(2, "c", both, third), before.get(1), before.get(0)),
            MergeStrategy.GIT_THREE_WAY,
            GO);

    assertThat(merged.conflicts()).isEmpty();
    assertThat(merged.tree()).isEqualTo(fixture.treeOf(third));
    assertThat(merged.provenance().of("new")).containsExactly("a", "c");
  }

  @Test
  void aChildThatStartedFromARenamedDirectoryAddsToIt() throws Exception {
    String base = fixture.tree(BASE);
    Map<String, String> moved =
        changed(BASE, "folder/c", GONE, "folder/d", GONE, "moved/c", "c\n", "moved/d", "d\n");
    Map<String, String> edited = changed(BASE, "a", lines(10).replace("2\n", "two\n"));
    List<ChildResult> results = new ArrayList<>(fixture.children(base, List.of(moved, edited)));
    Map<String, String> later =
        changed(moved, "moved/e", "e\n", "a", lines(10).replace("9\n", "nine\n"));
    results.add(new ChildResult(2, "c", results.getFirst().tree(), fixture.tree(later)));

    Merged merged = fixture.merger.merge(base, results, MergeStrategy.GIT_THREE_WAY, GO);

    assertThat(merged.conflicts()).isEmpty();
    assertThat(fixture.read(merged.tree()))
        .isEqualTo(changed(later, "a", lines(10).replace("2\n", "two\n").replace("9\n", "nine\n")));
  }

  @Test
  void hunksNameTheLinesOfTheBaseAndOfEachSide() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", lines(10).replace("2\n", "two\n").replace("5\n", "five\n")),
            changed(BASE, "a", lines(10).replace("5\n", "V\nv\n")));

    assertConflict(merged, "a", Kind.CONTENT);
    assertThat(merged.conflicts().getFirst().hunks())
        .containsExactly(
            new ConflictHunk(5, List.of("5"), List.of(List.of("five"), List.of("V", "v"))));
  }

  @Test
  void oneConflictLeavesTheWholeTreeIfThatIsTheStrategy() throws Exception {
    Merged merged =
        fixture.merge(
            MergeStrategy.FAIL_ON_CONFLICT,
            BASE,
            changed(BASE, "b", "1\n"),
            changed(BASE, "b", "2\n", "a", "x\n"));

    assertConflict(merged, "b", Kind.CONTENT);
    assertThat(merged.tree()).isEqualTo(merged.base());
  }

  @Test
  void theLastChildWinsIfThatIsTheStrategyAndBothSidesAreRecorded() throws Exception {
    Merged merged =
        fixture.merge(
            MergeStrategy.LAST_WINS,
            BASE,
            changed(BASE, "b", "1\n", "x", "file\n", "folder/c", "cc\n"),
            changed(BASE, "b", "2\n", "x/y", "deep\n", "folder/c", GONE),
            changed(BASE, "b", "3\n"));

    assertThat(merged.conflicts()).isEmpty();
    assertThat(merged.overridden())
        .extracting(Conflict::path, conflict -> conflict.children())
        .containsExactly(
            tuple("b", List.of("a", "b")),
            tuple("b", List.of("b", "c")),
            tuple("folder/c", List.of("a", "b")),
            tuple("x", List.of("a", "b")));
    assertThat(fixture.read(merged.tree()))
        .isEqualTo(changed(BASE, "b", "3\n", "x/y", "deep\n", "folder/c", GONE));
  }

  @Test
  void aConflictIsResolvedWithTheBaseContentsOrADeletion() throws Exception {
    Map<String, String> base = changed(BASE, "b", GONE, "100755:b", "b\n");
    Merged merged =
        fixture.merge(
            base, changed(base, "100755:b", "1\n", "a", "1\n"), changed(base, "100755:b", "2\n"));
    Merger merger = fixture.merger;
    Map<String, String> rest = changed(base, "a", "1\n");

    assertThat(fixture.read(merger.resolve(merged, "b", new Resolution.Base(), GO).tree()))
        .isEqualTo(rest);
    assertThat(fixture.read(merger.resolve(merged, "b", new Resolution.Deletion(), GO).tree()))
        .isEqualTo(changed(rest, "100755:b", GONE));
    Merged given = merger.resolve(merged, "b", new Resolution.Contents("x\n".getBytes(UTF_8)), GO);
    assertThat(given.isComplete()).isTrue();
    assertThat(fixture.read(given.tree())).isEqualTo(changed(rest, "100755:b", "x\n"));
    assertThatThrownBy(() -> merger.resolve(given, "b", new Resolution.Base(), GO))
        .hasMessage("There is no open conflict at 'b'; open are: ");
    assertThatThrownBy(() -> merger.resolve(merged, "b", new Resolution.Child("z"), GO))
        .hasMessage("'z' has no version of 'b'; the conflict is between a, b");
  }

  @Test
  void aMergeOfTheFirstChildrenIsAMergeOfTheirResultsAlone() throws Exception {
    String base = fixture.tree(BASE);
    List<ChildResult> all =
        fixture.children(base, List.of(changed(BASE, "b", "1\n"), changed(BASE, "b", "2\n")));
    Merged first = fixture.merger.merge(base, all.subList(0, 1), MergeStrategy.GIT_THREE_WAY, GO);
    String again = fixture.tree(changed(BASE, "b", "1\n2\n"));
    Merged both =
        fixture.merger.merge(
            base,
            List.of(all.getFirst(), new ChildResult(1, "b", first.tree(), again)),
            MergeStrategy.GIT_THREE_WAY,
            GO);

    assertThat(both.isComplete()).isTrue();
    assertThat(both.tree()).isEqualTo(fixture.treeOf(again));
  }

  @Test
  void aMissingTreeACancelAndTwoResultsOfOneChildAreRefusedAndNothingIsLeft() throws Exception {
    String base = fixture.tree(BASE);
    ChildResult missing = new ChildResult(0, "a", base, "1".repeat(40));
    assertThatThrownBy(
            () -> fixture.merger.merge(base, List.of(missing), MergeStrategy.GIT_THREE_WAY, GO))
        .isInstanceOf(OperationException.class)
        .hasMessage("Cannot merge: %s is not in the repository".formatted(missing.tree()));
    assertThatThrownBy(
            () ->
                fixture.merger.merge(
                    base, List.of(missing, missing), MergeStrategy.GIT_THREE_WAY, GO))
        .isInstanceOf(IllegalArgumentException.class);
    CancellationSource source = new CancellationSource();
    source.cancel(CancellationCause.requested("enough"));
    assertThatThrownBy(
            () ->
                fixture.merger.merge(base, List.of(), MergeStrategy.GIT_THREE_WAY, source.token()))
        .isInstanceOf(CancelledException.class);
    assertThat(fixture.repository.place().toFile().list())
        .noneMatch(name -> name.startsWith(MergeRepository.SCRATCH));
  }

  @Test
  void theTextOfAConflictIsMergedWhereItCanBe() throws Exception {
    Merged merged =
        fixture.merge(
            BASE,
            changed(BASE, "a", lines(10).replace("2\n", "two\n").replace("9\n", "")),
            changed(BASE, "a", lines(10).replace("2\n", "zwei\n").replace("5\n", "five\n")),
            changed(BASE, "b", GONE),
            changed(BASE, "b", "bb"));
    Conflict lines = merged.conflicts().getFirst();
    assertThat(text(lines, "first", "second"))
        .isEqualTo(
            """
            1
            <<<<<<< side 1: first
            two
            ||||||| before the subplans
            2
            ======= side 2: second
            zwei
            >>>>>>> end of 2 sides
            3
            4
            five
            6
            7
            8
            10
            """);
    assertThat(text(merged.conflicts().getLast(), "gone", "more"))
        .isEqualTo(
            """
            <<<<<<< side 1: gone
            ||||||| before the subplans
            b
            ======= side 2: more
            bb
            >>>>>>> end of 2 sides
            """);
  }

  private String text(Conflict conflict, String... labels) throws Exception {
    Map<String, byte[]> contents = fixture.repository.contents(ConflictText.objects(conflict), GO);
    return new String(
        ConflictText.of(conflict, contents, List.of(labels)).orElseThrow().bytes(), UTF_8);
  }
}

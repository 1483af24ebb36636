package dev.cleveragents.workspace.change.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a patch looks like; that git takes it is shown by {@link PatchPropertyTest}. */
class PatchTest {

  private final DiffTexts texts = new DiffTexts();

  @Test
  void aModifiedFileIsToldInHunksWithThreeLinesAround() {
    String before = numbers(1, 20);
    String after = before.replace("\n5\n", "\nfive\n").replace("\n17\n", "\n");
    assertThat(Patch.forPeople(List.of(texts.diff("n.txt", before, after))))
        .isEqualTo(
            """
            diff --git a/n.txt b/n.txt
            index 0ff3bbb..910a154 100644
            --- a/n.txt
            +++ b/n.txt
            @@ -2,7 +2,7 @@
             2
             3
             4
            -5
            +five
             6
             7
             8
            @@ -14,7 +14,6 @@
             14
             15
             16
            -17
             18
             19
             20
            """);
  }

  @Test
  void hunksThatWouldTouchAreOne() {
    String before = numbers(1, 20);
    assertThat(hunks(before, before.replace("\n5\n", "\n").replace("\n12\n", "\n"))).hasSize(1);
    assertThat(hunks(before, before.replace("\n5\n", "\n").replace("\n13\n", "\n"))).hasSize(2);
  }

  @Test
  void aFileThatHasNoLineFeedAtItsEnd() {
    assertThat(Patch.forPeople(List.of(texts.diff("f", "a\nb", "a\nb\n"))))
        .endsWith(
            """
            @@ -1,2 +1,2 @@
             a
            -b
            \\ No newline at end of file
            +b
            """);
  }

  @Test
  void aHunkSplitsAtTheLinesBetweenItsChanges() {
    String before = numbers(1, 20);
    String after =
        before.replace("\n5\n", "\nfive\n").replace("\n7\n8\n", "\n").replace("20", "end");
    FileDiff diff = texts.diff("n.txt", before, after);
    List<Hunk> parts = diff.hunks().getFirst().parts();
    assertThat(parts)
        .extracting(Hunk::header)
        .containsExactly("@@ -2,5 +2,5 @@", "@@ -6,6 +6,4 @@");
    assertThat(diff.hunks().getLast().parts()).hasSize(1);
    FileDiff split = diff.split();
    assertThat(split.hunks()).hasSize(3).allMatch(it -> it.count(HunkLine.Kind.KEPT) == 0);
    assertThat(new String(split.with(Set.of(2)), StandardCharsets.UTF_8))
        .isEqualTo(before.replace("\n7\n8\n", "\n"));
  }

  @Test
  void newAndDeletedFiles() {
    assertThat(Patch.forPeople(List.of(texts.diff("f", null, "a\n"), texts.diff("g", "a\n", null))))
        .isEqualTo(
            """
            diff --git a/f b/f
            new file mode 100644
            index 0000000..7898192
            --- /dev/null
            +++ b/f
            @@ -0,0 +1 @@
            +a
            diff --git a/g b/g
            deleted file mode 100644
            index 7898192..0000000
            --- a/g
            +++ /dev/null
            @@ -1 +0,0 @@
            -a
            """);
  }

  @Test
  void aMoveSaysHowMuchStayedTheSame() {
    FileState before = texts.state("1\n2\n3\n4\n", FileMode.REGULAR);
    FileState after = texts.state("1\n2\n3\nfour\n", FileMode.EXECUTABLE);
    assertThat(patch(Change.move("r", "old name", "new/name", before, after)))
        .startsWith(
            """
            diff --git a/old name b/new/name
            old mode 100644
            new mode 100755
            similarity index 75%
            rename from old name
            rename to new/name
            index\040\
            """)
        .contains("--- a/old name\t\n+++ b/new/name\n");
    assertThat(patch(Change.move("r", "f", "g", before, before)))
        .isEqualTo(
            """
            diff --git a/f b/g
            similarity index 100%
            rename from f
            rename to g
            """);
    FileState empty = texts.state("", FileMode.REGULAR);
    FileState bytes = texts.state(new byte[] {0}, FileMode.REGULAR);
    assertThat(patch(Change.move("r", "f", "g", empty, bytes))).contains("similarity index 0%");
    assertThat(patch(Change.move("r", "f", "g", bytes, bytes))).contains("similarity index 100%");
  }

  @Test
  void aLinkInThePlaceOfAFileIsADeletedAndANewFile() {
    FileState file = texts.state("a\n", FileMode.REGULAR);
    FileState link = texts.state("g", FileMode.SYMLINK);
    assertThat(patch(Change.modify("r", "f", file, link)))
        .isEqualTo(
            """
            diff --git a/f b/f
            deleted file mode 100644
            index 7898192..0000000
            --- a/f
            +++ /dev/null
            @@ -1 +0,0 @@
            -a
            diff --git a/f b/f
            new file mode 120000
            index 0000000..LINK
            --- /dev/null
            +++ b/f
            @@ -0,0 +1 @@
            +g
            \\ No newline at end of file
            """
                .replace("LINK", Patch.blobHash(new byte[] {'g'}).substring(0, 7)));
  }

  @Test
  void hunksHaveNumbersByWhichTheyCanBeChosen() {
    String before = numbers(1, 20);
    String after = before.replace("\n5\n", "\n").replace("\n17\n", "\n");
    List<FileDiff> diffs =
        List.of(texts.diff("f", before, after), texts.diff("g", before, before + "21\n"));
    assertThat(Patch.numbered(diffs).lines().filter(line -> line.startsWith("@@")))
        .containsExactly("@@ -2,7 +2,6 @@ #1", "@@ -14,7 +13,6 @@ #2", "@@ -18,3 +18,4 @@ #1");
  }

  @Test
  void namesAreQuotedAsGitDoes() {
    assertThat(QuotedName.of("a/", "plain name")).isEqualTo("a/plain name");
    assertThat(QuotedName.of("a/", "ta\tb\"q\\\u0001\u007f\n"))
        .isEqualTo("\"a/ta\\tb\\\"q\\\\\\001\\177\\n\"");
    assertThat(QuotedName.of("", "zoé")).isEqualTo("\"zo\\303\\251\"");
    assertThat(QuotedName.inHeader("b/", "plain")).isEqualTo("b/plain");
    assertThat(QuotedName.inHeader("b/", "a b")).isEqualTo("b/a b\t");
    assertThat(QuotedName.inHeader("b/", "é b")).isEqualTo("\"b/\\303\\251 b\"");
  }

  @Test
  void aPersonIsSparedTheBytesOfBinaryFiles() {
    FileState before = texts.state(new byte[] {0, 1}, FileMode.REGULAR);
    FileState after = texts.state(new byte[] {0, 2}, FileMode.REGULAR);
    Change change = Change.modify("r", "a b", before, after);
    assertThat(patch(change)).endsWith("Binary files a/a b and b/a b differ\n");
    assertThat(
            new String(Patch.of(texts.differ().diff(List.of(change))), StandardCharsets.US_ASCII))
        .contains("GIT binary patch\nliteral 2\n");
  }

  @Test
  void aPatchKeepsBytesThatAreNoText() {
    byte[] latin = {'z', 'o', (byte) 0xe9, '\n'};
    Change change = Change.create("r", "f", texts.state(latin, FileMode.REGULAR));
    byte[] patch = Patch.of(texts.differ().diff(List.of(change)));
    assertThat(new String(patch, StandardCharsets.ISO_8859_1)).endsWith("\n+zo\u00e9\n");
    assertThat(patch(change)).endsWith("\n+zo\uFFFD\n");
  }

  @Test
  void aTextGetsOnlyTheHunksThatWereChosen() {
    String before = numbers(1, 20);
    FileDiff diff =
        texts.diff("f", before, before.replace("\n5\n", "\nfive\n").replace("\n17\n", "\n"));
    assertThat(diff.with(Set.of())).asString().isEqualTo(before);
    assertThat(diff.with(Set.of(1))).asString().isEqualTo(before.replace("\n5\n", "\nfive\n"));
    assertThat(diff.with(Set.of(2))).asString().isEqualTo(before.replace("\n17\n", "\n"));
    assertThat(texts.diff("f", "", "a\nb").with(Set.of(1))).asString().isEqualTo("a\nb");
  }

  @Test
  void aLineIsShownWithoutItsLineFeed() {
    Hunk hunk = hunks("zoé\n", "zoé").getFirst();
    assertThat(hunk.lines()).extracting(HunkLine::text).containsExactly("zoé", "zoé");
    assertThat(hunk.lines()).extracting(HunkLine::endsWithLineFeed).containsExactly(true, false);
  }

  @Test
  void aContentThatIsNotThereIsTold() {
    DiffBuilder differ = new DiffBuilder(hash -> Optional.empty());
    Change change = texts.change("lost.txt", "a", "b");
    assertThatThrownBy(() -> differ.diff(change))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("lost.txt");
  }

  private List<Hunk> hunks(String before, String after) {
    return texts.diff("f", before, after).hunks();
  }

  private String patch(Change change) {
    return Patch.forPeople(texts.differ().diff(List.of(change)));
  }

  private static String numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }
}

package dev.cleveragents.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patches as models write them. */
class ApplyPatchToolTest {

  @TempDir private Path folder;
  private ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    GitRepository user = GitRepository.init(folder.resolve("user"));
    user.write("a.txt", "one\ntwo\nthree\nfour\n").write("b.txt", "b\n").commit("first");
    bench = new ToolBench(folder, user);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private String apply(String patch) throws Exception {
    return bench.call("apply_patch", Json.write(Map.of("patch", patch)));
  }

  @Test
  void aPatchChangesCreatesDeletesAndMoves() throws Exception {
    bench.write("old.txt", "same\n");

    String answer =
        apply(
            """
            diff --git a/a.txt b/a.txt
            --- a/a.txt
            +++ b/a.txt
            @@ -1,3 +1,3 @@
             one
            -two
            +TWO
             three
            diff --git a/new/c.sh b/new/c.sh
            new file mode 100755
            --- /dev/null
            +++ b/new/c.sh
            @@ -0,0 +1,2 @@
            +first
            +second
            \\ No newline at end of file
            diff --git a/b.txt b/b.txt
            deleted file mode 100644
            --- a/b.txt
            +++ /dev/null
            @@ -1 +0,0 @@
            -b
            diff --git a/old.txt b/moved.txt
            similarity index 100%
            rename from old.txt
            rename to moved.txt
            """);

    assertThat(answer).startsWith("patched a.txt, new/c.sh, b.txt (deleted), old.txt (deleted)");
    assertThat(bench.read("a.txt")).isEqualTo("one\nTWO\nthree\nfour\n");
    assertThat(bench.read("new/c.sh")).isEqualTo("first\nsecond");
    assertThat(Files.isExecutable(bench.sandbox.directory().resolve("new/c.sh"))).isTrue();
    assertThat(bench.exists("b.txt")).isFalse();
    assertThat(bench.exists("old.txt")).isFalse();
    assertThat(bench.read("moved.txt")).isEqualTo("same\n");
  }

  @Test
  void oneHunkThatDoesNotMatchLeavesAllFilesAsTheyWere() throws Exception {
    String answer =
        apply(
            """
            --- a/b.txt
            +++ b/b.txt
            @@ -1 +1 @@
            -b
            +c
            --- a/a.txt
            +++ b/a.txt
            @@ -1 +1 @@
            -one
            +ONE
            @@ -2,2 +2,2 @@
            -  two
            -threee
            +x
            """);

    assertThat(answer)
        .contains("Hunk 2 of a.txt, line 2", "nothing of the patch was applied")
        .contains("2: two\n3: three");
    assertThat(bench.read("b.txt")).isEqualTo("b\n");
    assertThat(bench.read("a.txt")).startsWith("one\n");
  }

  @Test
  void aFileThatCannotBeWrittenLeavesTheOthersAsTheyWere() throws Exception {
    String answer =
        apply(
            """
            --- a/b.txt
            +++ b/b.txt
            @@ -1 +1 @@
            -b
            +c
            --- /dev/null
            +++ b/a.txt/below
            @@ -0,0 +1 @@
            +x
            """);

    assertThat(answer).contains("'a.txt' in it is a file, not a folder");
    assertThat(bench.read("b.txt")).isEqualTo("b\n");
  }

  @Test
  void wrongNumbersAndCountsAreForgivenWhereTheLinesAreClear() throws Exception {
    assertThat(
            apply(
                "--- a/a.txt\n+++ b/a.txt\n@@ -90,7 +90,9 @@\n two\n-three\n+3\n\n@@\n-four\n+4\n"))
        .startsWith("patched a.txt");
    assertThat(bench.read("a.txt")).isEqualTo("one\ntwo\n3\n4\n");
  }

  @Test
  void aHunkWithoutNumbersThatFitsTwiceIsRefused() throws Exception {
    bench.write("twice.txt", "x\ny\nx\n");

    assertThat(apply("--- a/twice.txt\n+++ b/twice.txt\n@@\n-x\n+z\n")).contains("does not match");
    assertThat(apply("--- a/twice.txt\n+++ b/twice.txt\n@@ -3 +3 @@\n-x\n+z\n"))
        .startsWith("patched");
    assertThat(bench.read("twice.txt")).isEqualTo("x\ny\nz\n");
  }

  @Test
  void linesAreAddedBelowTheLineThatIsNamed() throws Exception {
    apply("--- a/a.txt\n+++ b/a.txt\n@@ -1,0 +2 @@\n+one and a half\n@@ -4,0 +6 @@\n+five\n");

    assertThat(bench.read("a.txt")).isEqualTo("one\none and a half\ntwo\nthree\nfour\nfive\n");
  }

  @Test
  void lineEndsOfWindowsAndBytesThatAreNotUtf8Stay() throws Exception {
    Path file = bench.sandbox.directory().resolve("w.txt");
    Files.write(file, new byte[] {'a', '\r', '\n', (byte) 0xff, '\r', '\n', 'c', '\r', '\n'});

    assertThat(apply("--- a/w.txt\n+++ b/w.txt\n@@ -1 +1 @@\n-a\n+ä\n")).startsWith("patched");

    assertThat(Files.readAllBytes(file))
        .isEqualTo(
            new byte[] {
              (byte) 0xc3, (byte) 0xa4, '\r', '\n', (byte) 0xff, '\r', '\n', 'c', '\r', '\n'
            });
  }

  @Test
  void whatIsNoPatchOrLeadsElsewhereIsRefused() throws Exception {
    assertThat(apply("just words")).contains("names no file");
    assertThat(apply("@@ -1 +1 @@\n-a\n+b\n")).contains("no file is named before it");
    assertThat(apply("--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n")).contains("'..'");
    assertThat(apply("--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n"))
        .contains("repository's own files");
    assertThat(apply("--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n"))
        .contains("a.txt exists already");
    assertThat(apply("--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n"))
        .contains("has more lines than the patch deletes");
    assertThat(apply("--- a/no.txt\n+++ b/no.txt\n@@ -1 +1 @@\n-a\n+b\n"))
        .contains("There is no file no.txt");
    assertThat(apply("diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n"))
        .contains("does not support");
  }

  @Test
  void effectsSubjectsAndPreviewAreThoseOfItsFiles() throws Exception {
    ToolCall<?> call =
        ToolCall.readJson(
            new ApplyPatchTool(),
            Json.write(
                Map.of(
                    "patch",
                    """
                    --- a/b.txt
                    +++ /dev/null
                    @@ -1 +0,0 @@
                    -b
                    --- /dev/null
                    +++ b/n.txt
                    @@ -0,0 +1 @@
                    +n
                    """)));

    assertThat(call.subjects()).containsExactly("b.txt", "n.txt");
    assertThat(call.effects(bench.sandbox))
        .containsExactlyInAnyOrder(ToolEffect.DELETE_FILE, ToolEffect.CREATE_FILE);
    assertThat(call.preview(bench.sandbox)).contains("delete b.txt", "+n");
    assertThat(bench.exists("b.txt")).isTrue();
  }

  @Test
  void anEditThatDoesNotMatchShowsTheNearestLines() throws Exception {
    assertThat(
            bench.call(
                "edit_file",
                "{\"path\": \"a.txt\", \"find\": \"  three\\nfour!\", \"replace\": \"x\"}"))
        .contains("not in a.txt", "3: three\n4: four");
  }
}

package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work on many files whose results do not go together. */
class SubplanCommandsTest {

  private static final String CLASH = "! { grep -q x a.txt && grep -q x c.txt; }";

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
    shop.commit("b.txt", "two\n");
    shop.commit("c.txt", "three\n");
  }

  private Run each(String... more) {
    String[] line = {
      "run", "add x", "--each", "*.txt", "--exec", "echo x >> {file}", "--check", CLASH, "--yes"
    };
    String[] all = java.util.Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    return shop.cli().run(all);
  }

  @Test
  void aClashStopsThePlanAndIsNamed() throws Exception {
    Run run = each();
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("searching the clash: 2 of 3 subplans");
    assertThat(run.err())
        .contains("`a.txt` and `c.txt` pass alone, fail together: check")
        .contains("leave one out:");
    assertThat(shop.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void aClashIsRepairedByACommandThatComesLater() throws Exception {
    each();
    Run fixed = shop.cli().run("plan", "resume", "--fix", "sed -i /x/d c.txt", "--yes");
    assertThat(fixed.exitCode()).as(fixed.out() + fixed.err()).isZero();
    assertThat(shop.read("a.txt")).isEqualTo("one\nx\n");
    assertThat(shop.read("c.txt")).isEqualTo("three\n");
  }

  @Test
  void whatIsLeftOutOfAGreenResultIsNamed() throws Exception {
    Run run = each("--on-clash", "land_green");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("left out: c.txt")
        .contains("`a.txt` and `c.txt` pass alone, fail together: check");
    assertThat(shop.read("a.txt")).isEqualTo("one\nx\n");
    assertThat(shop.read("c.txt")).isEqualTo("three\n");
    assertThat(shop.cli().run("plan", "status").out()).contains("left out: c.txt");
    JsonNode subplans = shop.cli().run("plan", "subplans", "--format", "json").json();
    assertThat(subplans.toString()).contains("c.txt");
  }

  private Run conflicting() {
    return shop.cli()
        .run("run", "add x", "--each", "[ab].txt", "--exec", "echo {file} > c.txt", "--yes");
  }

  private Run edit(String editor) throws Exception {
    Path script = folder.resolve("editor");
    Files.writeString(script, editor);
    return shop.cli()
        .variable("EDITOR", "sh " + script)
        .run("plan", "resolve", "c.txt", "--edit", "--yes");
  }

  @Test
  void aConflictIsResolvedInTheEditorAndUnresolvedTextIsRefused() throws Exception {
    assertThat(conflicting().exitCode()).isEqualTo(4);
    assertThat(shop.cli().run("plan", "resolve", "c.txt", "--edit").err())
        .contains("neither VISUAL nor EDITOR is set");
    Run unchanged = edit("true");
    assertThat(unchanged.exitCode()).isEqualTo(4);
    assertThat(unchanged.err()).contains("'c.txt' was not changed");
    Run marked = edit("echo more >> \"$1\"");
    assertThat(marked.err()).contains("still has conflict markers", "your text is kept in");
    Matcher kept = Pattern.compile("kept in (\\S+/c.txt)").matcher(marked.err());
    assertThat(kept.find()).isTrue();
    assertThat(Path.of(kept.group(1))).content().contains("<<<<<<< side 1: a.txt", "more");
    Files.delete(Path.of(kept.group(1)));
    Files.delete(Path.of(kept.group(1)).getParent());

    Run done = edit("printf 'a and b\\n' > \"$1\"");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(shop.read("c.txt")).isEqualTo("a and b\n");
  }

  @Test
  void aCommandMergesBothSides() throws Exception {
    assertThat(conflicting().exitCode()).isEqualTo(4);
    Run left = shop.cli().run("plan", "resolve", "c.txt", "--with-exec", "true", "--yes");
    assertThat(left.exitCode()).isEqualTo(4);
    assertThat(left.out()).contains("conflict in c.txt: the command has left conflict markers");
    Run done =
        shop.cli()
            .run(
                "plan",
                "resolve",
                "c.txt",
                "--with-exec",
                "grep -v '^[<|=>]' {file} > t; mv t {file}",
                "--yes");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(shop.read("c.txt")).isEqualTo("a.txt\nthree\nb.txt\n");
    assertThat(shop.cli().run("plan", "conflicts").out()).contains("by the command");
  }
}

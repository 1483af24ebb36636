package dev.cleveragents.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.fixtures.GitRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools that read the history of a resource. */
class GitToolsTest {

  private static final String BODY = "MIIEowIBAAKCAQEA0123456789abcdefghijklmnop";

  @TempDir private Path folder;
  private ToolBench bench;
  private String first;

  @BeforeEach
  void open() throws Exception {
    GitRepository user = GitRepository.init(folder.resolve("user"));
    user.write("a.txt", "one\ntwo\n").write("key.txt", key("x")).commit("Add a");
    first = user.head();
    user.git("tag", "v1");
    user.write("a.txt", "one\nTWO\n").write("src/b.txt", "b\n").write("key.txt", key("y"));
    user.commit("Change a, add b");
    bench = new ToolBench(folder, user);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void theLogListsCommitsOfAllFilesOrOfOne() throws Exception {
    assertThat(bench.call("git_log", "{}")).contains("Change a, add b", "Add a");
    assertThat(bench.call("git_log", "{\"path\": \"src\"}"))
        .contains("found 1 commits")
        .doesNotContain("Add a");
    assertThat(bench.call("git_log", "{\"count\": 1}")).contains("(more with skip=1)");
    assertThat(bench.call("git_log", "{\"count\": 1, \"skip\": 1}"))
        .contains("Add a")
        .doesNotContain("more with");
    assertThat(bench.call("git_log", "{\"revision\": \"v1..HEAD\"}"))
        .contains("Change a")
        .doesNotContain("Add a");
  }

  @Test
  void aCommitIsShownWithItsDiffAndAFileAsItWas() throws Exception {
    assertThat(bench.call("git_show", "{\"revision\": \"HEAD\"}"))
        .contains("Change a, add b", "-two", "+TWO", "+b");
    assertThat(bench.call("git_show", "{\"revision\": \"HEAD\", \"path\": \"src\"}"))
        .contains("+b")
        .doesNotContain("TWO");
    assertThat(bench.call("git_show", "{\"revision\": \"%s\"}".formatted(first)))
        .contains("Add a", "+one");
    assertThat(
            bench.call(
                "git_show", "{\"revision\": \"v1\", \"path\": \"a.txt\", \"content\": true}"))
        .contains("one\ntwo\n");
    assertThat(
            bench.call(
                "git_show", "{\"revision\": \"v1\", \"path\": \"src/b.txt\", \"content\": true}"))
        .contains("There was no file src/b.txt in v1");
  }

  @Test
  void theDiffIsOfTheFilesAsTheyAreNowOrOfTwoRevisions() throws Exception {
    assertThat(bench.call("git_diff", "{}")).contains("There is no difference");
    bench.write("a.txt", "one\nthree\n").write("new.txt", "new\n");

    assertThat(bench.call("git_diff", "{}")).contains("-TWO", "+three", "+new");
    assertThat(bench.call("git_diff", "{\"path\": \"a.txt\"}"))
        .contains("+three")
        .doesNotContain("+new");
    assertThat(bench.call("git_diff", "{\"base\": \"v1\", \"target\": \"HEAD\"}"))
        .contains("-two", "+TWO")
        .doesNotContain("three");
  }

  @Test
  void eachLineHasItsCommit() throws Exception {
    assertThat(bench.call("git_blame", "{\"path\": \"a.txt\"}"))
        .contains(first.substring(0, 10))
        .containsPattern(bench.user.head().substring(0, 10) + " .* 2: TWO");
    assertThat(bench.call("git_blame", "{\"path\": \"a.txt\", \"from\": 2}"))
        .doesNotContain("1: one");
    assertThat(bench.call("git_blame", "{\"path\": \"no.txt\"}")).contains("There was no file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--output=/tmp/stolen",
        "-S",
        "--all",
        "HEAD --stat",
        "v1:a.txt",
        "no-such-branch",
        "..",
        ""
      })
  void aRevisionIsNoOptionAndNoPath(String revision) throws Exception {
    Path stolen = folder.resolve("stolen");
    String json = revision.replace("/tmp/stolen", stolen.toString());

    assertThat(bench.call("git_log", "{\"revision\": \"%s\"}".formatted(json)))
        .startsWith("refused: ");
    assertThat(bench.call("git_show", "{\"revision\": \"%s\"}".formatted(json)))
        .startsWith("refused: ");
    assertThat(bench.call("git_diff", "{\"base\": \"%s\"}".formatted(json)))
        .startsWith("refused: ");
    assertThat(
            bench.call("git_blame", "{\"path\": \"a.txt\", \"revision\": \"%s\"}".formatted(json)))
        .startsWith("refused: ");
    assertThat(stolen).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../a.txt", "/etc/passwd", ".git/config"})
  void aPathOutsideOfTheResourceIsRefused(String path) throws Exception {
    for (String call : new String[] {"git_log", "git_diff", "git_blame"}) {
      assertThat(bench.call(call, "{\"path\": \"%s\"}".formatted(path)))
          .contains("The path '%s' was refused".formatted(path));
    }
    assertThat(
            bench.call(
                "git_show",
                "{\"revision\": \"HEAD\", \"path\": \"%s\", \"content\": true}".formatted(path)))
        .contains("was refused");
  }

  @Test
  void whatACommandConfiguresIsNotRun() throws Exception {
    Path ran = folder.resolve("ran");
    bench.write(".gitattributes", "*.txt diff=evil\n");
    Path configuration = bench.sandbox.directory().resolve(".git/config");
    Files.writeString(
        configuration,
        Files.readString(configuration)
            + "[diff \"evil\"]\n\ttextconv = touch %1$s; cat\n\tcommand = touch %1$s\n"
                .formatted(ran));
    bench.write("a.txt", "changed\n");

    bench.call("git_diff", "{}");
    bench.call("git_show", "{\"revision\": \"HEAD\"}");
    bench.call("git_log", "{}");
    bench.call("git_blame", "{\"path\": \"a.txt\"}");

    assertThat(ran).doesNotExist();
  }

  /** A key whose middle line has this letter, so that a hunk begins and ends within it. */
  private static String key(String letter) {
    String body = (BODY + "\n").repeat(10);
    String end = " RSA PRIVATE KEY-----\n";
    return "-----BEGIN" + end + body + letter + BODY + "\n" + body + "-----END" + end;
  }

  @Test
  void linesFromWithinAPrivateKeyAreHidden() throws Exception {
    assertThat(
            bench.call("git_show", "{\"revision\": \"HEAD\", \"path\": \"key.txt\"}")
                + bench.call("git_diff", "{\"base\": \"v1\"}")
                + bench.call("git_blame", "{\"path\": \"key.txt\", \"from\": 5, \"to\": 9}")
                + bench.call(
                    "git_show",
                    "{\"revision\": \"v1\", \"path\": \"key.txt\", \"content\": true, \"from\": 9}"))
        .contains("[REDACTED:private-key]")
        .doesNotContain(BODY);
  }

  @Test
  void longAnswersSayHowToReadOn() throws Exception {
    bench.write("long.txt", "some words on a line\n".repeat(3_000));

    assertThat(bench.call("git_diff", "{}"))
        .hasSizeLessThan(25_000)
        .containsPattern("read on with from=\\d+");
    assertThat(bench.call("git_diff", "{\"from\": 3000}")).doesNotContain("new file");
  }
}

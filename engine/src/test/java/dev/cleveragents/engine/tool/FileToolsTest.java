package dev.cleveragents.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.fixtures.GitRepository;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools that read, search and write files, with arguments that make them fail. */
class FileToolsTest {

  @TempDir private Path folder;
  private ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    GitRepository user = GitRepository.init(folder.resolve("user"));
    bench = new ToolBench(folder, user.write("a.txt", "one\n").commit("first"));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void aFileIsNoFolder() throws Exception {
    assertThat(bench.call("write_file", "{\"path\": \"a.txt/b\", \"content\": \"x\"}"))
        .isEqualTo(
            "refused: The path 'a.txt/b' was refused: 'a.txt' in it is a file, not a folder");
    assertThat(bench.call("read_file", "{\"path\": \"a.txt/b\"}")).contains("There is no file");
    assertThat(bench.call("delete_file", "{\"path\": \"a.txt/b\"}")).contains("There is no file");
    assertThat(bench.call("move_file", "{\"from\": \"a.txt\", \"to\": \"a.txt/b\"}"))
        .contains("is a file, not a folder");
    assertThat(bench.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void anExpressionThatTakesTooManyStepsIsExplained() throws Exception {
    bench.write("long.txt", "a".repeat(5_000) + "b\n");

    assertThat(bench.call("search_text", "{\"regex\": \"^(a+)+$\"}"))
        .contains("takes too many steps", "(a+)+")
        .doesNotContain("pcre");
    assertThat(bench.call("search_text", "{\"regex\": \"(\"}")).contains("The search is invalid");
  }

  @Test
  void linesFromWithinAPrivateKeyAreHidden() throws Exception {
    String body = "MIIEowIBAAKCAQEA0123456789abcdefghijklmnop";
    String end = " RSA PRIVATE KEY-----\n";
    bench.write(
        "key.txt",
        "# one\n-----BEGIN" + end + (body + "\n").repeat(9) + "-----END" + end + "# two\n");

    assertThat(bench.call("search_text", "{\"regex\": \"MIIE|# two\"}"))
        .contains("key.txt:3: [REDACTED:private-key]", "key.txt:13: # two")
        .doesNotContain(body);
    assertThat(bench.call("read_file", "{\"path\": \"key.txt\", \"from\": 5, \"to\": 7}"))
        .contains("[REDACTED:private-key]")
        .doesNotContain(body);
  }
}

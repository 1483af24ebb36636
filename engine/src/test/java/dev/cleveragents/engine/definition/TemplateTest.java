package dev.cleveragents.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

  /** Everything that a shell might take for its own. */
  private static final String ODD = " \t\n'\"`$(){}[]|&;<>*?!#~\\=%-äx\uD83D\uDE00";

  private static String printed(String line) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return printed;
  }

  @Test
  void valuesAreInTheirPlacesAndNothingElseChanges() {
    Template template = Template.of("Fix {bug} in {file}, {{not this}}, nor ${shell} or {UPPER}.");

    assertThat(template.placeholders()).containsExactly("bug", "file");
    assertThat(template.fill(Map.of("bug", "a {file} $1 \\", "file", "x.c", "more", "y")))
        .isEqualTo("Fix a {file} $1 \\ in x.c, {not this}, nor ${shell} or {UPPER}.");
  }

  @Test
  void aMissingValueAndATextThatGrowsTooLongAreRefused() {
    assertThatThrownBy(() -> Template.of("{a}").fill(Map.of()))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("no value for {a}");
    assertThatThrownBy(() -> Template.of("{a}".repeat(1_001)).fill(Map.of("a", "x".repeat(1_000))))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("longer than 1,000,000");
  }

  @Test
  void aTypedCommandLineKeepsItsOwnBraces() {
    Template template = Template.ofOnly(Set.of("goal"), "awk '{print}' {{ {file} {goal}");

    assertThat(template.placeholders()).containsExactly("goal");
    assertThat(template.fillCommandLine(Map.of("goal", "it's")))
        .isEqualTo("awk '{print}' {{ {file} 'it'\\''s'");
  }

  /** Real shell, random values: what comes out is what went in, and nothing of it was run. */
  @Test
  void aShellTakesEveryValueLiterally() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Template template = Template.of("printf '%s|' {a} x{b}y # it's\nprintf %s {a}");
    for (int i = 0; i < 40; i++) {
      String a = value(random);
      String b = value(random);
      assertThat(printed(template.fillCommandLine(Map.of("a", a, "b", b))))
          .as("seed %d", seed)
          .isEqualTo(a + "|x" + b + "y|" + a);
    }
  }

  private static String value(Random random) {
    StringBuilder value = new StringBuilder();
    int[] points = ODD.codePoints().toArray();
    random
        .ints(random.nextInt(30), 0, points.length)
        .forEach(i -> value.appendCodePoint(points[i]));
    return value.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo '{a}'",
        "echo \"{a}\"",
        "echo \"it's {a}\"",
        "echo `echo {a}`",
        "echo \"`echo x`\" {a}",
        "cat <<END\n{a}\nEND",
        "echo $'it\\'s {a}'",
        "echo \"$(echo {a})\"",
        "# it's a comment\necho '{a}'",
        "echo x#'{a}'",
        "echo # {a}"
      })
  void aPlaceholderInsideQuotesIsRefused(String line) {
    assertThat(Template.of(line).unsafeInShell()).containsExactly("a");
    assertThatThrownBy(() -> Template.of(line).fillCommandLine(Map.of("a", "$(id)")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("{a} is inside quotes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo {a}",
        "echo 'x'{a}\"y\"",
        "echo it\\'s {a}",
        "x={a}; echo \"$x\"",
        "# it's\necho {a}",
        "if true; then echo {a}; fi"
      })
  void aPlaceholderOutsideOfQuotesIsNot(String line) {
    assertThat(Template.of(line).unsafeInShell()).isEmpty();
  }

  @Test
  void aValueWithANulCannotBeAWord() {
    assertThatThrownBy(() -> Template.quoted("a\0b")).isInstanceOf(OperationException.class);
  }
}

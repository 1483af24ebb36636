package dev.cleveragents.engine.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.yaml.Shape.AnyText;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Fraction;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Matching;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.OneOf;
import dev.cleveragents.engine.yaml.Shape.RelativePath;
import dev.cleveragents.engine.yaml.Shape.Scalar;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Whole;
import dev.cleveragents.engine.yaml.Shape.Word;
import dev.cleveragents.workspace.OperationException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A document with every shape, and what is said about those that do not fit. */
class DocumentTypeTest {

  private static final Keys INNER =
      Keys.of(
          Field.required("count", new Whole(1, 10), "how many"),
          Field.optional("note", new AnyText(20), "a note"));

  private static final DocumentType<YamlMapping> ALL =
      new DocumentType<>(
          Keys.of(
              Field.optional("text", new Text(20), "a text"),
              Field.optional("name", new Named(), "a name"),
              Field.optional("word", new Word(List.of("apple", "pear")), "a word"),
              Field.optional("flag", new Flag(), "a flag"),
              Field.optional("whole", new Whole(1, 10), "a number"),
              Field.optional("part", new Fraction(0, 1), "a part"),
              Field.optional(
                  "time", new Time(Duration.ofSeconds(1), Duration.ofHours(1)), "a time"),
              Field.optional("path", new RelativePath(), "a path"),
              Field.optional("code", new Matching("[A-Z]{3}", "three capitals"), "a code"),
              Field.optional("any", new Scalar(), "anything"),
              Field.optional("list", new ListOf(new Text(5), 3), "a list"),
              Field.optional("inner", INNER, "a mapping"),
              Field.optional(
                  "one",
                  new OneOf(
                      Keys.of(
                          Field.optional("left", INNER, "left"),
                          Field.optional("right", new Flag(), "right"))),
                  "one of two")),
          (section, problems) ->
              section
                  .find("text", String.class)
                  .filter("forbidden"::equals)
                  .ifPresent(it -> problems.add(section.positionOf("text"), "that is forbidden")),
          section -> section);

  @TempDir private Path folder;

  private static List<String> problems(String yaml) {
    return ALL.read(new YamlSource("a.yaml", yaml)).problems().stream()
        .map(YamlProblem::toString)
        .toList();
  }

  @Test
  void whatFitsIsGivenWithItsType() {
    YamlMapping section =
        ALL.read(
                new YamlSource(
                    "a.yaml",
                    """
                    text: hello
                    name: Team/Thing
                    word: pear
                    flag: true
                    whole: 7
                    part: 0.5
                    time: 1m30s
                    path: src/Main.java
                    code: ABC
                    any: 3
                    list: [a, b]
                    inner: {count: 2, note: ""}
                    one: {right: false}
                    """))
            .orThrow();

    assertThat(section.get("text", String.class)).isEqualTo("hello");
    assertThat(section.get("name", Object.class)).hasToString("team/thing");
    assertThat(section.get("flag", Boolean.class)).isTrue();
    assertThat(section.get("whole", Long.class)).isEqualTo(7);
    assertThat(section.get("part", Double.class)).isEqualTo(0.5);
    assertThat(section.get("time", Duration.class)).isEqualTo(Duration.ofSeconds(90));
    assertThat(section.get("any", Object.class)).isEqualTo(3L);
    assertThat(section.list("list", String.class)).containsExactly("a", "b");
    assertThat(section.get("inner", YamlMapping.class).get("count", Long.class)).isEqualTo(2);
    assertThat(section.get("one", YamlMapping.class).keys()).containsExactly("right");
    assertThat(section.positionOf("whole")).isEqualTo(new SourcePosition(5, 8));
    assertThat(section.find("missing", String.class)).isEmpty();
    assertThatThrownBy(() -> section.get("missing", String.class))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "txet: hello              | a.yaml:1:1: the key 'txet' is not known; did you mean 'text'?",
        "zzzzzzzz: 1              | a.yaml:1:1: the key 'zzzzzzzz' is not known; known: text, name",
        "text: 42                 | a.yaml:1:7: must be text, is 42; put it in quotes",
        "text: true               | must be text, is true; put it in quotes",
        "text:                    | must be text, is empty",
        "text: '  '               | must not be empty",
        "text: [a]                | must be text, is a list",
        "text: {a: b}             | must be text, is a mapping",
        "text: aaaaaaaaaaaaaaaaaaaaa | has 21 characters; at most 20 are allowed",
        "text: \"a\\0b\"          | contains the character U+0000",
        "text: \"a\\ud800b\"      | contains the character U+D800",
        "name: 9lives             | '9lives' cannot be a name",
        "name: system/x           | namespace 'system' is reserved",
        "word: peer               | must be one of apple, pear, is 'peer'; did you mean 'pear'?",
        "flag: yes                | must be true or false, is text",
        "flag: 1                  | must be true or false, is 1",
        "whole: 11                | must be a whole number from 1 to 10, is 11",
        "whole: 1.5               | must be a whole number from 1 to 10, is 1.5",
        "whole: '3'               | must be a whole number from 1 to 10, is text",
        "whole: 99999999999999999999 | must be a whole number from 1 to 10, is"
            + " 99999999999999999999",
        "whole: 0x5               | must be a whole number from 1 to 10, is 0x5",
        "part: 1.01               | must be a number from 0.0 to 1.0, is 1.01",
        "part: .nan               | must be a number from 0.0 to 1.0, is .nan",
        "part: .inf               | must be a number from 0.0 to 1.0, is .inf",
        "time: 5                  | must be a duration from 1s to 1h, is 5",
        "time: soon               | 'soon' is not a duration",
        "time: 2h                 | must be a duration from 1s to 1h, is 2h",
        "path: /etc/passwd        | must be relative to the resource",
        "path: a/../../b          | without empty parts, '.' and '..'",
        "path: a//b               | without empty parts, '.' and '..'",
        "path: x/.GIT/config      | must not lead into '.git'",
        "path: \"a\\0\"           | contains the character U+0000",
        "code: abc                | must be three capitals, is 'abc'",
        "any: [1]                 | must be text, a number, true or false, is a list",
        "any: .nan                | must be text, a number, true or false, is .nan",
        "list: a                  | must be a list, is text",
        "list: [a, b, c, d]       | has 4 elements; at most 3 are allowed",
        "list: [a, 5]             | a.yaml:1:11: must be text, is 5",
        "inner: 3                 | must be a mapping with the keys count, note, is 3",
        "inner: {note: x}         | a.yaml:1:8: 'count' is missing: how many",
        "inner: {count: 1, cuont: 2} | a.yaml:1:19: the key 'cuont' is not known; did you mean"
            + " 'count'?",
        "one: {}                  | must have exactly one of left, right, has 0 keys",
        "one: {left: {count: 1}, right: true} | must have exactly one of left, right, has 2 keys",
        "one: left                | must be a mapping with one of left, right, is text",
        "one: {lefft: 1}          | the key 'lefft' is not known; did you mean 'left'?",
        "text: forbidden          | a.yaml:1:7: that is forbidden",
        "? [a]                    | a key must be a word, is a list",
        "- text                   | the document must be a mapping of keys to values, is a list",
        "just words               | the document must be a mapping of keys to values, is text",
        "text: &a x               | a.yaml:1:7: the anchor '&a' is not allowed",
        "text: !!str 5            | the tag tag:yaml.org,2002:str is not allowed",
        "text: !evil 5            | the tag !evil is not allowed",
        "list: !!java.util.Date [] | is not allowed",
        "text: 'open              | a.yaml:1:12: this is not YAML",
        "text: a: b               | a.yaml:1:8: this is not YAML",
        "text: [a                 | this is not YAML",
        "text: @at                | this is not YAML",
      })
  void whatDoesNotFitIsSaidWithItsPlace(String yaml, String problem) {
    assertThat(problems(yaml)).singleElement().asString().startsWith("a.yaml:").contains(problem);
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnceFromTheTop() {
    assertThat(
            problems(
                """
                whole: eleven
                txet: hello
                text: forbidden
                inner:
                  note: [1]
                text: again
                list: [a, {}]
                """))
        .containsExactly(
            "a.yaml:1:8: must be a whole number from 1 to 10, is text",
            "a.yaml:2:1: the key 'txet' is not known; did you mean 'text'?",
            "a.yaml:3:7: that is forbidden",
            "a.yaml:5:3: 'count' is missing: how many",
            "a.yaml:5:9: must be text, is a list",
            "a.yaml:6:1: duplicate key 'text'; it is already in line 3",
            "a.yaml:7:11: must be text, is a mapping");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# only a comment\n", "---\n"})
  void aDocumentWithNothingInItIsRefused(String yaml) {
    assertThat(problems(yaml)).singleElement().asString().containsAnyOf("is empty", "must be a");
  }

  @Test
  void aSecondDocumentIsRefused() {
    assertThat(problems("text: a\n---\ntext: b\n"))
        .containsExactly("a.yaml:2:1: a second document starts here; write one document per file");
  }

  @Test
  void aBombOfAliasesIsRefusedBeforeItGrows() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 40; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d, *a%d]\n".formatted(i, i, i - 1, i - 1, i - 1));
    }

    assertThat(problems(bomb.toString()))
        .hasSizeGreaterThan(100)
        .contains("a.yaml:2:10: the alias '*a0' is not allowed; write the value itself");
    assertThat(problems("text: &a [*a]\n")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 1_000, 200_000})
  void whatIsNestedTooDeeplyIsRefused(int depth) {
    assertThat(problems("list: " + "[".repeat(depth)))
        .singleElement()
        .asString()
        .contains("nested deeper than 20 levels");
  }

  @Test
  void whatHasTooManyValuesIsRefused() {
    assertThat(problems("list: [" + "a, ".repeat(60_000) + "]"))
        .singleElement()
        .asString()
        .contains("more than 50,000 values");
  }

  @Test
  void aTextOfTenMegabytesIsRefused() {
    assertThat(problems("text: " + "x".repeat(10_000_000)))
        .containsExactly("a.yaml:1:1: the document has more than 1,000,000 characters");
  }

  @Test
  void aCharacterThatYamlDoesNotKnowIsRefusedWithItsPlace() {
    assertThat(problems("flag: true\ntext: a\u0000b\n"))
        .singleElement()
        .asString()
        .startsWith("a.yaml:2:8: the character U+0000 is not allowed in YAML");
  }

  @Test
  void anExceptionNamesAllProblemsUpToFifty() {
    String yaml =
        String.join("\n", IntStream.range(0, 60).mapToObj(i -> "key%d: 1".formatted(i)).toList());

    assertThatThrownBy(() -> ALL.read(new YamlSource("a.yaml", yaml)).orThrow())
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(OperationException.Kind.INVALID);
              assertThat(e.getMessage())
                  .contains("a.yaml:1:1:", "a.yaml:50:1:", "and 10 more")
                  .doesNotContain("a.yaml:51:1:");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"text: \"\\x", "text: \"\\u", "text: \"\\U", "text: \"\\UFFFFFFFF\""})
  void anEscapeThatIsNoCharacterIsAProblemAtItsPlace(String text) {
    assertThat(ALL.read(new YamlSource("a.yaml", text)).problems())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.message()).contains("an escape in double quotes");
              assertThat(it.position()).isEqualTo(new SourcePosition(1, 8));
            });
  }

  /** Whatever a text is, it ends in a value or in problems, and in nothing else. */
  @Test
  void noTextBreaksTheReader() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String alphabet = "ab:-,[]{}&*!|>'\"%@`#?\n\t  text: \\0é\uD83D\uDE00\u0085";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "text: " : "");
      random
          .ints(random.nextInt(40), 0, alphabet.length())
          .forEach(at -> text.append(alphabet.charAt(at)));
      YamlResult<YamlMapping> checked = ALL.read(new YamlSource("a.yaml", text.toString()));
      assertThat((checked.value() == null) != checked.problems().isEmpty())
          .as("seed %d, text %s", seed, text)
          .isTrue();
    }
  }

  @Test
  void aFileIsReadOnlyIfItIsTextOfBoundedSize() throws Exception {
    Path good = Files.writeString(folder.resolve("good.yaml"), "text: ä");
    Path large = Files.write(folder.resolve("large.yaml"), new byte[1_000_001]);
    Path latin = Files.write(folder.resolve("l.yaml"), "ä".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(YamlSource.of(good).text()).isEqualTo("text: ä");
    assertThatThrownBy(() -> YamlSource.of(large))
        .hasMessageContaining("more than 1,000,000 bytes");
    assertThatThrownBy(() -> YamlSource.of(latin)).hasMessageContaining("is not UTF-8");
    assertThatThrownBy(() -> YamlSource.of(folder)).hasMessageContaining("is a directory");
    assertThatThrownBy(() -> YamlSource.of(folder.resolve("none.yaml")))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> assertThat(e.kind()).isEqualTo(OperationException.Kind.NOT_FOUND));
  }

  @Test
  void theJsonSchemaSaysTheSameAsTheReader() {
    String schema = JsonSchema.of("All", ALL.shape());

    assertThat(schema)
        .contains("\"additionalProperties\":false")
        .contains("\"whole\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10")
        .contains("\"word\":{\"type\":\"string\",\"enum\":[\"apple\",\"pear\"]")
        .contains("\"required\":[\"count\"]")
        .contains("\"minProperties\":1,\"maxProperties\":1");
  }
}

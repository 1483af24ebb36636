package dev.cleveragents.context.code.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.code.ChunkerTest;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Parsing;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.Symbol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class SourceParserTest {

  private static final String[] ENDINGS = {
    "java", "kt", "py", "js", "ts", "tsx", "go", "rs", "c", "cpp", "cs", "rb", "php", "sh", "json",
    "md", "yaml", "toml", "sql", "txt"
  };
  private static final String[] PIECES = {
    "class A {",
    "}",
    "def f(x):",
    "\n",
    "\n\n",
    "  ",
    "/* a",
    "*/",
    "// b.",
    "# c",
    "\"",
    "'",
    "func (a *B) C(",
    ")",
    "[t]",
    "k: v",
    "- x",
    "CREATE TABLE t (",
    ";",
    "$$",
    "\0",
    "\uD800",
    "é😀",
    "import a.b;",
    "fn x() {",
    "=",
    "<a>",
    "```",
    "---",
    "\r\n",
    "template<",
    "`${",
    "@",
    "{",
    "\t"
  };

  @Test
  void noContentMakesItThrowAndEveryLineIsInAChunk() throws Exception {
    List<SourceFile> sources = new ArrayList<>();
    for (long seed = 0; seed < 600; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < random.nextInt(200); i++) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      sources.add(
          new SourceFile(
              "seed" + seed + "." + ENDINGS[random.nextInt(ENDINGS.length)], text.toString()));
    }

    List<ParsedFile> parsed = Parsing.parse(sources);

    for (int i = 0; i < sources.size(); i++) {
      SourceLines lines = new SourceLines(sources.get(i).content());
      ChunkerTest.assertCovers(lines, parsed.get(i).chunks(), sources.get(i).path());
      for (Symbol symbol : parsed.get(i).symbols()) {
        assertThat(symbol.lines().last())
            .as(sources.get(i).path() + " " + symbol)
            .isLessThanOrEqualTo(lines.count());
        assertThat(symbol.parent()).isLessThan(parsed.get(i).symbols().indexOf(symbol) + 1);
      }
    }
  }

  @Test
  void theFilesOfThisModuleAreCutAlongWhatTheyDefine() throws Exception {
    List<SourceFile> sources = own();

    List<ParsedFile> parsed = Parsing.parse(sources);

    for (int i = 0; i < sources.size(); i++) {
      SourceFile source = sources.get(i);
      ChunkerTest.assertCovers(
          new SourceLines(source.content()), parsed.get(i).chunks(), source.path());
      assertThat(parsed.get(i).bySyntax()).as(source.path()).isTrue();
      String name =
          source.path().substring(source.path().lastIndexOf('/') + 1).replace(".java", "");
      if (!name.equals("package-info")) {
        assertThat(parsed.get(i).symbols().getFirst().name()).isEqualTo(name);
      }
    }
  }

  private static List<SourceFile> own() throws IOException {
    List<SourceFile> sources = new ArrayList<>();
    try (Stream<Path> all = Files.walk(Path.of("src"))) {
      for (Path path : all.filter(file -> file.toString().endsWith(".java")).sorted().toList()) {
        String unix = path.toString().replace('\\', '/');
        if (!unix.contains("samples")) {
          sources.add(new SourceFile(unix, Files.readString(path)));
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(30);
    return sources;
  }

  @Test
  void aFileWithMistakesStillYieldsWhatCanBeHad() throws Exception {
    ParsedFile parsed =
        Parsing.parse(
            "Broken.java",
            """
            class Broken {
              void fine() { work(); }
              void broken( { ((
              int alsoFine() { return other(); }
            """);

    assertThat(parsed.bySyntax()).isTrue();
    assertThat(parsed.symbols().stream().map(Symbol::name)).contains("Broken", "fine");
    assertThat(parsed.references()).contains("work", "other");
  }

  @Test
  void whatIsNestedVeryDeepHarmsNothing() throws Exception {
    List<ParsedFile> parsed =
        Parsing.parse(
            List.of(
                new SourceFile("Deep.java", "class A {\n".repeat(20_000)),
                new SourceFile("deep.json", "[".repeat(200_000)),
                new SourceFile("deep.py", "x = " + "(".repeat(100_000)),
                new SourceFile("After.java", "class After {}")));

    assertThat(parsed.getLast().symbols()).hasSize(1);
    assertThat(parsed.getFirst().chunks()).isNotEmpty();
  }

  @Test
  void aFileThatIsTooLargeIsText() throws Exception {
    String code = "class A { int a; }\n";
    String largest = code + "/".repeat(SourceParser.LARGEST - code.length());
    assertThat(Parsing.parse("A.java", largest).bySyntax()).isTrue();

    ParsedFile parsed = Parsing.parse("A.java", largest + "/");

    assertThat(parsed.bySyntax()).isFalse();
    assertThat(parsed.symbols()).isEmpty();
    assertThat(parsed.language()).isEqualTo(Language.JAVA);
  }

  @Test
  void withoutAProcessLanguagesWithAGrammarAreText() {
    assertThat(SourceParser.parseHere(new SourceFile("A.java", "class A {}")).bySyntax()).isFalse();
    assertThat(SourceParser.parseHere(new SourceFile("a.md", "# A")).symbols()).hasSize(1);
    assertThat(SourceParser.needsProcess("a.rs")).isTrue();
    assertThat(SourceParser.needsProcess("a.md")).isFalse();
  }

  @Test
  void anEmptyFileHasNothing() throws Exception {
    for (String ending : ENDINGS) {
      ParsedFile parsed = SourceParser.parseHere(new SourceFile("a." + ending, ""));
      assertThat(parsed.chunks()).isEmpty();
    }
    assertThat(Parsing.parse("a.java", "").chunks()).isEmpty();
  }
}

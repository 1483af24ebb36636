package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.index.parse.OverlayParser;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OverlayParserTest {

  private static final CancellationToken GO = CancellationToken.none();

  private final List<String> parsed = new ArrayList<>();

  private final OverlayParser syntax =
      new OverlayParser(
          (files, _) -> {
            files.forEach(file -> parsed.add(file.path()));
            return files.stream()
                .map(
                    _ ->
                        new ParsedFile(
                            Language.JAVA, true, List.of(), List.of(), List.of(), List.of()))
                .toList();
          },
          ThreadFactories.standard());

  private List<Boolean> bySyntax(List<SourceFile> files) throws InterruptedException {
    return syntax.within(Optional.empty()).read(files, GO).stream()
        .map(ParsedFile::bySyntax)
        .toList();
  }

  @Test
  void whatWasReadBeforeStartsNoParser() throws Exception {
    SourceFile a = new SourceFile("a.java", "class A {}\n");
    SourceFile b = new SourceFile("b.java", "class B {}\n");
    assertThat(bySyntax(List.of(a))).containsExactly(true);
    assertThat(bySyntax(List.of(a, b))).containsExactly(true, true);
    assertThat(bySyntax(List.of(b, a))).containsExactly(true, true);
    assertThat(parsed).containsExactly("a.java", "b.java");
  }

  @Test
  void anotherTextOfTheSamePathIsReadAgain() throws Exception {
    bySyntax(List.of(new SourceFile("a.java", "class A {}\n")));
    bySyntax(List.of(new SourceFile("a.java", "class Other {}\n")));
    assertThat(parsed).containsExactly("a.java", "a.java");
  }

  /** Otherwise an answer would depend on what was asked before. */
  @Test
  void ofManyFilesTheSameOnesAreReadHoweverOftenIsAsked() throws Exception {
    List<SourceFile> many =
        IntStream.range(0, OverlayParser.MOST_FILES + 50)
            .mapToObj(i -> new SourceFile("f%04d.java".formatted(i), "class F%d {}\n".formatted(i)))
            .toList();
    List<Boolean> first = bySyntax(many);
    assertThat(first.subList(0, OverlayParser.MOST_FILES)).containsOnly(true);
    assertThat(first.subList(OverlayParser.MOST_FILES, many.size())).containsOnly(false);
    assertThat(bySyntax(many)).isEqualTo(first);
    assertThat(parsed).hasSize(OverlayParser.MOST_FILES);
  }

  @Test
  void ofMuchTextTheFirstIsRead() throws Exception {
    String large = "// %s\n".formatted("x".repeat(OverlayParser.MOST_CHARS / 3));
    List<SourceFile> some =
        IntStream.range(0, 4).mapToObj(i -> new SourceFile("f" + i + ".java", large)).toList();
    assertThat(bySyntax(some)).containsExactly(true, true, false, false);
  }
}

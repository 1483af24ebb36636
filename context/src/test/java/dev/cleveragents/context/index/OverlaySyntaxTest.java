package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Source;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OverlaySyntaxTest {

  private static final CancellationToken GO = CancellationToken.none();

  private final List<String> parsed = new ArrayList<>();

  private final OverlaySyntax syntax =
      new OverlaySyntax(
          (files, _) -> {
            files.forEach(file -> parsed.add(file.path()));
            return files.stream()
                .map(
                    _ ->
                        new ParsedFile(
                            Language.JAVA, true, List.of(), List.of(), List.of(), List.of()))
                .toList();
          },
          Threads.standard());

  private List<Boolean> bySyntax(List<Source> files) throws InterruptedException {
    return syntax.read(files, GO).stream().map(ParsedFile::bySyntax).toList();
  }

  @Test
  void whatWasReadBeforeStartsNoParser() throws Exception {
    Source a = new Source("a.java", "class A {}\n");
    Source b = new Source("b.java", "class B {}\n");
    assertThat(bySyntax(List.of(a))).containsExactly(true);
    assertThat(bySyntax(List.of(a, b))).containsExactly(true, true);
    assertThat(bySyntax(List.of(b, a))).containsExactly(true, true);
    assertThat(parsed).containsExactly("a.java", "b.java");
  }

  @Test
  void anotherTextOfTheSamePathIsReadAnew() throws Exception {
    bySyntax(List.of(new Source("a.java", "class A {}\n")));
    bySyntax(List.of(new Source("a.java", "class Other {}\n")));
    assertThat(parsed).containsExactly("a.java", "a.java");
  }

  /** Otherwise an answer would depend on what was asked before. */
  @Test
  void ofManyFilesTheSameOnesAreReadHoweverOftenIsAsked() throws Exception {
    List<Source> many =
        IntStream.range(0, OverlaySyntax.MOST_FILES + 50)
            .mapToObj(i -> new Source("f%04d.java".formatted(i), "class F%d {}\n".formatted(i)))
            .toList();
    List<Boolean> first = bySyntax(many);
    assertThat(first.subList(0, OverlaySyntax.MOST_FILES)).containsOnly(true);
    assertThat(first.subList(OverlaySyntax.MOST_FILES, many.size())).containsOnly(false);
    assertThat(bySyntax(many)).isEqualTo(first);
    assertThat(parsed).hasSize(OverlaySyntax.MOST_FILES);
  }

  @Test
  void ofMuchTextTheFirstIsRead() throws Exception {
    String large = "// %s\n".formatted("x".repeat(OverlaySyntax.MOST_CHARS / 3));
    List<Source> some =
        IntStream.range(0, 4).mapToObj(i -> new Source("f" + i + ".java", large)).toList();
    assertThat(bySyntax(some)).containsExactly(true, true, false, false);
  }
}

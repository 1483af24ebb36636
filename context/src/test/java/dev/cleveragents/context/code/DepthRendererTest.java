package dev.cleveragents.context.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.code.parse.SourceParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DepthRendererTest {

  private static final List<String> SAMPLES =
      List.of("Basket.java", "basket.py", "basket.go", "basket.ts", "sample.md", "sample.yaml");

  private static final Map<String, SourceFile> SOURCES = new HashMap<>();
  private static final Map<String, ParsedFile> PARSED = new HashMap<>();

  @BeforeAll
  static void parseAll() throws Exception {
    List<SourceFile> sources = new ArrayList<>();
    for (String name : SAMPLES) {
      sources.add(new SourceFile(name, resource(name + ".sample")));
    }
    List<ParsedFile> parsed = Parsing.parse(sources);
    for (int i = 0; i < SAMPLES.size(); i++) {
      SOURCES.put(SAMPLES.get(i), sources.get(i));
      PARSED.put(SAMPLES.get(i), parsed.get(i));
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = DepthRendererTest.class.getResourceAsStream("/samples/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static SourceFile source(String name) {
    return Objects.requireNonNull(SOURCES.get(name));
  }

  private static ParsedFile parsed(String name) {
    return Objects.requireNonNull(PARSED.get(name));
  }

  private static Rendered render(NodeId node, int depth) {
    return DepthRenderer.render(
            node, source(node.path()).content(), parsed(node.path()), new Depth(depth))
        .orElseThrow();
  }

  /** Every depth that the file has, each after a line that names it. */
  static String allDepths(NodeId node, String content, ParsedFile file) {
    StringBuilder all = new StringBuilder();
    for (int level = 0; level < 9; level++) {
      Depth depth = new Depth(level);
      if (DepthRenderer.possible(file, depth).equals(depth)) {
        all.append("==== ").append(level).append('\n');
        all.append(DepthRenderer.render(node, content, file, depth).orElseThrow().text())
            .append('\n');
      }
    }
    return all.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Basket.java", "basket.py", "basket.go", "basket.ts", "sample.md", "sample.yaml"})
  void aSampleLooksAtEveryDepthAsIsWrittenBesideIt(String name) throws Exception {
    assertThat(allDepths(NodeId.file(name), source(name).content(), parsed(name)))
        .isEqualTo(resource(name + ".depths"));
  }

  @Test
  void oneDefinitionIsShownAlone() {
    NodeId node = new NodeId("Basket.java", "Basket.total");

    assertThat(render(node, 0).text()).isEqualTo("Basket.java: Basket.total");
    assertThat(render(node, 2).text()).isEqualTo("Basket.java\nBasket.total()");
    assertThat(render(node, 3).text())
        .isEqualTo("Basket.java\nBasket.total() — What it all costs.");
    assertThat(render(node, 4).text())
        .isEqualTo(
            "Basket.java\npublic long total(Prices prices, Voucher voucher) — What it all costs.");
    assertThat(render(node, 9).text()).startsWith("  /** What it all costs.").endsWith("  }");
    assertThat(render(node, 9).lines()).isEqualTo(new LineRange(20, 36));
  }

  @Test
  void aTypeIsShownWithItsMembersOnly() {
    String text = render(new NodeId("Basket.java", "Basket.Line"), 4).text();

    assertThat(text)
        .isEqualTo("Basket.java\nrecord Line(String what, int count)\n  boolean isEmpty()");
  }

  @Test
  void betweenTwoDepthsItIsTheOneBelow() {
    NodeId code = NodeId.file("Basket.java");
    NodeId document = NodeId.file("sample.md");

    assertThat(render(code, 1)).isEqualTo(render(code, 0));
    assertThat(render(code, 5)).isEqualTo(render(code, 4));
    assertThat(render(code, 8).depth()).isEqualTo(Depth.OUTLINE);
    assertThat(render(document, 3)).isEqualTo(render(document, 2));
    assertThat(render(document, 8).depth()).isEqualTo(Depth.SIGNATURES);
  }

  @Test
  void theLastDepthIsTheSource() {
    for (String name : SAMPLES) {
      assertThat(render(NodeId.file(name), 9).text() + "\n").isEqualTo(source(name).content());
    }
  }

  @Test
  void namesShownAtOneDepthAreShownAtEveryDeeperOne() {
    for (String name : SAMPLES) {
      for (Symbol symbol : parsed(name).symbols()) {
        for (int depth : List.of(2, 3, 4, 6, 9)) {
          assertThat(render(NodeId.file(name), depth).text().replaceAll("[`]", ""))
              .as(name + " at " + depth)
              .contains(symbol.name());
        }
      }
    }
  }

  @Test
  void whatIsNotThereIsNotShown() {
    SourceFile source = source("Basket.java");
    ParsedFile file = parsed("Basket.java");

    assertThat(
            DepthRenderer.render(
                new NodeId("Basket.java", "Basket.gone"), source.content(), file, Depth.FULL))
        .isEmpty();
    assertThat(DepthRenderer.render(NodeId.file("a.java"), "", file, Depth.FULL)).isEmpty();
  }

  @Test
  void whatHasNoSyntaxIsShownByTheBeginningsOfItsPieces() {
    String text = "First line.\nSecond one\n" + "more\n".repeat(70) + "\nAnother. Piece\n";
    SourceFile notes = new SourceFile("notes.txt", text);
    ParsedFile file = SourceParser.parseHere(notes);
    NodeId node = NodeId.file("notes.txt");

    assertThat(DepthRenderer.render(node, text, file, Depth.LISTING).orElseThrow().text())
        .isEqualTo("notes.txt");
    assertThat(DepthRenderer.render(node, text, file, Depth.MEMBERS).orElseThrow().text())
        .isEqualTo("notes.txt\nFirst line.\nAnother. Piece");
    assertThat(DepthRenderer.render(node, text, file, Depth.SIGNATURES).orElseThrow().text())
        .isEqualTo("notes.txt\nFirst line.\nAnother.");
  }

  @Test
  void aParseOfAnotherContentHarmsNothing() {
    SourceFile source = source("Basket.java");
    ParsedFile file = parsed("Basket.java");

    for (int level = 0; level <= 9; level++) {
      assertThat(
              DepthRenderer.render(NodeId.file(source.path()), "one line", file, new Depth(level)))
          .isPresent();
      for (Symbol symbol : file.symbols()) {
        NodeId node = new NodeId(source.path(), symbol.qualifiedName());
        assertThat(DepthRenderer.render(node, "one line", file, new Depth(level))).isPresent();
      }
    }
  }
}

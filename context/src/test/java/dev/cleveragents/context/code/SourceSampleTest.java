package dev.cleveragents.context.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each language's sample, in {@code samples}, against what is written beside it. */
final class SourceSampleTest {

  private static final List<String> SAMPLES =
      List.of(
          "Sample.java",
          "sample.kt",
          "sample.py",
          "sample.js",
          "sample.ts",
          "sample.tsx",
          "sample.go",
          "sample.rs",
          "sample.c",
          "sample.cpp",
          "sample.cs",
          "sample.rb",
          "sample.php",
          "sample.sh",
          "sample.json",
          "sample.md",
          "sample.yaml",
          "sample.toml",
          "sample.sql");

  private static final Map<String, ParsedFile> PARSED = new HashMap<>();

  @BeforeAll
  static void parseAll() throws Exception {
    List<SourceFile> sources = new ArrayList<>();
    for (String name : SAMPLES) {
      sources.add(new SourceFile(name, resource(name + ".sample")));
    }
    List<ParsedFile> parsed = Parsing.parse(sources);
    for (int i = 0; i < SAMPLES.size(); i++) {
      PARSED.put(SAMPLES.get(i), parsed.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sample.java",
        "sample.kt",
        "sample.py",
        "sample.js",
        "sample.ts",
        "sample.tsx",
        "sample.go",
        "sample.rs",
        "sample.c",
        "sample.cpp",
        "sample.cs",
        "sample.rb",
        "sample.php",
        "sample.sh",
        "sample.json",
        "sample.md",
        "sample.yaml",
        "sample.toml",
        "sample.sql"
      })
  void aSampleHoldsWhatIsWrittenBesideIt(String name) throws Exception {
    assertThat(described(Objects.requireNonNull(PARSED.get(name))))
        .isEqualTo(resource(name + ".expected"));
  }

  private static String described(ParsedFile file) {
    StringBuilder text = new StringBuilder();
    text.append(file.language()).append(file.bySyntax() ? "" : " as text").append('\n');
    for (Symbol symbol : file.symbols()) {
      text.append(
          "%s %s %s%s | %s%s%n"
              .formatted(
                  symbol.kind(),
                  symbol.qualifiedName(),
                  symbol.lines(),
                  symbol.parent() < 0 ? "" : " in " + file.symbols().get(symbol.parent()).name(),
                  symbol.signature(),
                  symbol.summary().isEmpty() ? "" : " | " + symbol.summary()));
    }
    text.append("uses ").append(String.join(" ", file.references())).append('\n');
    text.append("imports ").append(String.join(" ", file.imports())).append('\n');
    return text.toString();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = SourceSampleTest.class.getResourceAsStream("/samples/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

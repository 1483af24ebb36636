package dev.cleveragents.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The map from the founding reports to the code names only what is there. */
class RacesDocumentTest {

  private static final Path ROOT = Path.of("..");
  private static final Path FEATURES = Path.of("src/test/resources/features");

  /** Classes that belong to the original or to modules still to come. */
  private static final Set<String> NOT_HERE =
      Set.of("IndexError", "ParallelStrategyExecutor", "PlanExecutionContext");

  private final String document = read(ROOT.resolve("docs/races.md"));

  @Test
  void everyClassItNamesExists() throws IOException {
    Set<String> classes;
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      classes =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.substring(0, name.length() - ".java".length()))
              .collect(Collectors.toSet());
    }
    List<String> named = all("`([A-Z][a-z]\\w+)`", document);
    assertThat(named).hasSizeGreaterThan(20);
    assertThat(named).allMatch(name -> classes.contains(name) || NOT_HERE.contains(name));
  }

  @Test
  void everyFeatureAndScenarioItNamesExists() throws IOException {
    StringBuilder scenarios = new StringBuilder();
    for (String feature : all("`(\\w+\\.feature)`", document)) {
      scenarios.append(read(FEATURES.resolve(feature)));
    }
    List<String> written = all("Scenario: (.+)", scenarios.toString());
    String cells = String.join(" ", all("scenarios? ((?:\"[^\"]+\"(?:, )?)+)", document));
    List<String> named = all("\"([^\"]+)\"", cells);
    assertThat(named).hasSizeGreaterThan(5);
    assertThat(written).containsAll(named);
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(match -> match.group(1).strip())
        .distinct()
        .toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}

package dev.cleveragents.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The map from the founding reports to the code names only what is there. */
class RacesDocumentTest {

  private static final Path ROOT = Path.of("..");

  /** The modules whose classes and scenarios it names. */
  private static final List<String> MODULES =
      List.of("kernel", "store", "exec", "context", "workspace", "engine", "runtime", "cli");

  /** Classes that belong to the original. */
  private static final Set<String> NOT_HERE = Set.of("IndexError");

  private final String document = read(ROOT.resolve("docs/races.md"));

  @Test
  void everyClassItNamesExists() throws IOException {
    Set<String> classes =
        files(".java").stream()
            .map(file -> file.getFileName().toString().replace(".java", ""))
            .collect(Collectors.toSet());
    List<String> named = all("`([A-Z][a-z]\\w+)`", document);
    assertThat(named).hasSizeGreaterThan(20);
    assertThat(named).allMatch(name -> classes.contains(name) || NOT_HERE.contains(name));
  }

  @Test
  void everyFeatureAndScenarioItNamesExists() throws IOException {
    List<String> features = all("`(\\w+\\.feature)`", document);
    StringBuilder scenarios = new StringBuilder();
    for (String feature : features) {
      assertThat(files("/" + feature)).as(feature).hasSize(1);
      scenarios.append(read(files("/" + feature).getFirst()));
    }
    List<String> written = all("Scenario(?: Outline)?: (.+)", scenarios.toString());
    String cells = String.join(" ", all("scenarios? ((?:\"[^\"]+\"(?:, )?)+)", document));
    List<String> named = all("\"([^\"]+)\"", cells);
    assertThat(named).hasSizeGreaterThan(5);
    assertThat(written).containsAll(named);
  }

  private static List<Path> files(String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
        files.filter(file -> file.toString().endsWith(ending)).forEach(found::add);
      }
    }
    return found;
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

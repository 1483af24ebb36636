package dev.cleveragents.context.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows tests by their names: what a file with the tests of another is called, and the reverse. */
final class TestNames {

  private static final Pattern IN_TEST_FOLDER =
      Pattern.compile("(?:^|/)(?:tests?|specs?|__tests__|testing)/", Pattern.CASE_INSENSITIVE);

  /** The name of what is tested, in the first group that there is. */
  private static final Pattern TEST_NAME =
      Pattern.compile(
          "(\\w+?)(?:Tests?|IT|Spec|TestCase)|Test(\\p{Lu}\\w*)|(\\w+)_(?:test|spec)|test_(\\w+)"
              + "|([\\w.-]+)\\.(?:test|spec)");

  private TestNames() {}

  /** Whether a file looks like one of tests. */
  static boolean isTest(String path) {
    return IN_TEST_FOLDER.matcher(path).find() || subject(path).isPresent();
  }

  /** What the file's name says that it tests. */
  static Optional<String> subject(String path) {
    Matcher name = TEST_NAME.matcher(ProjectPaths.stem(path));
    if (name.matches()) {
      for (int group = 1; group <= name.groupCount(); group++) {
        if (name.group(group) != null) {
          return Optional.of(name.group(group));
        }
      }
    }
    return Optional.empty();
  }

  /** Names of types that would test this file. */
  static List<String> typesTesting(String path) {
    String stem = ProjectPaths.stem(path);
    return List.of(
        stem + "Test",
        stem + "Tests",
        stem + "IT",
        stem + "Spec",
        stem + "TestCase",
        "Test" + stem);
  }

  /** Files that would test this one. */
  static List<String> filesTesting(String path) {
    String folder = ProjectPaths.folder(path);
    String stem = ProjectPaths.stem(path);
    String ending = ProjectPaths.ending(path);
    List<String> names =
        List.of(
            stem + "_test" + ending,
            "test_" + stem + ending,
            stem + ".test" + ending,
            stem + ".spec" + ending,
            stem + "_spec" + ending);
    List<String> folders = new ArrayList<>(List.of(folder));
    for (String test : List.of("tests", "test", "__tests__", "spec")) {
      folders.add(ProjectPaths.join(folder, test));
      for (String up : ProjectPaths.upwards(folder)) {
        String rest =
            up.isEmpty() ? folder : folder.substring(Math.min(folder.length(), up.length() + 1));
        String inner = rest.contains("/") ? rest.substring(rest.indexOf('/') + 1) : "";
        folders.add(ProjectPaths.join(up, test));
        folders.add(ProjectPaths.join(ProjectPaths.join(up, test), inner));
        folders.add(ProjectPaths.join(ProjectPaths.join(up, test), rest));
      }
    }
    return folders.stream()
        .map(each -> each.endsWith("/") ? each.substring(0, each.length() - 1) : each)
        .distinct()
        .flatMap(each -> names.stream().map(name -> ProjectPaths.join(each, name)))
        .toList();
  }

  /** Whether two names differ in case and underscores only. */
  static boolean same(String one, String other) {
    return plain(one).equals(plain(other));
  }

  private static String plain(String name) {
    return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }
}

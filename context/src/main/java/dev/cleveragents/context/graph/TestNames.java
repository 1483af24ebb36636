package dev.cleveragents.context.graph;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows tests by their names. */
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

  /** Whether two names differ in case and underscores only. */
  static boolean same(String one, String other) {
    return plain(one).equals(plain(other));
  }

  private static String plain(String name) {
    return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }
}

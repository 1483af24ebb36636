package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.code.NameParts;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Scores tests a little lower than the code they test, unless the request asks for tests: by a word
 * such as "test" in its question or its names, or by a test in its focus. Only the choice of the
 * lines shown depends on it, not the ranking of files.
 */
final class TestFiles {

  private static final double UNASKED = 0.8;

  private static final Set<String> ASKING =
      Set.of("test", "tests", "tested", "testing", "spec", "specs");

  private static final Pattern TEST =
      Pattern.compile(
          "(^|/)(tests?|testing|__tests__|specs?|testdata|fixtures)/"
              + "|(^|/)(test_[^/]*|conftest\\.py)$"
              + "|(_test|_spec|\\.test|\\.spec)\\.[^/.]+$"
              + "|(Tests?|IT|Spec)\\.(java|kt|cs|scala|groovy)$");

  private final boolean asked;

  private TestFiles(boolean asked) {
    this.asked = asked;
  }

  static TestFiles of(ContextRequest request) {
    String words = request.query() + " " + String.join(" ", request.entities());
    List<String> focus = request.focus().stream().map(NodeId::path).toList();
    return new TestFiles(
        NameParts.of(words).stream().anyMatch(ASKING::contains)
            || focus.stream().anyMatch(TestFiles::isTest));
  }

  /** What the score of a fragment of this file is multiplied by. */
  double factor(String path) {
    return !asked && isTest(path) ? UNASKED : 1;
  }

  static boolean isTest(String path) {
    return TEST.matcher(path).find();
  }
}

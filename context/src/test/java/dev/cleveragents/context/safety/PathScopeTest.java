package dev.cleveragents.context.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.View;
import dev.cleveragents.context.safety.PathScope.Reason;
import dev.cleveragents.context.safety.PathScope.Rules;
import dev.cleveragents.context.safety.PathScope.Sized;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a view sees of a resource. */
class PathScopeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.java | A.java | true",
        "*.java | a/b/A.java | true",
        "*.java | A.javac | false",
        "build | a/build/x/y | true",
        "build | abuild/x | false",
        "build/ | build | false",
        "build/ | a/build/x | true",
        "src/*.java | src/A.java | true",
        "src/*.java | src/a/A.java | false",
        "src/*.java | x/src/A.java | false",
        "src/**/*.java | src/A.java | true",
        "src/**/*.java | src/a/b/A.java | true",
        "src/**/test | src/a/test/b | true",
        "src/** | src/a/b | true",
        "src/** | src | false",
        "**/a | a | true",
        "**/a | b/c/a | true",
        "**/a | ba | false",
        "a?c | abc | true",
        "x/a?c | x/a/c | false",
        "x/[a-c]1 | x/b1 | true",
        "x/[!a-c]1 | x/b1 | false",
        "x/[!a-c]1 | x/d1 | true",
        "*.{java,kt} | a/b.kt | true",
        "*.{java,kt} | a/b.ts | false",
        "x/{a,b/c}/d | x/b/c/d | true",
      })
  void patterns(String glob, String path, boolean matches) {
    assertThat(Glob.parse(glob).matches(path)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1 | empty",
        "a/[bc | 3 | bracket is not closed",
        "a/b] | 4 | no bracket",
        "a/{b,c | 3 | brace is not closed",
        "a} | 2 | no brace",
        "{a,{b}} | 4 | braces cannot stand in braces",
        "/a | 1 | no name",
        "a//b | 3 | no name",
        "a/../b | 3 | leads nowhere",
        "a\\b | 2 | divided by '/'",
        "a/b** | 4 | all of a name",
        "{x,a/b**} | 7 | all of a name",
        "[z-a] | 2 | no range",
      })
  void whatIsNoPatternIsRefusedWithItsPlace(String glob, int place, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Glob.parse(glob))
        .withMessageContaining("at character " + place + ":")
        .withMessageContaining(why);
  }

  @Test
  void patternsOfEndlessChoiceOrLengthAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Glob.parse("{a,b}".repeat(7)))
        .withMessageContaining("more than 64");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Glob.parse("a".repeat(2000)))
        .withMessageContaining("too long");
  }

  @Test
  @Timeout(20)
  void noPatternTakesLong() {
    Glob stars = Glob.parse("**/" + "*a".repeat(200) + "b");
    assertThat(stars.matches("a".repeat(4000))).isFalse();
    Glob folders = Glob.parse("**/a/".repeat(100) + "b");
    assertThat(folders.matches("a/".repeat(1500) + "c")).isFalse();
  }

  @Test
  void aViewTakesWhatItDoesNotSayFromTheOneBefore() {
    PathScope scope =
        PathScope.of(
            Map.of(
                View.DEFAULT,
                Rules.NONE.seeing(List.of("src"), List.of("*.bin")).atMost(10, 100),
                View.EXECUTE,
                new Rules(
                    Optional.of(List.of("src", "docs")),
                    Optional.empty(),
                    OptionalInt.of(1),
                    OptionalLong.empty())),
            List.of());

    assertThat(scope.hides(View.STRATEGIZE, "docs/a")).contains(Reason.NOT_INCLUDED);
    assertThat(scope.hides(View.DEFAULT, "docs/a")).contains(Reason.NOT_INCLUDED);
    assertThat(scope.hides(View.EXECUTE, "docs/a")).isEmpty();
    assertThat(scope.hides(View.APPLY, "docs/a")).isEmpty();
    assertThat(scope.hides(View.APPLY, "docs/a.bin")).contains(Reason.EXCLUDED);
    assertThat(scope.select(View.STRATEGIZE, files("src/a", "src/b")).paths()).hasSize(2);
    assertThat(scope.select(View.APPLY, files("src/a", "src/b")).paths()).containsExactly("src/a");
    assertThat(scope.select(View.APPLY, List.of(new Sized("src/a", 101))).leftOut())
        .isEqualTo(Map.of(Reason.TOO_MANY_BYTES, 1));
  }

  @Test
  void limitsCountWhatIsSeenAndWhatIsLeftOut() {
    PathScope scope =
        PathScope.of(
            Map.of(View.DEFAULT, Rules.NONE.seeing(List.of(), List.of("x")).atMost(2, 25)),
            List.of("secret"));

    PathScope.Selection seen =
        scope.select(
            View.DEFAULT,
            List.of(
                new Sized("secret/a", 1),
                new Sized("x", 1),
                new Sized("a", 20),
                new Sized("b", 6),
                new Sized("c", 5),
                new Sized("d", 0)));

    assertThat(seen.paths()).containsExactly("a", "c");
    assertThat(seen.leftOut())
        .isEqualTo(
            Map.of(
                Reason.PROTECTED, 1,
                Reason.EXCLUDED, 1,
                Reason.TOO_MANY_BYTES, 1,
                Reason.TOO_MANY_FILES, 1));
    assertThat(PathScope.ALL.hides(View.APPLY, "secret/a")).isEmpty();
  }

  @Test
  void protectedFoldersAreSeenByNobodyWhateverIsIncluded() {
    PathScope scope =
        PathScope.of(
            Map.of(View.APPLY, Rules.NONE.seeing(List.of("keys/a"), List.of())), List.of("keys/"));
    assertThat(scope.hides(View.APPLY, "keys/a")).contains(Reason.PROTECTED);
  }

  @Test
  void aWrongPatternSaysWhoseItIs() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                PathScope.of(
                    Map.of(View.EXECUTE, Rules.NONE.seeing(List.of("a", "b["), List.of())),
                    List.of()))
        .withMessageStartingWith("execute include, pattern 2: 'b['");
    assertThatIllegalArgumentException().isThrownBy(() -> Rules.NONE.atMost(-1, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/a", "../a", "a/../b", "a/./b", "a//b", "a/", "a\\b", "a\0b", "C:/a", "c:"})
  void pathsThatLeadElsewhereAreRefused(String path) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResourcePath.check(path))
        .withMessageContaining("is no path of a resource");
    assertThatIllegalArgumentException().isThrownBy(() -> PathScope.ALL.hides(View.DEFAULT, path));
  }

  @Test
  void aVeryLongPathIsRefusedWithoutRepeatingIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResourcePath.check("a/".repeat(4000) + "b"))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
    assertThat(ResourcePath.check("a:b/c..d/.e")).isEqualTo("a:b/c..d/.e");
  }

  @Test
  void linksMayLeadAroundInAResourceButNotOut(@TempDir Path folder) throws Exception {
    Path root = folder.resolve("root");
    Files.createDirectories(root.resolve("a"));
    Files.writeString(folder.resolve("outside"), "no");
    Files.writeString(root.resolve("a/f"), "yes");
    Files.createSymbolicLink(root.resolve("in"), Path.of("a"));
    Files.createSymbolicLink(root.resolve("out"), Path.of("../outside"));
    Files.createSymbolicLink(root.resolve("up"), Path.of(".."));

    assertThat(ResourcePath.resolve(root, "in/f")).hasContent("yes");
    for (String path : List.of("out", "up/outside")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ResourcePath.resolve(root, path))
          .withMessageContaining("leads out");
    }
    assertThatThrownBy(() -> ResourcePath.resolve(root, "none"))
        .isInstanceOf(NoSuchFileException.class);
  }

  private static List<Sized> files(String... paths) {
    return List.of(paths).stream().map(path -> new Sized(path, 1)).toList();
  }
}

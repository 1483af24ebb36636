package dev.cleveragents.context.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.context.View;
import dev.cleveragents.context.safety.PathScope.Rules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    assertThat(scope.hiddenBy(View.STRATEGIZE, "docs/a")).contains(Reason.NOT_INCLUDED);
    assertThat(scope.hiddenBy(View.DEFAULT, "docs/a")).contains(Reason.NOT_INCLUDED);
    assertThat(scope.hiddenBy(View.EXECUTE, "docs/a")).isEmpty();
    assertThat(scope.hiddenBy(View.APPLY, "docs/a")).isEmpty();
    assertThat(scope.hiddenBy(View.APPLY, "docs/a.bin")).contains(Reason.EXCLUDED);
    ViewLimits strategize = scope.limits(View.STRATEGIZE);
    assertThat(strategize.takes("src/a", 1) && strategize.takes("src/b", 1)).isTrue();
    ViewLimits apply = scope.limits(View.APPLY);
    assertThat(apply.takes("src/a", 101)).isFalse();
    assertThat(apply.takes("src/a", 1)).isTrue();
    assertThat(apply.takes("src/b", 1)).isFalse();
    assertThat(apply.leftOut())
        .isEqualTo(Map.of(Reason.TOO_MANY_BYTES, 1, Reason.TOO_MANY_FILES, 1));
  }

  @Test
  void limitsCountWhatIsSeenAndWhatIsLeftOut() {
    PathScope scope =
        PathScope.of(
            Map.of(View.DEFAULT, Rules.NONE.seeing(List.of(), List.of("x")).atMost(2, 25)),
            List.of("secret"));

    ViewLimits limits = scope.limits(View.DEFAULT);
    assertThat(limits.takes("secret/a", 1)).isFalse();
    assertThat(limits.takes("x", 1)).isFalse();
    assertThat(limits.takes("a", 20)).isTrue();
    assertThat(limits.takes("b", 6)).isFalse();
    assertThat(limits.takes("c", 5)).isTrue();
    assertThat(limits.takes("d", 0)).isFalse();
    assertThat(limits.leftOut())
        .isEqualTo(
            Map.of(
                Reason.PROTECTED, 1,
                Reason.EXCLUDED, 1,
                Reason.TOO_MANY_BYTES, 1,
                Reason.TOO_MANY_FILES, 1));
    assertThat(PathScope.ALL.hiddenBy(View.APPLY, "secret/a")).isEmpty();
  }

  @Test
  void whatIsGoneGivesItsRoomBackAndIsNotCountedAnyMore() {
    PathScope scope =
        PathScope.of(
            Map.of(View.DEFAULT, Rules.NONE.seeing(List.of(), List.of("x")).atMost(1, 25)),
            List.of());
    ViewLimits limits = scope.limits(View.DEFAULT);
    limits.takes("a", 20);
    limits.takes("b", 20);
    limits.takes("x", 1);
    ViewLimits copy = limits.copy();
    copy.giveBack(20);
    assertThat(copy.takes("b", 26)).isFalse();
    assertThat(copy.takes("b", 25)).isTrue();
    copy.forget("x");
    copy.forget("b");
    assertThat(copy.leftOut()).isEqualTo(Map.of(Reason.TOO_MANY_BYTES, 1));
    assertThat(limits.leftOut()).isEqualTo(Map.of(Reason.EXCLUDED, 1, Reason.TOO_MANY_FILES, 1));
    assertThat(limits.takes("c", 1)).isFalse();
  }

  @Test
  void aFileOfATreeMayHaveANameThatCannotBeWritten() {
    PathScope scope =
        PathScope.of(Map.of(View.DEFAULT, Rules.NONE.seeing(List.of(), List.of("a*"))), List.of());
    assertThat(scope.limits(View.DEFAULT).takes("a\\b", 1)).isFalse();
    assertThat(scope.limits(View.DEFAULT).takes("b\\a", 1)).isTrue();
  }

  @Test
  void otherRulesHaveAnotherNameAndNoRulesNarrowNothing() {
    PathScope scope =
        PathScope.of(Map.of(View.EXECUTE, Rules.NONE.seeing(List.of(), List.of("x"))), List.of());
    assertThat(scope.narrows(View.STRATEGIZE)).isFalse();
    assertThat(scope.narrows(View.APPLY)).isTrue();
    assertThat(scope.version(View.EXECUTE)).isNotEqualTo(scope.version(View.DEFAULT));
    assertThat(scope.version(View.EXECUTE)).isEqualTo(scope.version(View.APPLY));
    PathScope folders = PathScope.of(Map.of(), List.of("keys/"));
    assertThat(folders.narrows(View.DEFAULT)).isTrue();
    assertThat(folders.version(View.DEFAULT)).isNotEqualTo(scope.version(View.DEFAULT));
  }

  @Test
  void protectedFoldersAreInNoViewWhateverIsIncluded() {
    PathScope scope =
        PathScope.of(
            Map.of(View.APPLY, Rules.NONE.seeing(List.of("keys/a"), List.of())), List.of("keys/"));
    assertThat(scope.hiddenBy(View.APPLY, "keys/a")).contains(Reason.PROTECTED);
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
}

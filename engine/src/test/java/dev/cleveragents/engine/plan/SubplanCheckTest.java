package dev.cleveragents.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.workspace.OperationException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class SubplanCheckTest {

  @Test
  void acceptsAnyOrderOfDependencies() {
    assertThatCode(
            () -> SubplanCheck.require(List.of(part("c", "b", "a"), part("a"), part("b", "a"))))
        .doesNotThrowAnyException();
  }

  @Test
  void whatASubplanDependsOnIsMergedBeforeIt() {
    assertThat(
            SubplanCheck.inOrder(
                List.of(part("d", "c"), part("a"), part("c", "b"), part("b"), part("e"))))
        .extracting(Subplan::name)
        .containsExactly("a", "b", "e", "c", "d");
  }

  @Test
  void refusesASplitThatCannotBeCarriedOut() {
    assertRefused("no parts");
    assertRefused("name 'a'", part("a"), part("a"));
    assertRefused("'bb', which is no part (did you mean 'ab'?)", part("a", "bb"), part("ab"));
    assertRefused("circle: a", part("a", "a"));
    assertRefused("circle: a, b", part("a", "b"), part("b", "a"), part("c"));
    assertRefused(
        "5,001 parts",
        IntStream.rangeClosed(0, SubplanCheck.MOST)
            .mapToObj(it -> part("p" + it))
            .toArray(Subplan[]::new));
  }

  @Test
  void refusesSubplansThatNestTooDeep() {
    assertThatCode(() -> SubplanCheck.require(List.of(nested(8)))).doesNotThrowAnyException();
    assertRefused("at most 8 levels", nested(9));
  }

  private static Subplan nested(int levels) {
    return levels == 1
        ? part("a")
        : part("a")
            .with(new Work.BySubplans(List.of(nested(levels - 1)), SubplanRules.STANDARD, null));
  }

  private static void assertRefused(String why, Subplan... parts) {
    assertThatThrownBy(() -> SubplanCheck.require(Arrays.asList(parts)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(why);
  }

  private static Subplan part(String name, String... needed) {
    return new Subplan(name, "goal", PlanFixture.command("true"), null, List.of(needed));
  }
}

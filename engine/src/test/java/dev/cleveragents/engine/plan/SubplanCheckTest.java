package dev.cleveragents.engine.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.workspace.OperationException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubplanCheckTest {

  @Test
  void acceptsAnyOrderOfDependencies() {
    assertThatCode(
            () -> SubplanCheck.require(List.of(part("c", "b", "a"), part("a"), part("b", "a"))))
        .doesNotThrowAnyException();
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

  private static void assertRefused(String why, Subplan... parts) {
    assertThatThrownBy(() -> SubplanCheck.require(Arrays.asList(parts)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(why);
  }

  private static Subplan part(String name, String... needed) {
    return new Subplan(name, "goal", PlanFixture.command("true"), null, List.of(needed));
  }
}

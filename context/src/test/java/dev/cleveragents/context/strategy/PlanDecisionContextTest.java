package dev.cleveragents.context.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Earlier plans are found by what they were about; ancestors always. */
class PlanDecisionContextTest {

  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

  private static PastPlan plan(String id, String goal, boolean ancestor) {
    return new PastPlan(
        id, goal, "applied", List.of("Use a lock"), List.of("src/" + id + ".java"), NOON, ancestor);
  }

  private static List<ContextFragment> find(ContextRequest request, PastPlan... plans) {
    return new PlanDecisionContext(() -> List.of(plans), String::length)
        .find(request, 1_000, CancellationToken.none());
  }

  @Test
  void thePlanThatSharesTheRarestWordsComesFirst() {
    List<ContextFragment> found =
        find(
            ContextRequest.about("make the retryPolicy of the client stricter", 1_000),
            plan("a", "Change the client", false),
            plan("b", "Add a retry policy to the client", false),
            plan("c", "Paint the bikeshed", false));
    assertThat(found).extracting(ContextFragment::path).containsExactly("plan/b", "plan/a");
    assertThat(found.getFirst().relevance()).isEqualTo(1);
    assertThat(found.getFirst().content())
        .isEqualTo(
            "Plan b (applied): Add a retry policy to the client\n- Use a lock\nChanged: src/b.java\n");
  }

  @Test
  void anAncestorIsShownWhateverItWasAbout() {
    List<ContextFragment> found =
        find(
            ContextRequest.about("client", 1_000),
            plan("a", "Change the client", false),
            plan("top", "Everything", true));
    assertThat(found)
        .filteredOn(fragment -> fragment.relevance() == 1)
        .extracting(ContextFragment::path)
        .contains("plan/top");
  }

  @Test
  void whatIsOlderThanAskedForIsLeftOut() {
    ContextRequest request = ContextRequest.about("client", 1_000);
    ContextRequest.Reach reach =
        new ContextRequest.Reach(2, request.reach().depth(), Optional.of(NOON));
    assertThat(find(request.withReach(reach), plan("a", "client", false))).isEmpty();
  }

  @Test
  void aLongListOfFilesIsCountedAndNotWritten() {
    PastPlan wide =
        new PastPlan(
            "w",
            "client",
            "applied",
            List.of(),
            IntStream.range(0, 25).mapToObj(i -> "f" + i).toList(),
            NOON,
            false);
    assertThat(find(ContextRequest.about("client", 1_000), wide).getFirst().content())
        .endsWith("f19 and 5 more\n");
  }

  @Test
  void withoutDecisionsItIsNotAsked() {
    PlanDecisionContext strategy = new PlanDecisionContext(List::of, String::length);
    ContextRequest request = ContextRequest.about("client", 1_000);
    assertThat(strategy.canHandle(request, Set.of(Backend.TEXT))).isZero();
    assertThat(strategy.canHandle(request, Set.of(Backend.DECISIONS))).isPositive();
    assertThat(strategy.find(request, 100, CancellationToken.none())).isEmpty();
  }
}

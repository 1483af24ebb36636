package dev.cleveragents.context.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.graph.SampleProject;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BreadthDepthNavigatorTest {

  private static final Set<Backend> ALL = Set.of(Backend.TEXT, Backend.SYNTAX);

  private SampleProject project;
  private BreadthDepthNavigator navigator;

  @BeforeAll
  void index(@TempDir Path folder) throws Exception {
    Map<String, String> files = new TreeMap<>();
    files.put(
        "Basket.java",
        """
        /** What is bought. */
        class Basket {
          long total(Prices prices) { return prices.priceOf(this); }
          void add(String what) { check(what); }
        }
        """);
    files.put(
        "Prices.java",
        """
        /** What things cost. */
        class Prices {
          /** The price. */
          long priceOf(Basket basket) { return Rounding.round(1); }
        }
        """);
    files.put(
        "Rounding.java", "class Rounding { static long round(long x) { return Far.away(x); } }\n");
    files.put("Far.java", "class Far { static long away(long x) { return x; } }\n");
    files.put("Unrelated.java", "class Unrelated { int nothing; }\n");
    project = SampleProject.of(folder, files);
    navigator = new BreadthDepthNavigator(project.graph(), String::length);
  }

  @AfterAll
  void close() throws Exception {
    project.close();
  }

  private List<ContextFragment> find(ContextRequest request) {
    return navigator.find(request, 100_000, CancellationToken.none());
  }

  private static Optional<ContextFragment> of(
      List<ContextFragment> all, String path, String symbol) {
    return all.stream()
        .filter(fragment -> fragment.node().equals(new NodeId(path, symbol)))
        .findFirst();
  }

  @Test
  void theFocusIsShownInFullAndWhatIsFartherInLessDetail() {
    ContextRequest request =
        ContextRequest.about("", 1000)
            .withFocus(List.of(new NodeId("Basket.java", "Basket.total")));

    List<ContextFragment> found = find(request);

    ContextFragment focus = found.getFirst();
    assertThat(focus.content())
        .isEqualTo("  long total(Prices prices) { return prices.priceOf(this); }");
    assertThat(focus.depth()).isEqualTo(Depth.FULL);
    assertThat(focus.provenance().why()).isEqualTo("asked for");
    ContextFragment near = of(found, "Prices.java", "Prices.priceOf").orElseThrow();
    assertThat(near.depth()).isEqualTo(Depth.SIGNATURES);
    assertThat(near.content()).isEqualTo("Prices.java\nlong priceOf(Basket basket) — The price.");
    assertThat(near.provenance().why())
        .isEqualTo("defines what is used by Basket.java#Basket.total");
    ContextFragment far = of(found, "Rounding.java", "Rounding.round").orElseThrow();
    assertThat(far.depth()).isEqualTo(Depth.MEMBERS);
    assertThat(far.provenance().why()).endsWith("2 hops away");
    assertThat(found).noneMatch(fragment -> fragment.path().equals("Unrelated.java"));
    assertThat(found).noneMatch(fragment -> fragment.path().equals("Far.java"));
  }

  @Test
  void relevanceFallsWithTheDistance() {
    ContextRequest request =
        ContextRequest.about("", 1000)
            .withFocus(List.of(new NodeId("Basket.java", "Basket.total")));

    List<ContextFragment> found = find(request);

    assertThat(found)
        .extracting(ContextFragment::relevance)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(found.getFirst().relevance()).isEqualTo(1);
    assertThat(of(found, "Rounding.java", "Rounding.round").orElseThrow().relevance())
        .isLessThan(of(found, "Prices.java", "Prices.priceOf").orElseThrow().relevance());
  }

  @Test
  void moreBreadthGoesFartherAndShowsThatItIsThere() {
    ContextRequest.Reach far = new ContextRequest.Reach(3, Depth.SUMMARIES, Optional.empty());
    ContextRequest request =
        ContextRequest.about("", 1000)
            .withFocus(List.of(new NodeId("Basket.java", "Basket.total")))
            .withReach(far);

    ContextFragment there = of(find(request), "Far.java", "Far.away").orElseThrow();

    assertThat(there.content()).isEqualTo("Far.java: Far.away");
  }

  @Test
  void entitiesAreNamesOrPaths() {
    ContextRequest byName = ContextRequest.about("", 1000).withEntities(List.of("Rounding"));
    ContextRequest byPath = ContextRequest.about("", 1000).withEntities(List.of("Rounding.java"));

    assertThat(find(byName).getFirst().node()).isEqualTo(new NodeId("Rounding.java", "Rounding"));
    assertThat(find(byPath).getFirst().node()).isEqualTo(NodeId.file("Rounding.java"));
  }

  @Test
  void namesInTheQuestionAreFoundAndPlainWordsAreNot() {
    assertThat(find(ContextRequest.about("why does priceOf fail?", 1000)).getFirst().node())
        .isEqualTo(new NodeId("Prices.java", "Prices.priceOf"));
    assertThat(find(ContextRequest.about("what about `total`", 1000)).getFirst().node())
        .isEqualTo(new NodeId("Basket.java", "Basket.total"));
    assertThat(find(ContextRequest.about("look at Rounding.java", 1000)).getFirst().node())
        .isEqualTo(NodeId.file("Rounding.java"));
    assertThat(find(ContextRequest.about("add a total and round it", 1000))).isEmpty();
  }

  @Test
  void itAnswersOnlyWhereItKnowsWhereToBegin() {
    ContextRequest vague = ContextRequest.about("make it faster", 1000);
    ContextRequest named = ContextRequest.about("make priceOf faster", 1000);

    assertThat(navigator.canHandle(vague, ALL)).isZero();
    assertThat(navigator.canHandle(named, ALL)).isEqualTo(0.6);
    assertThat(navigator.canHandle(vague.withEntities(List.of("x")), ALL)).isEqualTo(0.9);
    assertThat(navigator.canHandle(named, Set.of(Backend.TEXT))).isZero();
  }

  @Test
  void theShareBoundsWhatIsRendered() {
    ContextRequest request = ContextRequest.about("", 1000).withEntities(List.of("Basket"));

    assertThat(navigator.find(request, 1, CancellationToken.none())).hasSize(1);
    assertThat(find(request)).hasSizeGreaterThan(3);
  }

  @Test
  void theSameRequestGivesTheSame() {
    ContextRequest request = ContextRequest.about("", 1000).withEntities(List.of("Basket"));

    assertThat(find(request)).isEqualTo(find(request));
  }

  @Test
  void aCancelledRequestStops() {
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("test"));
      ContextRequest request = ContextRequest.about("", 1000).withEntities(List.of("Basket"));

      assertThatThrownBy(() -> navigator.find(request, 100, source.token()))
          .isInstanceOf(CancelledException.class);
    }
  }
}

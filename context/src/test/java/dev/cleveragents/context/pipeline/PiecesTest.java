package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Score;
import dev.cleveragents.context.Vote;
import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pieces of one file that are joined, and beginnings of files that are added. */
class PiecesTest {

  private static final TokenCounter COUNTER = TokenCounter.forModel("gpt-4o");
  private static final FragmentTexts TEXTS = new FragmentTexts(COUNTER, DepthChanger.NONE);

  private static String lines(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(line -> "line %d\n".formatted(line))
        .collect(Collectors.joining());
  }

  private static ContextFragment lines(String path, int first, int last) {
    return Sample.fragment(path, first, last, lines(first, last));
  }

  private static Included included(ContextFragment fragment, String strategy, double total) {
    return new Included(
        fragment,
        new Score(total, 0, 1, total),
        List.of(new Vote(strategy, 0, total, "why")),
        TEXTS.tokens(fragment));
  }

  private static List<Included> join(Included... packed) {
    return new AdjacentPieces(TEXTS).join(List.of(packed));
  }

  private static List<String> places(List<Included> fragments) {
    return fragments.stream()
        .map(it -> it.fragment().path() + ":" + it.fragment().lines())
        .toList();
  }

  @Test
  void piecesWithOnlyBlankLinesBetweenBecomeOne() {
    Included above = included(lines("a", 1, 5), "words", 0.2);
    Included below = included(lines("a", 8, 9), "history", 0.7);
    List<Included> joined = join(below, above);
    assertThat(places(joined)).containsExactly("a:1-9");
    Included one = joined.getFirst();
    assertThat(one.fragment().content()).isEqualTo(lines(1, 5) + "\n\n" + lines(8, 9));
    assertThat(one.fragment().content().lines()).hasSize(one.fragment().lines().length());
    assertThat(one.score().total()).isEqualTo(0.7);
    assertThat(one.votes()).extracting(Vote::strategy).containsExactly("history", "words");
    assertThat(one.tokens())
        .isEqualTo(COUNTER.count(one.text()))
        .isLessThanOrEqualTo(above.tokens() + below.tokens());
  }

  @Test
  void whatIsNotAdjacentOrNotWholeStaysApart() {
    Included one = included(lines("a", 1, 5), "s", 0.2);
    assertThat(join(one, included(lines("a", 10, 12), "s", 0.2))).hasSize(2);
    assertThat(join(one, included(lines("b", 6, 7), "s", 0.2))).hasSize(2);
    ContextFragment members =
        Sample.fragment(NodeId.file("a"), 6, 7, Depth.MEMBERS, lines(6, 7), 0.5);
    assertThat(join(one, included(members, "s", 0.2))).hasSize(2);
    ContextFragment shortened = Sample.fragment("a", 6, 9, "line 6\n");
    assertThat(join(one, included(shortened, "s", 0.2))).hasSize(2);
  }

  @Test
  void linesWithCarriageReturnsAreJoinedWithoutAnEmptyLineMore() {
    ContextFragment above = Sample.fragment("a", 1, 2, "one\r\ntwo\r\n");
    ContextFragment below = Sample.fragment("a", 3, 4, "three\r\nfour\r\n");
    List<Included> joined = join(included(above, "s", 0.2), included(below, "s", 0.2));
    assertThat(places(joined)).containsExactly("a:1-4");
    assertThat(joined.getFirst().fragment().content().lines())
        .containsExactly("one", "two", "three", "four");
  }

  @Test
  void piecesThatWouldNeedMoreTokensTogetherStayApart() {
    Included above = included(lines("a", 1, 5), "s", 0.2);
    Included below = included(lines("a", 6, 9), "s", 0.2);
    Included small = new Included(below.fragment(), below.score(), below.votes(), 1);
    assertThat(join(above, small)).containsExactly(above, small);
  }

  @Test
  void threeInARowBecomeOneAndPiecesOfOneNodeKeepItsName() {
    NodeId node = new NodeId("a", "A.m");
    Included[] pieces = new Included[3];
    for (int i = 0; i < 3; i++) {
      int first = 1 + 4 * i;
      pieces[i] =
          included(
              Sample.fragment(node, first, first + 3, Depth.FULL, lines(first, first + 3), 0.5),
              "s",
              0.1 * i);
    }
    List<Included> joined = join(pieces);
    assertThat(places(joined)).containsExactly("a:1-12");
    assertThat(joined.getFirst().fragment().node()).isEqualTo(node);
  }

  private static List<Candidate> withBeginnings(Candidate... found) {
    return new FileBeginnings(path -> Optional.of(lines(path, 1, 3))).addTo(List.of(found));
  }

  @Test
  void theBestFilesAreFoundWithTheirBeginnings() {
    Candidate[] found = new Candidate[7];
    for (int i = 0; i < found.length; i++) {
      found[i] = Sample.candidate(lines("f" + i, 10, 12), "s", 0.9 - 0.1 * i);
    }
    List<Candidate> all = withBeginnings(found);
    assertThat(all).startsWith(found).hasSize(7 + 5);
    Candidate beginning = all.get(7);
    assertThat(beginning.fragment().path()).isEqualTo("f0");
    assertThat(beginning.fragment().lines()).isEqualTo(new LineRange(1, 3));
    assertThat(beginning.gain()).isEqualTo(0.6 * 0.9);
    assertThat(all.getLast().fragment().path()).isEqualTo("f4");
  }

  @Test
  void aBeginningThatIsShownAlreadyIsNotAdded() {
    assertThat(withBeginnings(Sample.candidate(lines("a", 2, 12), "s", 0.9))).hasSize(1);
    ContextFragment listed = Sample.fragment(NodeId.file("a"), 1, 99, Depth.LISTING, "a", 0.5);
    assertThat(withBeginnings(Sample.candidate(listed, "s", 0.9))).hasSize(2);
  }

  @Test
  void anAnswerHasBeginningsAndJoinsThem() throws Exception {
    PipelineSources sources =
        Sample.sources(Sample.strategy("s", lines("a", 5, 9)))
            .withBeginnings(path -> Optional.of(lines(path, 1, 3)));
    AssembledContext answer =
        new ContextPipeline(sources, Sample.SETTINGS, Sample.executor(), COUNTER)
            .assemble(ContextRequest.about("x", 2_000), CancellationToken.none());
    assertThat(places(answer.fragments())).containsExactly("a:1-9");
    assertThat(answer.usage().tokens()).isEqualTo(COUNTER.count(answer.text()));
    assertThat(answer.strategies().getFirst().kept()).isOne();
  }
}

package dev.cleveragents.context.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArceTest {

  private static final ContextRequest REQUEST = ContextRequest.about("log in fails", 1_000);
  private static final CancellationToken NONE = CancellationToken.none();

  /** A project of files: the query finds the first, a name finds the file that is called so. */
  private final Map<String, String> files = new LinkedHashMap<>();

  private final List<String> asked = new ArrayList<>();

  private final class Lookup implements Strategy {
    private final String name;

    private Lookup(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Set<Backend> needs() {
      return Set.of(Backend.TEXT);
    }

    @Override
    public double canHandle(ContextRequest request, Set<Backend> there) {
      return 0.7;
    }

    @Override
    public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
        throws Exception {
      asked.add(name + " " + share + " " + request.entities());
      if (name.equals("fails")) {
        throw new IOException("no index");
      }
      List<ContextFragment> found = new ArrayList<>();
      files.forEach(
          (file, text) -> {
            if (request.entities().isEmpty()
                ? found.isEmpty()
                : request.entities().contains(file)) {
              found.add(fragment(file, text));
            }
          });
      return found;
    }
  }

  private static ContextFragment fragment(String file, String text) {
    return new ContextFragment(
        NodeId.file("src/" + file + ".java"),
        new LineRange(1, 3),
        Depth.FULL,
        text,
        10,
        0.4,
        new Provenance("lookup", "matches", Optional.empty()));
  }

  private Arce arce(String... names) {
    List<Strategy> others = new ArrayList<>();
    for (String name : names) {
      others.add(new Lookup(name));
    }
    return new Arce(others, Set.of(Backend.TEXT));
  }

  private static List<String> paths(List<ContextFragment> found) {
    return found.stream().map(ContextFragment::path).toList();
  }

  @Test
  void followsTheNamesThatTheBestHitsMention() throws Exception {
    files.put("LoginPage", "new SessionStore().open(); return;");
    files.put("SessionStore", "TokenCache cache = null;");
    files.put("TokenCache", "int size;");
    files.put("Unrelated", "nothing");
    List<ContextFragment> found = arce("lookup").find(REQUEST, 1_000, NONE);
    assertThat(paths(found))
        .containsExactly("src/LoginPage.java", "src/SessionStore.java", "src/TokenCache.java");
    assertThat(asked)
        .containsExactly(
            "lookup 1000 []", "lookup 1000 [SessionStore, open]", "lookup 1000 [TokenCache]");
    assertThat(found).extracting(ContextFragment::relevance).containsExactly(1.0, 0.5, 0.25);
    assertThat(found.getLast().provenance().strategy()).isEqualTo("arce");
    assertThat(found.getLast().provenance().why())
        .isEqualTo("round 3, asked for [TokenCache]: lookup: matches");
  }

  @Test
  void endsWhenNothingNewComesOrTheRoundsAreOver() throws Exception {
    files.put("LoginPage", "SessionStore");
    files.put("SessionStore", "LoginPage and TokenCache");
    files.put("TokenCache", "int size;");
    assertThat(paths(arce("lookup").find(REQUEST, 1_000, NONE))).hasSize(3);
    asked.clear();
    files.remove("SessionStore");
    assertThat(arce("lookup").find(REQUEST, 1_000, NONE)).hasSize(1);
    assertThat(asked).as("the second round found nothing").hasSize(2);
  }

  @Test
  void theSameRequestGivesTheSameAnswer() throws Exception {
    files.put("LoginPage", "SessionStore TokenCache someValue");
    files.put("TokenCache", "a");
    files.put("SessionStore", "b");
    List<ContextFragment> first = arce("one", "two").find(REQUEST, 1_000, NONE);
    assertThat(first).isEqualTo(arce("one", "two").find(REQUEST, 1_000, NONE)).hasSize(3);
  }

  @Test
  void staysInItsShare() throws Exception {
    files.put("LoginPage", "SessionStore");
    files.put("SessionStore", "TokenCache");
    files.put("TokenCache", "int size;");
    assertThat(arce("one", "two").find(REQUEST, 25, NONE)).hasSize(2);
    assertThat(asked.getFirst()).isEqualTo("one 12 []");
    assertThat(arce("one").find(REQUEST, 3, NONE)).as("one in any case").hasSize(1);
  }

  @Test
  void oneThatFailsIsLeftOutAndIfAllFailItFails() throws Exception {
    files.put("LoginPage", "int a;");
    assertThat(arce("fails", "lookup").find(REQUEST, 100, NONE)).hasSize(1);
    assertThatThrownBy(() -> arce("fails", "fails").find(REQUEST, 100, NONE))
        .isInstanceOf(IOException.class);
  }

  @Test
  void stopsWhenItIsCancelled() {
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("no"));
      assertThatThrownBy(() -> arce("lookup").find(REQUEST, 100, source.token()))
          .isInstanceOf(CancelledException.class);
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void canAnswerAsWellAsTheBestOfTheOthersThatHaveWhatTheyNeed() throws Exception {
    Arce arce = arce("lookup");
    assertThat(arce.canHandle(REQUEST, Set.of(Backend.TEXT))).isEqualTo(0.7);
    assertThat(arce.canHandle(REQUEST, Set.of(Backend.HISTORY))).isZero();
    assertThat(arce.needs()).isEmpty();
    assertThat(arce.name()).isEqualTo("arce");
    assertThat(new Arce(List.of(), Set.of()).find(REQUEST, 100, NONE)).isEmpty();
  }

  @Test
  void namesAreWordsWithAnInnerCapitalOrUnderscoreOrThatAreCalled() throws Exception {
    files.put("A", "the getUser of user_name calls save(x) and If oldName");
    ContextRequest request = ContextRequest.about("where is getUser, oldName", 1_000);

    arce("lookup").find(request, 1_000, NONE);

    assertThat(asked).containsExactly("lookup 1000 []", "lookup 1000 [save, user_name]");
  }
}

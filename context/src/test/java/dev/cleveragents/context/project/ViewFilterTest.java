package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.context.View;
import dev.cleveragents.context.Vote;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.context.safety.PathScope.Rules;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A view gets nothing about files that it does not see, from any strategy; with all parts real. */
@Timeout(300)
class ViewFilterTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final String HIDDEN = "vault/Keys.java";

  /** A word that stands in the hidden file only. */
  private static final String WORD = "zanzibar";

  @TempDir private Path folder;
  private final ContextResources resources = ContextResources.standard();

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private Git git;

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private Path root;

  @BeforeEach
  void aRepositoryWithAVault() throws Exception {
    root = Files.createDirectories(folder.resolve("shop"));
    git =
        new Git(
            new CommandRunner(
                ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
            root);
    git.run(List.of("init", "-q", "-b", "main"), GO);
    write(
        "src/Cart.java",
        "/** Opens a cart. */\nclass Cart {\n  int opening() { return new Keys().turn(); }\n}\n");
    write(HIDDEN, "class Keys {\n  int turn() { return zanzibar; }\n  int zanzibar;\n}\n");
    write("docs/cart.md", "# The opening of a cart\n\nWith keys.\n");
    commit("opening of a cart with keys");
  }

  @AfterEach
  void close() {
    resources.close();
  }

  private void write(String path, String text) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  private void commit(String message) throws Exception {
    git.run(List.of("add", "-A"), GO);
    git.run(
        List.of("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", message), GO);
  }

  /** All text and syntax is indexed. */
  private ProjectContext open(PathScope scope) throws Exception {
    ProjectContext project = ProjectContext.open(root, folder.resolve("state"), resources, scope);
    project.update(Progress.NONE, GO);
    project.updateSyntax(Progress.NONE, GO);
    return project;
  }

  private static PathScope excluding(View view, String... patterns) {
    return PathScope.of(Map.of(view, Rules.NONE.seeing(List.of(), List.of(patterns))), List.of());
  }

  private static ContextRequest question(View view) {
    return ContextRequest.about("the opening of a cart with zanzibar Keys", 4_000)
        .withEntities(List.of("Keys", HIDDEN))
        .withFocus(List.of(NodeId.file(HIDDEN), NodeId.file("src/Cart.java")))
        .withWishes(new ContextRequest.Wishes(Set.of(), view));
  }

  private static final AssemblyOptions OPTIONS = AssemblyOptions.STANDARD.reproducible();

  private static AssembledContext answer(ProjectContext project, View view, ProjectState sight)
      throws Exception {
    return project.assemble(question(view), sight, OPTIONS, GO);
  }

  /** What each strategy finds, asked by itself. */
  private static Map<String, List<ContextFragment>> found(
      ProjectContext project, ProjectState sight) throws Exception {
    return project.look(
        sight,
        OPTIONS,
        GO,
        (seen, sources) -> {
          Map<String, List<ContextFragment>> found = new HashMap<>();
          for (Strategy strategy : sources.strategies()) {
            try {
              found.put(strategy.name(), strategy.find(question(View.DEFAULT), 4_000, GO));
            } catch (Exception e) {
              throw new AssertionError(strategy.name(), e);
            }
          }
          return found;
        });
  }

  private static boolean tells(List<ContextFragment> fragments) {
    return fragments.stream()
        .anyMatch(
            it ->
                it.path().startsWith("vault")
                    || it.content().contains("vault")
                    || it.content().contains(WORD)
                    || it.provenance().why().contains("from vault"));
  }

  @Test
  void noStrategyFindsWhatIsNotSeenThoughEachWould() throws Exception {
    try (ProjectContext all = open(PathScope.ALL)) {
      Map<String, List<ContextFragment>> found = found(all, ProjectState.NEWEST);
      assertThat(found).hasSize(4);
      found.forEach((name, fragments) -> assertThat(tells(fragments)).as(name).isTrue());
    }
    try (ProjectContext narrow = open(excluding(View.DEFAULT, "vault/"))) {
      Map<String, List<ContextFragment>> found = found(narrow, ProjectState.NEWEST);
      assertThat(found).hasSize(4);
      found.forEach(
          (name, fragments) -> {
            assertThat(tells(fragments)).as("%s: %s", name, fragments).isFalse();
            assertThat(fragments).as(name).isNotEmpty();
          });
    }
  }

  @Test
  void nothingUnseenIsShownWithLessDetail() throws Exception {
    try (ProjectContext all = open(PathScope.ALL);
        ProjectContext narrow = open(excluding(View.DEFAULT, "vault/"))) {
      ContextFragment fragment =
          found(all, ProjectState.NEWEST).getOrDefault("simple-keyword", List.of()).stream()
              .filter(it -> it.path().equals(HIDDEN))
              .findFirst()
              .orElseThrow();
      for (Depth depth : List.of(Depth.LISTING, Depth.MEMBERS, Depth.SIGNATURES, Depth.FULL)) {
        assertThat(shown(all, fragment, depth)).as(depth.toString()).isPresent();
        assertThat(shown(narrow, fragment, depth)).as(depth.toString()).isEmpty();
      }
    }
  }

  private static Optional<ContextFragment> shown(
      ProjectContext project, ContextFragment fragment, Depth depth) throws Exception {
    return project.look(
        ProjectState.NEWEST, OPTIONS, GO, (seen, sources) -> sources.redepth().at(fragment, depth));
  }

  @Test
  void eachViewHasItsOwnRulesAndTheAnswerSaysWhatIsMissing() throws Exception {
    try (ProjectContext project = open(excluding(View.EXECUTE, "vault/", "*.md"))) {
      AssembledContext all = answer(project, View.DEFAULT, ProjectState.NEWEST);
      assertThat(all.text()).contains(WORD, HIDDEN);
      assertThat(all.unseen()).isEqualTo(new Unseen(View.DEFAULT, Map.of()));
      assertThat(all.versions().index()).doesNotContain("view");
      for (View view : List.of(View.EXECUTE, View.APPLY)) {
        AssembledContext some = answer(project, view, ProjectState.NEWEST);
        assertThat(some.text())
            .contains("class Cart")
            .contains("may not be shown here: 2 excluded")
            .doesNotContain("vault", "class Keys", WORD, "With keys");
        assertThat(some.fragments())
            .flatExtracting(Included::votes)
            .extracting(Vote::why)
            .as("no strategy looks from there either")
            .noneMatch(why -> why.contains("vault"));
        assertThat(some.ranking()).contains("src/Cart.java").doesNotContain(HIDDEN);
        assertThat(some.excluded())
            .extracting(it -> it.fragment().path())
            .doesNotContain(HIDDEN, "docs/cart.md");
        assertThat(some.unseen()).isEqualTo(new Unseen(view, Map.of(Reason.EXCLUDED, 2)));
        assertThat(some.versions().index()).contains(" view " + view);
      }
      assertThat(project.search(WORD, View.EXECUTE, 9)).isEmpty();
      assertThat(project.search(WORD, 9)).extracting(Hit::path).containsExactly(HIDDEN);
      assertThat(project.unseen(View.APPLY).count()).isEqualTo(2);
    }
  }

  @Test
  void whatAPlanHasChangedIsSeenByTheSameRules() throws Exception {
    String before = git.text(GO, "rev-parse", "HEAD").strip();
    write(HIDDEN, "class Keys {}\n");
    write("src/Price.java", "class Price {}\n");
    commit("no secrets any more");
    Map<String, Optional<byte[]>> changed =
        Map.of(
            "vault/New.java", bytes("class New { int zanzibar; }\n"),
            "src/Opening.java", bytes("class Opening { int cart; }\n"),
            "src/Price.java", Optional.empty());
    try (ProjectContext project = open(excluding(View.STRATEGIZE, "vault/"))) {
      for (ProjectState sight :
          List.of(
              ProjectState.of(before),
              new ProjectState(Optional.empty(), changed),
              new ProjectState(Optional.of(before), changed))) {
        assertThat(answer(project, View.DEFAULT, sight).text()).contains(WORD);
        AssembledContext answer = answer(project, View.EXECUTE, sight);
        assertThat(answer.text()).contains("class Cart").doesNotContain("vault", WORD);
        boolean news = sight.changed().containsKey("src/Opening.java");
        assertThat(answer.text().contains("class Opening")).isEqualTo(news);
        assertThat(answer.unseen().files()).isEqualTo(Map.of(Reason.EXCLUDED, news ? 2 : 1));
      }
    }
  }

  private static Optional<byte[]> bytes(String text) {
    return Optional.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static PathScope atMost(int files, long bytes) {
    return PathScope.of(
        Map.of(
            View.DEFAULT,
            new Rules(
                Optional.empty(),
                Optional.of(List.of("docs/")),
                OptionalInt.of(files),
                OptionalLong.of(bytes))),
        List.of());
  }

  @Test
  void limitsHoldForTheIndexAndWhatIsLaidOverIt() throws Exception {
    try (ProjectContext project = open(atMost(1, 1_000))) {
      assertThat(paths(project, Map.of())).containsExactly("src/Cart.java");
      assertThat(paths(project, Map.of("a.txt", bytes("new")))).containsExactly("src/Cart.java");
      assertThat(paths(project, Map.of("a.txt", bytes("new"), "src/Cart.java", Optional.empty())))
          .containsExactly("a.txt");
      assertThat(
              paths(project, Map.of("b.txt", bytes("new"), "src/Cart.java", bytes("class A {}"))))
          .containsExactly("b.txt");
      assertThat(paths(project, Map.of(HIDDEN, bytes("class Keys { int more; }"))))
          .containsExactly("src/Cart.java");
      assertThat(project.unseen(View.DEFAULT).files())
          .isEqualTo(Map.of(Reason.EXCLUDED, 1, Reason.TOO_MANY_FILES, 1));
    }
    try (ProjectContext project = open(atMost(9, 80))) {
      assertThat(paths(project, Map.of())).containsExactly(HIDDEN);
      assertThat(paths(project, Map.of("a.txt", bytes("x".repeat(20))))).containsExactly(HIDDEN);
      assertThat(paths(project, Map.of(HIDDEN, bytes("y"), "a.txt", bytes("x".repeat(79)))))
          .containsExactly("a.txt", HIDDEN);
      assertThat(project.unseen(View.DEFAULT).files())
          .isEqualTo(Map.of(Reason.EXCLUDED, 1, Reason.TOO_MANY_BYTES, 1));
    }
  }

  private static List<String> paths(ProjectContext project, Map<String, Optional<byte[]>> changed)
      throws Exception {
    return project.look(
        new ProjectState(Optional.empty(), changed), OPTIONS, GO, (seen, sources) -> seen.paths());
  }

  @Test
  void whatAViewSeesIsFoundOutOnceForAStateAndStaysWithThoseWhoHaveIt() throws Exception {
    ViewFilter scoped = new ViewFilter(excluding(View.EXECUTE, "vault/"));
    try (ProjectContext project = open(PathScope.ALL)) {
      assertThat(
              project.<List<String>>look(
                  ProjectState.NEWEST,
                  OPTIONS,
                  GO,
                  (whole, sources) -> {
                    try (VisibleState first = scoped.see(View.EXECUTE, whole);
                        VisibleState again = scoped.see(View.EXECUTE, whole);
                        VisibleState other = scoped.see(View.APPLY, whole);
                        VisibleState all = scoped.see(View.DEFAULT, whole)) {
                      assertThat(first.snapshot().isSameAs(again.snapshot())).isTrue();
                      assertThat(first.snapshot().isSameAs(other.snapshot())).isFalse();
                      assertThat(all.snapshot().isSameAs(whole)).isTrue();
                      scoped.close();
                      return first.snapshot().paths();
                    }
                  }))
          .containsExactly("docs/cart.md", "src/Cart.java");
    }
  }

  @Test
  void aLaterCommitIsSeenByTheRulesToo() throws Exception {
    try (ProjectContext project = open(excluding(View.DEFAULT, "vault/"))) {
      assertThat(project.search("cart", 9)).isNotEmpty();
      write("vault/More.java", "class More { int cart; int zanzibar; }\n");
      write("src/More.java", "class More { int cart; }\n");
      commit("more");
      project.update(Progress.NONE, GO);
      assertThat(project.search(WORD, 9)).isEmpty();
      assertThat(project.search("more", 9)).extracting(Hit::path).containsExactly("src/More.java");
      assertThat(project.unseen(View.DEFAULT).count()).isEqualTo(2);
    }
  }
}

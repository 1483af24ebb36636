package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.ContextRequest.Wishes;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.pipeline.BudgetTooSmallException;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A repository is asked about, with everything real. */
@Timeout(300)
class ProjectContextTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir private Path folder;
  private final ContextResources resources = ContextResources.standard();

  @SuppressWarnings("NullAway.Init") // Opened before each test.
  private ProjectContext project;

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private Git git;

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private Path root;

  @BeforeEach
  void aRepository() throws Exception {
    root = Files.createDirectories(folder.resolve("shop"));
    git =
        new Git(
            new CommandRunner(
                ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
            root);
    git.run(List.of("init", "-q", "-b", "main"), GO);
    write(
        "Cart.java",
        "/** Holds things. */\nclass Cart {\n  int total() { return new Price().sum(); }\n}\n");
    write("Price.java", "class Price {\n  int sum() { return 1; }\n}\n");
    write("README.md", "# Shop\n\nSells things.\n");
    commit("the shop");
    project = ProjectContext.open(root, folder.resolve("state"), resources);
  }

  @AfterEach
  void close() throws Exception {
    project.close();
    resources.close();
  }

  private void write(String path, String text) throws Exception {
    Files.writeString(root.resolve(path), text);
  }

  private void commit(String message) throws Exception {
    git.run(List.of("add", "-A"), GO);
    git.run(
        List.of(
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            message),
        GO);
  }

  /** Without deadlines: on a busy machine a strategy that is well may be late. */
  private static AssembledContext answer(
      ProjectContext asked, ContextRequest request, ProjectState sight) throws Exception {
    return asked.assemble(request, sight, AssemblyOptions.STANDARD.reproducible(), GO);
  }

  private String text(String question, ProjectState sight) throws Exception {
    return answer(project, ContextRequest.about(question, 4_000), sight).text();
  }

  @Test
  void historyEndsWhereTheIndexedTreeDoes() throws Exception {
    project.update(Progress.NONE, GO);
    write("Price.java", "class Price {\n  int sum() { return 2; }\n}\n");
    commit("zebra crossing");

    assertThat(whys("zebra crossing")).noneMatch(why -> why.contains("zebra crossing"));

    project.update(Progress.NONE, GO);
    assertThat(whys("zebra crossing")).anyMatch(why -> why.contains("zebra crossing"));
  }

  private List<String> whys(String question) throws Exception {
    return answer(project, ContextRequest.about(question, 4_000), ProjectState.NEWEST)
        .fragments()
        .stream()
        .flatMap(each -> each.votes().stream())
        .map(vote -> vote.why())
        .toList();
  }

  @Test
  void whatIsCommittedIsFoundAndWhatIsNotIsNot() throws Exception {
    write("Draft.java", "class Draft { int total; }\n");
    assertThat(project.update(Progress.NONE, GO).outcome()).isEqualTo(UpdateResult.Outcome.UPDATED);
    assertThat(project.search("total", 5)).extracting(Hit::path).containsExactly("Cart.java");
    commit("a draft");
    project.update(Progress.NONE, GO);
    assertThat(project.search("total", 5))
        .extracting(Hit::path)
        .containsExactlyInAnyOrder("Cart.java", "Draft.java");
  }

  @Test
  void theGraphLeadsFromAUseToItsDefinitionOnceTheSyntaxIsKnown() throws Exception {
    project.update(Progress.NONE, GO);
    assertThat(navigator()).isEqualTo(StrategyOutcome.NOT_ASKED);
    project.updateSyntax(Progress.NONE, GO);
    assertThat(project.status().syntax().bySyntax()).isEqualTo(3);
    assertThat(navigator()).isEqualTo(StrategyOutcome.OK);
    assertThat(answer(project, CART, ProjectState.NEWEST).text()).contains("int sum()");
  }

  private static final ContextRequest CART =
      ContextRequest.about("total of the Cart", 4_000)
          .withFocus(List.of(NodeId.file("Cart.java")))
          .withWishes(new Wishes(Set.of("breadth-depth-navigator"), View.DEFAULT));

  private StrategyOutcome navigator() throws Exception {
    return answer(project, CART, ProjectState.NEWEST).strategies().stream()
        .filter(report -> report.name().equals("breadth-depth-navigator"))
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  @Test
  void anOlderCommitIsSeenAsItWas() throws Exception {
    String before = git.text(GO, "rev-parse", "HEAD");
    Files.delete(root.resolve("Price.java"));
    write("Tax.java", "class Tax { int vatRate; }\n");
    commit("taxes instead");
    project.update(Progress.NONE, GO);
    assertThat(text("vatRate and sum", ProjectState.NEWEST))
        .contains("vatRate")
        .doesNotContain("sum() {");
    assertThat(text("vatRate and sum", ProjectState.of(before)))
        .contains("int sum()")
        .doesNotContain("int vatRate");
  }

  @Test
  void aPrivateCopyIsSeenWithItsChanges() throws Exception {
    project.update(Progress.NONE, GO);
    ProjectState copy =
        new ProjectState(
            Optional.of("HEAD"),
            Map.of(
                "Cart.java", Optional.empty(),
                "Basket.java",
                    Optional.of("class Basket { int total; }\n".getBytes(StandardCharsets.UTF_8))));
    assertThat(text("total", copy)).contains("class Basket").doesNotContain("class Cart");
    assertThat(text("total", ProjectState.NEWEST))
        .contains("class Cart")
        .doesNotContain("class Basket");
  }

  @Test
  void theSymbolsOfAPrivateCopyAreKnown() throws Exception {
    project.update(Progress.NONE, GO);
    project.updateSyntax(Progress.NONE, GO);
    String basket = "class Basket {\n  int total() { return new Price().sum(); }\n}\n";
    ProjectState copy =
        new ProjectState(
            Optional.of("HEAD"),
            Map.of("Basket.java", Optional.of(basket.getBytes(StandardCharsets.UTF_8))));
    List<String> defining =
        project.look(
            copy,
            AssemblyOptions.STANDARD.reproducible(),
            GO,
            (seen, _) -> seen.pathsDefining("Basket.total"));
    assertThat(defining).containsExactly("Basket.java");
    ContextRequest request =
        ContextRequest.about("what it leads to", 4_000)
            .withFocus(List.of(new NodeId("Basket.java", "Basket")))
            .withWishes(new Wishes(Set.of("breadth-depth-navigator"), View.DEFAULT));
    assertThat(answer(project, request, copy).text()).contains("int sum()");
  }

  @Test
  void noSecretGetsIntoTheIndexNorIsItLaidOverIt() throws Exception {
    String key = "AKIA" + "Q3EGRIZ7VXTOMWKB";
    write("deploy.py", "client = connect('" + key + "')\n");
    commit("deploy");
    project.update(Progress.NONE, GO);
    String found = text("connect the client", ProjectState.NEWEST);
    assertThat(found).contains("client = connect").doesNotContain(key);
    assertThat(project.search(key, 5)).isEmpty();
    byte[] changed = "a gauge for '%s'\n".formatted(key).getBytes(StandardCharsets.UTF_8);
    ProjectState copy =
        new ProjectState(Optional.of("HEAD"), Map.of("gauge.txt", Optional.of(changed)));
    assertThat(text("a gauge", copy)).contains("a gauge for").doesNotContain(key);
  }

  @Test
  void everyStrategyIsNamedWhetherItWasAskedOrNot() throws Exception {
    project.update(Progress.NONE, GO);
    AssembledContext answer =
        project.assemble(
            ContextRequest.about("total of the Cart", 4_000),
            ProjectState.NEWEST,
            AssemblyOptions.STANDARD.reproducible(),
            GO);
    assertThat(answer.strategies())
        .extracting(report -> report.name() + ": " + report.outcome())
        .contains(
            "simple-keyword: ok",
            "breadth-depth-navigator: not asked",
            "temporal-archaeology: ok",
            "arce: not asked");
    assertThat(answer.usage().tokens()).isLessThanOrEqualTo(4_000);
  }

  @Test
  void anAnswerWithoutDeadlinesCanBeMadeAgain() throws Exception {
    project.update(Progress.NONE, GO);
    project.updateSyntax(Progress.NONE, GO);
    ContextRequest request = ContextRequest.about("total of the Cart", 500);
    assertThat(answer(project, request, ProjectState.NEWEST))
        .isEqualTo(answer(project, request, ProjectState.NEWEST));
  }

  @Test
  void whatIsWrongIsSaid() throws Exception {
    project.update(Progress.NONE, GO);
    assertThatThrownBy(() -> text("total", ProjectState.of("no-such-branch")))
        .isInstanceOf(GitException.class);
    assertThatThrownBy(() -> project.assemble(ContextRequest.about("total", 5), GO))
        .isInstanceOf(BudgetTooSmallException.class);
    assertThat(project.assemble(ContextRequest.about("total", 0), GO).text()).isEmpty();
  }

  @Test
  void aRepositoryWithNothingInItYetIsEmptyAndIsNotWrittenTo() throws Exception {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    git.in(empty).run(List.of("init", "-q"), GO);
    try (ProjectContext nothing =
        ProjectContext.open(empty, folder.resolve("empty-state"), resources)) {
      nothing.update(Progress.NONE, GO);
      assertThat(nothing.search("total", 5)).isEmpty();
      assertThat(nothing.assemble(ContextRequest.about("total", 500), GO).fragments()).isEmpty();
    }
    assertThat(git.in(empty).text(GO, "count-objects")).startsWith("0 objects");
  }

  @Test
  void ofABareRepositoryWhatIsCommittedIsSeenAndNotGitsOwnFiles() throws Exception {
    Path bare = folder.resolve("shop.git");
    git.run(List.of("clone", "-q", "--bare", root.toString(), bare.toString()), GO);
    Files.createDirectories(bare.resolve("hooks"));
    Files.writeString(bare.resolve("hooks").resolve("total.sample"), "the total of hooks\n");
    try (ProjectContext shop = ProjectContext.open(bare, folder.resolve("bare-state"), resources)) {
      assertThat(shop.isRepository()).isTrue();
      shop.update(Progress.NONE, GO);
      assertThat(shop.search("total", 5)).extracting(Hit::path).containsExactly("Cart.java");
      assertThat(
              answer(shop, ContextRequest.about("the shop", 500), ProjectState.NEWEST).strategies())
          .anyMatch(
              report ->
                  report.name().equals("temporal-archaeology")
                      && report.outcome() == StrategyOutcome.OK);
    }
  }

  @Test
  void aPlainFolderIsSeenAsItIsNow() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(plain.resolve("notes.txt"), "the total of all notes\n");
    try (ProjectContext notes =
        ProjectContext.open(plain, folder.resolve("plain-state"), resources)) {
      assertThat(notes.isRepository()).isFalse();
      notes.update(Progress.NONE, GO);
      assertThat(notes.search("total", 5)).extracting(Hit::path).containsExactly("notes.txt");
      assertThat(answer(notes, ContextRequest.about("total", 500), ProjectState.NEWEST).text())
          .contains("the total of all notes");
    }
  }
}

package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.context.safety.PathScope.Rules;
import dev.cleveragents.context.safety.ViewLimits;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * For trees, changes and rules by chance: nothing of an answer is of a file that its view does not
 * see. Every file has a number of its own, in its name and in its text, by which it is known.
 */
@Timeout(600)
class ScopePropertyTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final int ROUNDS = Boolean.getBoolean("exhaustive") ? 6 : 3;
  private static final int QUESTIONS = 8;
  private static final List<String> FOLDERS = List.of("", "a/", "a/b/", "src/", "src/a/", "x/y/z/");
  private static final List<String> ENDINGS = List.of("java", "md", "txt", "py");
  private static final List<String> WORDS = List.of("cart", "price", "total", "open", "retry");
  private static final List<String> PATTERNS =
      List.of("a/", "*.java", "src/**", "**/a", "*[1-4].*", "x", "a/b/*", "*.{md,py}", "src/a");

  @TempDir private Path folder;
  private final ContextResources resources = ContextResources.standard();

  @AfterEach
  void close() {
    resources.close();
  }

  @Test
  void nothingOfAnAnswerIsOfAFileThatItsViewDoesNotSee() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Path root = Files.createDirectories(folder.resolve("tree" + round));
      Map<String, String> tree = tree(root, random);
      PathScope scope = scope(random);
      try (ProjectContext project =
          ProjectContext.open(root, folder.resolve("state" + round), resources, scope)) {
        project.update(Progress.NONE, GO);
        if (random.nextBoolean()) {
          project.updateSyntax(Progress.NONE, GO);
        }
        for (int i = 0; i < QUESTIONS; i++) {
          ask(project, scope, tree, random, "seed %d, round %d, %d".formatted(seed, round, i));
        }
      }
    }
  }

  private static void ask(
      ProjectContext project, PathScope scope, Map<String, String> tree, Random random, String as)
      throws Exception {
    List<View> views = List.of(View.values());
    View view = views.get(random.nextInt(views.size()));
    Map<String, String> state = new TreeMap<>(tree);
    Map<String, Optional<byte[]>> changed = new HashMap<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      int number = 100 * i + random.nextInt(100);
      String path = random.nextBoolean() ? path(number, random) : one(tree.keySet(), random);
      Optional<String> text =
          random.nextInt(3) == 0 ? Optional.empty() : Optional.of(text(numberOf(path), random));
      changed.put(path, text.map(it -> it.getBytes(StandardCharsets.UTF_8)));
      text.ifPresentOrElse(it -> state.put(path, it), () -> state.remove(path));
    }
    List<String> all = new ArrayList<>(tree.keySet());
    all.addAll(state.keySet());
    ContextRequest request =
        ContextRequest.about(one(WORDS, random) + " Total" + random.nextInt(40), 20_000)
            .withEntities(List.of(one(all, random)))
            .withFocus(List.of(NodeId.file(one(all, random))))
            .forView(view);
    AssembledContext answer =
        project.assemble(
            request,
            new ProjectState(Optional.empty(), changed),
            AssemblyOptions.STANDARD.reproducible(),
            GO);
    Set<String> shown = new TreeSet<>(answer.ranking());
    answer.fragments().stream().map(Included::fragment).forEach(it -> shown.add(it.path()));
    answer.excluded().stream().map(Excluded::fragment).forEach(it -> shown.add(it.path()));
    assertThat(shown).as(as).allMatch(path -> scope.hiddenBy(view, path).isEmpty());
    for (String path : all) {
      if (scope.hiddenBy(view, path).isPresent()) {
        String number = numberOf(path);
        assertThat(answer.text()).as(as).doesNotContain("f" + number + ".", "Total" + number + " ");
      }
    }
    within(scope, view, shown, state, as);
  }

  /** No more files than the view may see, and no more bytes. */
  private static void within(
      PathScope scope, View view, Set<String> shown, Map<String, String> state, String as) {
    assertThat(state.keySet()).as(as).containsAll(shown);
    ViewLimits limits = scope.limits(view);
    assertThat(shown)
        .as(as)
        .allMatch(path -> limits.takes(path, state.getOrDefault(path, "").length()));
  }

  private static PathScope scope(Random random) {
    Map<View, Rules> rules = new EnumMap<>(View.class);
    for (View view : View.values()) {
      rules.put(
          view,
          new Rules(
              random.nextInt(3) == 0 ? Optional.of(patterns(random)) : Optional.empty(),
              random.nextInt(2) == 0 ? Optional.of(patterns(random)) : Optional.empty(),
              random.nextInt(4) == 0 ? OptionalInt.of(random.nextInt(12)) : OptionalInt.empty(),
              random.nextInt(4) == 0
                  ? OptionalLong.of(random.nextInt(900))
                  : OptionalLong.empty()));
    }
    return PathScope.of(rules, random.nextInt(3) == 0 ? patterns(random) : List.of());
  }

  private static List<String> patterns(Random random) {
    return Stream.generate(() -> one(PATTERNS, random)).limit(1 + random.nextInt(2)).toList();
  }

  /** Files in three commits. */
  private static Map<String, String> tree(Path root, Random random) throws Exception {
    Git git =
        new Git(
            new CommandRunner(
                ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
            root);
    git.run(List.of("init", "-q", "-b", "main"), GO);
    Map<String, String> tree = new TreeMap<>();
    for (int number = 10; number < 40; number++) {
      String path = path(number, random);
      String text = text("" + number, random);
      tree.put(path, text);
      Files.createDirectories(root.resolve(path).resolveSibling("."));
      Files.writeString(root.resolve(path), text);
      if (number % 10 == 9) {
        git.run(List.of("add", "-A"), GO);
        git.run(
            List.of(
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@b",
                "commit",
                "-q",
                "-m",
                one(WORDS, random) + " " + one(WORDS, random)),
            GO);
      }
    }
    return tree;
  }

  private static String path(int number, Random random) {
    return one(FOLDERS, random) + "f" + number + "." + one(ENDINGS, random);
  }

  private static String numberOf(String path) {
    return path.replaceAll(".*f(\\d+)\\..*", "$1");
  }

  private static String text(String number, Random random) {
    return "class Total%s {\n  int %s() { return new Total%d().%s(); }\n}\n"
        .formatted(number, one(WORDS, random), 10 + random.nextInt(30), one(WORDS, random));
  }

  private static String one(Collection<String> of, Random random) {
    return List.copyOf(of).get(random.nextInt(of.size()));
  }
}

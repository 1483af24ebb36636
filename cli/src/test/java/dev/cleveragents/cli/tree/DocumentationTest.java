package dev.cleveragents.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.settings.GlobalOptions;
import dev.cleveragents.cli.settings.Settings;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.runtime.settings.SettingKey;
import dev.cleveragents.workspace.sandbox.SharedPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Checks every Markdown page: its command lines parse, its YAML is valid, its links lead somewhere,
 * and the classes and messages it names exist. Checks the picture of the README, too. Pages of
 * evidence keep the class names of their day.
 */
class DocumentationTest {

  private static final Path ROOT = Path.of("..");

  private static final Pattern CODE = Pattern.compile("(?s)```.*?\n(.*?)```|`([^`\n]+)`");
  private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");
  private static final Pattern COMMAND = Pattern.compile("(?:\\./)?agents (.*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"((?:\\\\.|[^\"])*)\"|(\\S+)");
  private static final Pattern END = Pattern.compile("#|\\||&|>");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"\n]+)\"");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]*)(#[^)\\s]*)?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w+)(?:\\.\\w+)?`");
  private static final Pattern HOME_PATH = Pattern.compile("`~/([^`]+)`");
  private static final Pattern CHOSEN_TESTS = Pattern.compile("-D(?:it\\.)?test=([\\w,]+)");

  /** Pages that record runs of an earlier day. */
  private static final Set<String> EVIDENCE =
      Set.of("docs/evidence/mutation.md", "docs/evidence/no-loss.md", "bench/earlier.md");

  /**
   * Classes of Python and of a library that an ADR compares, and words that only look like some.
   */
  private static final Set<String> NOT_OURS =
      Set.of(
          "IndexError",
          "MyersDiff",
          "MyersDiffWithLinearSpace",
          "None",
          "Orders",
          "PostgreSQL",
          "RssAnon",
          "VmRSS");

  @Test
  void everyCommandLineParses() {
    List<String> wrong = new ArrayList<>();
    int count = 0;
    for (String page : pages()) {
      for (MatchResult code : all(CODE, read(page))) {
        boolean block = code.group(1) != null;
        for (String line : (block ? code.group(1) : code.group(2)).lines().toList()) {
          Optional<String> command = command(line);
          if (command.isPresent()) {
            count++;
            problem(command.get(), block).ifPresent(why -> wrong.add(page + ": " + line + why));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(count).isGreaterThan(100);
  }

  @Test
  void everyYamlExampleIsValid(@TempDir Path folder) throws IOException {
    TestCli cli = new TestCli(folder);
    Path file = folder.resolve("example.yaml");
    List<String> invalid = new ArrayList<>();
    for (String page : pages()) {
      for (MatchResult example : all(YAML, read(page))) {
        Files.writeString(file, example.group(1));
        boolean valid =
            DefinitionKind.ALL.stream()
                .map(kind -> cli.run(kind.toString(), "validate", file.toString()))
                .anyMatch(run -> run.exitCode() == 0 || namesOthersOnly(run));
        if (!valid) {
          invalid.add(page + ": " + example.group(1));
        }
      }
    }
    assertThat(invalid).isEmpty();
  }

  /** An example may name an actor of the reader's own. */
  private static boolean namesOthersOnly(TestCli.Run run) {
    return run.out().lines().allMatch(line -> line.contains(": there is no "));
  }

  @Test
  void everyLinkLeadsSomewhere() {
    List<String> broken = new ArrayList<>();
    for (String page : pages()) {
      for (MatchResult link : all(LINK, withoutCode(read(page)))) {
        Path file = ROOT.resolve(page);
        Path target = link.group(1).isEmpty() ? file : file.resolveSibling(link.group(1));
        String anchor = link.group(2);
        if (!Files.exists(target)
            || (anchor != null && !anchors(target).contains(anchor.substring(1)))) {
          broken.add(page + ": " + link.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyClassExists() throws IOException {
    Set<String> classes = classes();
    List<String> missing = new ArrayList<>();
    for (String page : pages()) {
      String text = read(page);
      Stream<String> named = all(CLASS, text).stream().map(match -> match.group(1));
      Stream<String> chosen =
          all(CHOSEN_TESTS, text).stream()
              .flatMap(it -> Pattern.compile(",").splitAsStream(it.group(1)));
      Stream.concat(named, chosen)
          .filter(name -> !classes.contains(name) && !NOT_OURS.contains(name))
          .filter(_ -> !EVIDENCE.contains(page))
          .forEach(name -> missing.add(page + ": " + name));
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyMessageInTheTroubleshootingGuideIsPrinted() throws IOException {
    StringBuilder sources = new StringBuilder();
    for (Path source : sources().stream().filter(it -> it.toString().contains("/main/")).toList()) {
      sources.append(Files.readString(source).replaceAll("\"\\s*\\+\\s*\"", ""));
    }
    String text = sources.toString();
    List<String> messages =
        all(QUOTED, read("docs/guide/trouble.md")).stream()
            .flatMap(quoted -> Pattern.compile("…").splitAsStream(quoted.group(1)))
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .toList();

    assertThat(messages).isNotEmpty().allMatch(text::contains);
  }

  @Test
  void everyFolderThatSecurityCallsWritableIsShared() {
    Path home = Path.of("/home/you");
    Set<Path> shared = Set.copyOf(SharedPaths.defaults(home).all());
    String limits = read("SECURITY.md").split("## What is not promised", 2)[1];
    List<Path> named =
        all(HOME_PATH, limits).stream().map(path -> home.resolve(path.group(1))).toList();

    assertThat(named).hasSizeGreaterThan(10).allMatch(shared::contains);
  }

  /** When this fails, record the picture again: {@code build/picture.sh}. */
  @Test
  void thePictureOfARunShowsTheQuestionOfTodayAndTheCommit() {
    assertThat(read("docs/run.svg"))
        .contains(
            ApprovalRequest.before(PlanPhase.APPLY).text() + " [y/N/d for the diff] y",
            " applied ",
            ">$ git log --oneline",
            "undo with",
            "(HEAD -&gt; main)");
  }

  /** The arguments of the command line of ours that the line begins with. */
  private static Optional<String> command(String line) {
    return Optional.of(COMMAND.matcher(line.strip()))
        .filter(matcher -> matcher.lookingAt() && !matcher.group(1).startsWith("["))
        .map(matcher -> matcher.group(1).replace("…", ""));
  }

  /** What is wrong with a command; in running text only its name and its options count. */
  private static Optional<String> problem(String command, boolean complete) {
    List<String> words =
        all(WORD, command).stream()
            .takeWhile(word -> !END.matcher(word.group()).lookingAt())
            .map(word -> Stream.of(word.group(1), word.group(2), word.group(3)))
            .map(groups -> groups.filter(group -> group != null).findFirst().orElseThrow())
            .toList();
    String[] arguments = words.toArray(String[]::new);
    try {
      CommandTree.parse(new GlobalOptions(), arguments);
    } catch (ParameterException e) {
      boolean counts = complete || e instanceof UnmatchedArgumentException;
      return counts ? Optional.of(": " + e.getMessage()) : Optional.empty();
    }
    boolean setting = words.size() > 2 && words.getFirst().equals("config");
    return setting && !words.get(2).equals("KEY") && !isKey(words.get(2))
        ? Optional.of(": no such setting")
        : Optional.empty();
  }

  private static boolean isKey(String name) {
    return Settings.KEYS.stream().map(SettingKey::name).anyMatch(name::equals);
  }

  private static Set<String> anchors(Path page) {
    return all(HEADING, read(ROOT.relativize(page).toString())).stream()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static String withoutCode(String page) {
    return CODE.matcher(page).replaceAll("");
  }

  private static Set<String> classes() throws IOException {
    return sources().stream()
        .map(file -> file.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toSet());
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static List<String> pages() {
    List<Path> found = new ArrayList<>();
    for (String folder : List.of("", "docs", "bench", "examples")) {
      int depth = folder.isEmpty() ? 1 : Integer.MAX_VALUE;
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder), depth)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return found.stream()
        .map(file -> ROOT.relativize(file).toString())
        .filter(name -> !name.contains("target/"))
        .sorted()
        .toList();
  }

  private static List<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  private static String read(String page) {
    try {
      return Files.readString(ROOT.resolve(page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

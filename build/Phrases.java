import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fails on phrases that hide the actor or the usual term ({@code java Phrases.java DIR LIST}): in
 * string literals and comments of main sources, and in Markdown, scripts, POMs, feature files and
 * resources; and on command lines in string literals below {@code cli}, where a typed next action
 * belongs. Run by the build, on the toolchain's java.
 *
 * <ul>
 *   <li>Every module is checked.
 *   <li>A phrase is found across line ends, across {@code //} lines that follow each other, and
 *       across literals that are concatenated.
 *   <li>A line of the list is {@code allow FILE PHRASE reason}, with underscores for the phrase's
 *       spaces, or a comment that begins with {@code #}. Any other line is an error, and so is an
 *       entry without a reason or without a place that needs it.
 * </ul>
 */
class Phrases {

  private static final Pattern BANNED =
      Pattern.compile(
          "\\b(nobody|no one|somebody|anybody|everybody|whoever|told as|(?:go|goes|going|gone|went)"
              + " on|mend|mends|mended|mending|anew|(?:come|comes|came) to|(?:let|lets) go"
              + "|(?:take|takes|taken|took) up|is at it|are at it|so many|stands(?! for))\\b",
          Pattern.CASE_INSENSITIVE);

  /** The command line of one front end. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "\\bagents (actor|action|approvals|audit|backup|config|context|diagnostics|index|info|init"
              + "|job|plan|profile|project|resource|restore|run|sandbox|validation|worker)\\b");

  private static final Set<String> BELOW_CLI =
      Set.of("kernel", "store", "exec", "context", "workspace", "engine", "runtime");

  /** Comments and literals, in the order in which the compiler would see them. */
  private static final Pattern TEXT =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\\n"
              + "]*|\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n"
              + "])*\"|'(?:\\\\.|[^'\\\\\\n"
              + "])+'");

  private static final Pattern CONCATENATION = Pattern.compile("\\s*\\+\\s*");

  /** The marks at the start of a line of a comment, a list or a quotation. */
  private static final Pattern LINE_START = Pattern.compile("\\n[ \\t]*(?:\\*(?!/)|//|#+|--|>)?");

  private static final Set<String> WHOLE_FILES =
      Set.of("md", "sql", "yaml", "yml", "html", "sh", "feature");

  private record Place(String file, int line, String phrase, String text) {
    String allowance() {
      return file + " " + phrase;
    }
  }

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toRealPath();
    List<String> errors = new ArrayList<>();
    Set<String> allowed = allowed(Path.of(args[1]), errors);
    Set<String> used = new HashSet<>();
    for (Path file : files(root)) {
      for (Place place : places(root, file)) {
        if (allowed.contains(place.allowance())) {
          used.add(place.allowance());
        } else {
          errors.add(
              "%s:%d: \"%s\" in: %s".formatted(place.file, place.line, place.phrase, place.text));
        }
      }
    }
    allowed.stream()
        .filter(one -> !used.contains(one))
        .forEach(one -> errors.add("no longer needed in the list: " + one));
    if (errors.isEmpty()) {
      System.out.println("phrases: no banned phrase");
      return;
    }
    errors.forEach(error -> System.err.println("phrases: " + error));
    System.err.println(
        "phrases: name the actor and use the usual term, a command by a NextAction; or allow it"
            + " with a reason in "
            + args[1]);
    System.exit(1);
  }

  private static Set<String> allowed(Path list, List<String> errors) throws IOException {
    Set<String> allowed = new HashSet<>();
    for (String line : Files.readAllLines(list)) {
      String[] words = line.strip().split("\\s+", 4);
      if (words[0].isEmpty() || words[0].startsWith("#")) {
        continue;
      }
      if (words[0].equals("allow") && words.length == 4) {
        allowed.add(words[1] + " " + words[2].replace('_', ' '));
      } else {
        errors.add("not 'allow FILE PHRASE reason' in %s: %s".formatted(list, line));
      }
    }
    return allowed;
  }

  private static List<Path> files(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            boolean hidden = name.startsWith(".") && !name.equals(".ci") && !dir.equals(root);
            return hidden || name.equals("target")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (isChecked(root.relativize(file))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  /** Tests are not, apart from their scenarios; nor is this file, which has the phrases. */
  private static boolean isChecked(Path file) {
    String name = file.getFileName().toString();
    String ending = name.substring(name.lastIndexOf('.') + 1);
    if (file.toString().contains("src/test/")) {
      return ending.equals("feature");
    }
    return ending.equals("java") && !name.equals("Phrases.java")
        || WHOLE_FILES.contains(ending)
        || name.equals("pom.xml")
        || file.equals(Path.of("agents"))
        || file.startsWith(".ci");
  }

  private static List<Place> places(Path root, Path file) throws IOException {
    String source = Files.readString(file);
    String name = root.relativize(file).toString();
    List<Place> places = new ArrayList<>();
    boolean isBelowCli = BELOW_CLI.contains(name.substring(0, Math.max(0, name.indexOf('/'))));
    if (!name.endsWith(".java")) {
      Prose all = new Prose(source);
      all.add(0, source.length());
      all.find(name, BANNED, places);
      return places;
    }
    Matcher texts = TEXT.matcher(source);
    Prose prose = new Prose(source);
    int end = 0;
    char last = 0;
    while (texts.find()) {
      char kind = source.startsWith("//", texts.start()) ? '/' : source.charAt(texts.start());
      boolean block = source.startsWith("/*", texts.start());
      String between = source.substring(end, texts.start());
      boolean continues =
          !block
              && kind == last
              && (kind == '/' ? between.isBlank() : CONCATENATION.matcher(between).matches());
      if (!continues) {
        prose.find(name, BANNED, places);
        if (last == '"' && isBelowCli) {
          prose.find(name, COMMAND, places);
        }
        prose = new Prose(source);
      }
      int mark = kind == '/' ? 2 : source.startsWith("\"\"\"", texts.start()) ? 3 : 1;
      if (continues && kind == '/') {
        prose.space(texts.start());
      }
      prose.add(texts.start() + mark, texts.end() - (kind == '/' && !block ? 0 : mark));
      last = block ? 0 : kind;
      end = texts.end();
    }
    prose.find(name, BANNED, places);
    return places;
  }

  /** Text without marks, its words one space apart, and the place of each character in a file. */
  private static final class Prose {

    private final String source;
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> places = new ArrayList<>();

    Prose(String source) {
      this.source = source;
    }

    void add(int from, int to) {
      Matcher lineStart = LINE_START.matcher(source).region(from, Math.max(from, to));
      int at = from;
      while (at < to) {
        if (source.charAt(at) == '\n' && lineStart.region(at, to).lookingAt()) {
          space(at);
          at = lineStart.end();
        } else if (Character.isWhitespace(source.charAt(at))) {
          space(at);
          at++;
        } else {
          text.append(source.charAt(at));
          places.add(at);
          at++;
        }
      }
    }

    void space(int at) {
      if (!text.isEmpty() && text.charAt(text.length() - 1) != ' ') {
        text.append(' ');
        places.add(at);
      }
    }

    void find(String file, Pattern pattern, List<Place> found) {
      Matcher matcher = pattern.matcher(text);
      while (matcher.find()) {
        int at = places.get(matcher.start());
        int line = 1 + (int) source.substring(0, at).chars().filter(c -> c == '\n').count();
        String around =
            text.substring(
                Math.max(0, matcher.start() - 40), Math.min(text.length(), matcher.end() + 40));
        found.add(new Place(file, line, matcher.group().toLowerCase(Locale.ROOT), around.strip()));
      }
    }
  }
}

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fails on phrases that hide the actor or the usual term ({@code java Phrases.java DIR LIST}): in
 * string literals and comments of main sources, and in Markdown, scripts and resources; and on
 * command lines in string literals below {@code cli}, where a typed next action belongs. Run by the
 * build, on the toolchain's java. {@code -Dphrases=list} prints every place of every module.
 *
 * <p>A line of the list is {@code clean MODULE}: there a phrase fails the build, elsewhere it is
 * only counted; or {@code allow FILE PHRASE reason}, with underscores for the phrase's spaces. The
 * module of a file outside of all modules is {@code root}.
 */
class Phrases {

  private static final Pattern BANNED =
      Pattern.compile(
          "\\b(nobody|somebody|whoever|told as|goes on|went on|mend|mends|mended|mending|anew|comes"
              + " to|lets go of|let go of|takes up|is at it|are at it|so many|stands(?! for))\\b",
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

  private static final Set<String> WHOLE_FILES = Set.of("md", "sql", "yaml", "yml", "html");

  private record Place(String module, String file, int line, String phrase, String text) {}

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toRealPath();
    Set<String> clean = new HashSet<>();
    Set<String> allowed = new HashSet<>();
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      String[] words = line.strip().split("\\s+", 4);
      switch (words[0]) {
        case "clean" -> clean.add(words[1]);
        case "allow" -> allowed.add(words[1] + " " + words[2].replace('_', ' '));
        default -> {}
      }
    }
    List<Place> places = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (Path file : files(root)) {
      for (Place place : places(root, file)) {
        String allowance = place.file + " " + place.phrase;
        if (allowed.contains(allowance)) {
          used.add(allowance);
        } else {
          places.add(place);
        }
      }
    }
    Map<String, Integer> counts = new TreeMap<>();
    places.forEach(place -> counts.merge(place.module, 1, Integer::sum));
    boolean all = "list".equals(System.getProperty("phrases"));
    List<Place> wrong = places.stream().filter(place -> clean.contains(place.module)).toList();
    for (Place place : all ? places : wrong) {
      System.err.println(
          "phrases: %s:%d: \"%s\" in: %s"
              .formatted(place.file, place.line, place.phrase, place.text));
    }
    List<String> unused = allowed.stream().filter(one -> !used.contains(one)).toList();
    unused.forEach(one -> System.err.println("phrases: no longer needed in the list: " + one));
    System.out.println(
        "phrases: " + (counts.isEmpty() ? "no banned phrase" : "banned ones by module " + counts));
    if (!wrong.isEmpty() || !unused.isEmpty()) {
      System.err.println(
          "phrases: name the actor and use the usual term, a command by a NextAction; or allow it"
              + " with a reason in "
              + args[1]);
      System.exit(1);
    }
  }

  private static List<Path> files(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            boolean other = name.equals("target") || name.startsWith(".") && !dir.equals(root);
            return other || dir.endsWith(Path.of("src", "test"))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            String ending = name.substring(name.lastIndexOf('.') + 1);
            if (ending.equals("java") && !name.equals("Phrases.java")
                || WHOLE_FILES.contains(ending)
                || file.equals(root.resolve("agents"))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  private static List<Place> places(Path root, Path file) throws IOException {
    String source = Files.readString(file);
    List<Place> places = new ArrayList<>();
    if (file.toString().endsWith(".java")) {
      Matcher texts = TEXT.matcher(source);
      while (texts.find()) {
        add(places, BANNED, root, file, source, texts.start(), texts.end());
        if (texts.group().startsWith("\"")
            && BELOW_CLI.contains(moduleOf(root, root.relativize(file)))) {
          add(places, COMMAND, root, file, source, texts.start(), texts.end());
        }
      }
    } else {
      add(places, BANNED, root, file, source, 0, source.length());
    }
    return places;
  }

  private static String moduleOf(Path root, Path path) {
    return path.getNameCount() > 1 && Files.exists(root.resolve(path.getName(0)).resolve("pom.xml"))
        ? path.getName(0).toString()
        : path.startsWith("docs") ? "docs" : "root";
  }

  private static void add(
      List<Place> places, Pattern banned, Path root, Path file, String source, int from, int to) {
    // A phrase may go over the end of a line, and of a line of a comment.
    String text = source.substring(from, to).replaceAll("\\n[ \\t]*\\*(?!/)", "\n ");
    Path path = root.relativize(file);
    String module = moduleOf(root, path);
    Matcher matcher = banned.matcher(text.replaceAll("[ \\t\\n]", " ").replaceAll("  +", " "));
    String flat = text.replaceAll("[ \\t\\n]", " ").replaceAll("  +", " ");
    while (matcher.find()) {
      int line = lineOf(source, from, to, matcher.group(), places, path.toString());
      String around =
          flat.substring(
              Math.max(0, matcher.start() - 40), Math.min(flat.length(), matcher.end() + 40));
      places.add(
          new Place(
              module,
              path.toString(),
              line,
              matcher.group().toLowerCase(java.util.Locale.ROOT),
              around.strip()));
    }
  }

  /** The line of the next place of this phrase in the text that is not counted yet. */
  private static int lineOf(
      String source, int from, int to, String phrase, List<Place> places, String file) {
    int first = source.indexOf(phrase.split(" ")[0], from);
    int at = first < 0 || first >= to ? from : first;
    long before =
        places.stream()
            .filter(place -> place.file.equals(file) && place.phrase.equalsIgnoreCase(phrase))
            .filter(place -> place.line >= line(source, from))
            .count();
    for (long n = 0; n < before; n++) {
      int next = source.indexOf(phrase.split(" ")[0], at + 1);
      at = next < 0 || next >= to ? at : next;
    }
    return line(source, at);
  }

  private static int line(String source, int at) {
    return 1 + (int) source.substring(0, at).chars().filter(c -> c == '\n').count();
  }
}

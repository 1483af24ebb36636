package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Nearest;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.diff.FileDiff;
import dev.cleveragents.engine.plan.Selection.Pick;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads how people name changes of a plan: a path, a folder, a pattern ({@code *} within a folder,
 * {@code **} across, a pattern without {@code /} in any folder), each with the numbers of hunks
 * after a colon if it has them ({@code a.txt:1,3-4}).
 */
public final class WantedPaths {

  private static final Pattern HUNKS =
      Pattern.compile("(.+):(\\d{1,6}(?:-\\d{1,6})?(?:,\\d{1,6}(?:-\\d{1,6})?)*)");
  private static final int MOST_HUNKS = 100_000;

  private final List<FileDiff> shown;

  private WantedPaths(List<FileDiff> shown) {
    this.shown = shown;
  }

  /**
   * What these words choose from what was shown.
   *
   * @throws PlanException if one matches nothing; says which path is near
   */
  public static Selection read(List<FileDiff> shown, List<String> words) {
    WantedPaths paths = new WantedPaths(shown);
    List<Pick> picks = new ArrayList<>();
    words.forEach(word -> picks.addAll(paths.picks(word)));
    return Selection.of(shown, picks);
  }

  private List<Pick> picks(String word) {
    List<Pick> whole = matching(word, new TreeSet<>());
    if (!whole.isEmpty()) {
      return whole;
    }
    Matcher numbered = HUNKS.matcher(word);
    if (numbered.matches()) {
      List<Pick> picks = matching(numbered.group(1), numbers(numbered.group(2)));
      if (!picks.isEmpty()) {
        return picks;
      }
    }
    String path = numbered.matches() ? numbered.group(1) : word;
    throw new PlanException(
        PlanException.Kind.NOT_FOUND,
        "'%s' is none of the %d paths that the plan changes%s"
            .formatted(
                word,
                shown.size(),
                nearest(path).map(it -> "; did you mean '%s'?".formatted(it)).orElse("")),
        "Nothing was changed; paths are those that 'agents plan diff --name-only' shows",
        null);
  }

  private List<Pick> matching(String word, SortedSet<Integer> hunks) {
    Predicate<String> meant = meant(word);
    return shown.stream()
        .map(FileDiff::change)
        .filter(change -> names(change).anyMatch(meant))
        .map(change -> new Pick(change.resource(), change.path(), hunks))
        .toList();
  }

  /** The names by which a change goes: a moved file has two. */
  private static Stream<String> names(Change change) {
    return Stream.of(change.path(), change.movedFrom()).flatMap(Stream::ofNullable);
  }

  private static Predicate<String> meant(String word) {
    String folder = word.endsWith("/") ? word : word + "/";
    PathMatcher pattern = pattern(word);
    return path ->
        path.equals(word)
            || path.startsWith(folder)
            || word.equals(".")
            || (pattern != null && pattern.matches(Path.of(path)));
  }

  private static @Nullable PathMatcher pattern(String word) {
    if (word.chars().noneMatch(each -> "*?[{".indexOf(each) >= 0)) {
      return null;
    }
    try {
      PathMatcher whole = FileSystems.getDefault().getPathMatcher("glob:" + word);
      return word.contains("/")
          ? whole
          : path -> {
            Path name = path.getFileName();
            return name != null && whole.matches(name);
          };
    } catch (PatternSyntaxException | InvalidPathException e) {
      return null;
    }
  }

  private static SortedSet<Integer> numbers(String text) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      int dash = part.indexOf('-');
      int from = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
      int to = dash < 0 ? from : Integer.parseInt(part.substring(dash + 1));
      for (int number = from; number <= Math.min(to, MOST_HUNKS); number++) {
        numbers.add(number);
      }
    }
    if (numbers.isEmpty()) {
      throw PlanException.invalid("'%s' is no list of hunks; write 1,3 or 2-4".formatted(text));
    }
    return numbers;
  }

  private Optional<String> nearest(String path) {
    List<String> known = shown.stream().flatMap(diff -> names(diff.change())).toList();
    String name = path.substring(path.lastIndexOf('/') + 1);
    return known.stream()
        .filter(it -> !name.isEmpty() && ("/" + it).endsWith("/" + name))
        .findFirst()
        .or(() -> Nearest.to(path, known));
  }
}

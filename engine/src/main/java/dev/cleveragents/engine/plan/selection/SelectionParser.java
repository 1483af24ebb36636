package dev.cleveragents.engine.plan.selection;

import dev.cleveragents.engine.plan.selection.ChangeSelection.Pick;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.diff.FileDiff;
import dev.cleveragents.workspace.files.PathGlob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads how people select changes of a plan: by a path, a folder or a glob ({@code *} within a
 * folder, {@code **} across folders, a glob without {@code /} in any folder), optionally with hunk
 * numbers after a colon ({@code a.txt:1,3-4}).
 */
public final class SelectionParser {

  private static final Pattern HUNKS =
      Pattern.compile("(.+):(\\d{1,6}(?:-\\d{1,6})?(?:,\\d{1,6}(?:-\\d{1,6})?)*)");
  private static final int MOST_HUNKS = 100_000;

  private final List<FileDiff> shown;

  private SelectionParser(List<FileDiff> shown) {
    this.shown = shown;
  }

  /**
   * Selects changes from the shown diff.
   *
   * @throws OperationException if a word matches nothing; the message names a similar path
   */
  public static ChangeSelection read(List<FileDiff> shown, List<String> words) {
    SelectionParser paths = new SelectionParser(shown);
    List<Pick> picks = new ArrayList<>();
    words.forEach(word -> picks.addAll(paths.picks(word)));
    return ChangeSelection.of(shown, picks);
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
    throw new OperationException(
        OperationException.Kind.NOT_FOUND,
        "'%s' is none of the %d paths that the plan changes%s"
            .formatted(
                word,
                shown.size(),
                nearest(path).map(it -> "; did you mean '%s'?".formatted(it)).orElse("")),
        "Nothing was changed. List the paths that the plan changes",
        NextAction.of(Verb.LIST_CHANGED_PATHS));
  }

  private List<Pick> matching(String word, SortedSet<Integer> hunks) {
    Predicate<String> meant = meant(word);
    return shown.stream()
        .map(FileDiff::change)
        .filter(change -> names(change).anyMatch(meant))
        .map(change -> new Pick(change.resource(), change.path(), hunks))
        .toList();
  }

  /** The paths of a change; a moved file has two. */
  private static Stream<String> names(Change change) {
    return Stream.of(change.path(), change.movedFrom()).flatMap(Stream::ofNullable);
  }

  private static Predicate<String> meant(String word) {
    String folder = word.endsWith("/") ? word : word + "/";
    Optional<PathGlob> pattern = pattern(word);
    return path ->
        path.equals(word)
            || path.startsWith(folder)
            || word.equals(".")
            || pattern.filter(it -> it.matches(path)).isPresent();
  }

  private static Optional<PathGlob> pattern(String word) {
    return word.chars().noneMatch(each -> "*?[{".indexOf(each) >= 0)
        ? Optional.empty()
        : PathGlob.of(word);
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
      throw OperationException.invalid(
          "'%s' is not a list of hunks; write 1,3 or 2-4".formatted(text));
    }
    return numbers;
  }

  private Optional<String> nearest(String path) {
    List<String> known = shown.stream().flatMap(diff -> names(diff.change())).toList();
    String name = path.substring(path.lastIndexOf('/') + 1);
    return known.stream()
        .filter(it -> !name.isEmpty() && ("/" + it).endsWith("/" + name))
        .findFirst()
        .or(() -> NameSuggestion.to(path, known));
  }
}

package dev.cleveragents.cli.settings;

import dev.cleveragents.context.View;
import dev.cleveragents.context.pipeline.ContextPipeline;
import dev.cleveragents.context.pipeline.WindowBudget;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.runtime.ContextRules;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What agents are told of projects: which files, and how much. Only the person's own configuration
 * says so; nothing in a project can.
 *
 * @param values what was set, by its whole name
 */
public record ContextSettings(Map<String, Setting<String>> values) {

  private static final String NONE = "none";
  private static final String INCLUDE = "include";
  private static final String EXCLUDE = "exclude";
  private static final String FILES = "max_files";
  private static final String BYTES = "max_bytes";
  private static final String PROTECTED = "context.protected";
  private static final String BUDGET = "context.budget";
  private static final String WINDOW = "context.window";
  private static final String RESERVE = "context.reserve";

  /** What each view can say for itself, and what it says if nobody does. */
  private static final Map<String, String> OF_VIEWS =
      ordered(INCLUDE, "**", EXCLUDE, "", FILES, NONE, BYTES, NONE);

  private static final Map<String, String> OF_ALL =
      ordered(PROTECTED, "", BUDGET, "" + ContextRules.BUDGET, WINDOW, NONE, RESERVE, "a quarter");

  /** A view, after the one that says what it does not say. */
  private static final List<View> VIEWS =
      List.of(View.DEFAULT, View.STRATEGIZE, View.EXECUTE, View.APPLY);

  /** All their names. */
  static final List<String> NAMES =
      Stream.concat(
              VIEWS.stream().flatMap(view -> OF_VIEWS.keySet().stream().map(it -> name(view, it))),
              OF_ALL.keySet().stream())
          .toList();

  /** Takes a copy. */
  public ContextSettings {
    values = Map.copyOf(values);
  }

  /** What the file says. */
  static ContextSettings of(Config config) {
    Map<String, Setting<String>> values = new LinkedHashMap<>();
    for (String name : NAMES) {
      Config.Value value = config.value(name);
      if (value != null) {
        values.put(name, new Setting<>(value.text(), value.where()));
      }
    }
    return new ContextSettings(values);
  }

  /** What a setting of these says. */
  static String meaning(String name) {
    String said =
        switch (name.substring(name.lastIndexOf('.') + 1)) {
          case INCLUDE -> "patterns of the files that agents are told of";
          case EXCLUDE -> "patterns of files that agents are not told of, whatever is included";
          case FILES -> "the most files that agents are told of";
          case BYTES -> "the most bytes of all these files together";
          default ->
              switch (name) {
                case PROTECTED -> "patterns of files that no view is told of";
                case BUDGET -> "the most tokens that agents are told";
                case WINDOW -> "the tokens of the model's window";
                case RESERVE -> "what is kept of the window for the rest";
                default -> throw new IllegalArgumentException("There is no setting " + name);
              };
        };
    boolean ofOneView = name.indexOf('.') != name.lastIndexOf('.');
    return ofOneView ? said + ", in this view" : said;
  }

  /** Whether a setting is a list of patterns. */
  static boolean isList(String name) {
    return name.endsWith(INCLUDE) || name.endsWith(EXCLUDE) || name.equals(PROTECTED);
  }

  /**
   * Checks one value by itself.
   *
   * @throws IllegalArgumentException that says what is wrong, of a pattern at which character
   */
  static void check(String name, String value) {
    if (isList(name)) {
      patterns(value).forEach(PathScope::checkPattern);
    } else if (name.equals(BUDGET)) {
      budget(value);
    } else if (name.equals(WINDOW) || name.equals(RESERVE)) {
      tokens(value);
    } else {
      number(value);
    }
  }

  /**
   * A setting as it holds, also where it is another view's.
   *
   * @return nothing for what is no setting of these
   */
  Optional<Setting<String>> find(String name) {
    if (!NAMES.contains(name)) {
      return Optional.empty();
    }
    String last = name.substring(name.lastIndexOf('.') + 1);
    if (!OF_VIEWS.containsKey(last)) {
      return Optional.of(orDefault(name, OF_ALL.getOrDefault(name, "")));
    }
    Setting<String> found = new Setting<>(OF_VIEWS.getOrDefault(last, ""), Settings.DEFAULT);
    for (View view : VIEWS) {
      found = values.getOrDefault(name(view, last), found);
      if (name(view, last).equals(name)) {
        break;
      }
    }
    return Optional.of(found);
  }

  /** Those that a list of settings shows: of a view only what it says itself. */
  Map<String, Setting<?>> named() {
    Map<String, Setting<?>> named = new LinkedHashMap<>();
    for (String name : NAMES) {
      boolean ofOneView = name.indexOf('.') != name.lastIndexOf('.');
      if (!ofOneView || values.containsKey(name)) {
        named.put(name, find(name).orElseThrow());
      }
    }
    return named;
  }

  /**
   * What comes of all of them.
   *
   * @throws IllegalArgumentException if something is none, or the window is too small
   */
  public ContextRules rules() {
    return values.isEmpty() ? ContextRules.STANDARD : new ContextRules(scope(), budget());
  }

  private PathScope scope() {
    Map<View, PathScope.Rules> rules = new EnumMap<>(View.class);
    for (View view : VIEWS) {
      Optional<Long> files = set(name(view, FILES)).map(ContextSettings::number);
      Optional<Long> bytes = set(name(view, BYTES)).map(ContextSettings::number);
      rules.put(
          view,
          new PathScope.Rules(
              set(name(view, INCLUDE)).map(ContextSettings::patterns),
              set(name(view, EXCLUDE)).map(ContextSettings::patterns),
              files.isPresent()
                  ? OptionalInt.of((int) Math.min(Integer.MAX_VALUE, files.get()))
                  : OptionalInt.empty(),
              bytes.isPresent() ? OptionalLong.of(bytes.get()) : OptionalLong.empty()));
    }
    return PathScope.of(rules, set(PROTECTED).map(ContextSettings::patterns).orElse(List.of()));
  }

  /** The budget that was set or what a window leaves, whichever is less; else the usual one. */
  private int budget() {
    Optional<Integer> window = window(null, null);
    Optional<Integer> budget = set(BUDGET).map(ContextSettings::budget);
    return Stream.concat(window.stream(), budget.stream())
        .min(Integer::compare)
        .orElse(ContextRules.BUDGET);
  }

  /**
   * What a model's window leaves for context.
   *
   * @param window its tokens; those that were set if null
   * @param reserve how many of them are kept for the rest; if null, those that were set
   * @return nothing if nobody says how large the window is
   * @throws IllegalArgumentException if the window is too small
   */
  public Optional<Integer> window(@Nullable Integer window, @Nullable Integer reserve) {
    Optional<Integer> tokens =
        Optional.ofNullable(window).or(() -> set(WINDOW).flatMap(ContextSettings::tokens));
    Optional<Integer> kept =
        Optional.ofNullable(reserve).or(() -> set(RESERVE).flatMap(ContextSettings::tokens));
    return tokens.map(
        all ->
            kept.map(some -> new WindowBudget(all, some, 0, 0, 0))
                .orElseGet(() -> WindowBudget.of(all))
                .context());
  }

  private Optional<String> set(String name) {
    return Optional.ofNullable(values.get(name)).map(Setting::value);
  }

  private Setting<String> orDefault(String name, String otherwise) {
    return values.getOrDefault(name, new Setting<>(otherwise, Settings.DEFAULT));
  }

  private static String name(View view, String last) {
    String of = view == View.DEFAULT ? "" : view.name().toLowerCase(Locale.ROOT) + ".";
    return "context." + of + last;
  }

  /** Patterns between commas; those in braces and brackets divide nothing. */
  static List<String> patterns(String text) {
    List<String> patterns = new ArrayList<>();
    int inside = 0;
    int begin = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ',' : text.charAt(i);
      inside += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      if (i == text.length() || (c == ',' && inside <= 0)) {
        patterns.add(text.substring(begin, i).strip());
        begin = i + 1;
      }
    }
    patterns.removeIf(String::isEmpty);
    return patterns;
  }

  private static int budget(String text) {
    int budget = tokens(text).orElseThrow(() -> noNumber(text));
    if (budget > 0 && budget < ContextPipeline.RESERVE) {
      throw new IllegalArgumentException(
          "%d tokens are too few; give 0 or at least %d"
              .formatted(budget, ContextPipeline.RESERVE));
    }
    return budget;
  }

  private static Optional<Integer> tokens(String text) {
    long tokens = number(text);
    if (tokens > Integer.MAX_VALUE && tokens != Long.MAX_VALUE) {
      throw noNumber(text);
    }
    return tokens == Long.MAX_VALUE ? Optional.empty() : Optional.of((int) tokens);
  }

  /** The largest there is for none. */
  private static long number(String text) {
    if (text.equals(NONE)) {
      return Long.MAX_VALUE;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw noNumber(text);
    }
    throw noNumber(text);
  }

  private static IllegalArgumentException noNumber(String text) {
    return new IllegalArgumentException(
        "'%s' is no number; give one from 0 on, or none".formatted(text));
  }

  private static Map<String, String> ordered(String... namesAndValues) {
    Map<String, String> ordered = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      ordered.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return ordered;
  }
}

package dev.cleveragents.runtime.settings;

import dev.cleveragents.context.View;
import dev.cleveragents.context.pipeline.ContextPipeline;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.runtime.settings.SettingKey.Form;
import dev.cleveragents.workspace.WholeNumber;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The settings for the files that agents may see, and for the tokens of context. A key of one view
 * inherits from the view before it. Only the user's own configuration sets them; no project can.
 */
public final class ContextKeys {

  private static final String NONE = "none";

  static final SettingKey<List<String>> PROTECTED =
      patterns("context.protected", "", "Globs of files hidden from agents in every view");
  static final SettingKey<Integer> BUDGET =
      number(
          "context.budget",
          "" + ContextRules.BUDGET,
          ContextKeys::budget,
          "Token budget of the context for an agent");
  static final SettingKey<Optional<Integer>> WINDOW =
      number("context.window", NONE, ContextKeys::tokens, "Size of the model's window in tokens");
  static final SettingKey<Optional<Integer>> RESERVE =
      SettingKey.of(
          "context.reserve",
          Form.NUMBER,
          "a quarter",
          (text, _) -> text.equals("a quarter") ? Optional.empty() : tokens(text),
          "Tokens of the window to keep free of context");

  /**
   * The keys of one view.
   *
   * @param files a limit, or {@link Long#MAX_VALUE} for none
   * @param bytes likewise
   */
  record OfView(
      SettingKey<List<String>> include,
      SettingKey<List<String>> exclude,
      SettingKey<Long> files,
      SettingKey<Long> bytes) {

    private List<SettingKey<?>> all() {
      return List.of(include, exclude, files, bytes);
    }
  }

  /** The views, each after the one that it inherits from. */
  static final List<View> INHERITANCE =
      List.of(View.DEFAULT, View.STRATEGIZE, View.EXECUTE, View.APPLY);

  private static final Map<View, OfView> VIEWS = views();

  static final List<SettingKey<?>> ALL = all();

  private ContextKeys() {}

  private static List<SettingKey<?>> all() {
    List<SettingKey<?>> all = new ArrayList<>();
    INHERITANCE.forEach(view -> all.addAll(ofView(view).all()));
    all.addAll(List.of(PROTECTED, BUDGET, WINDOW, RESERVE));
    return List.copyOf(all);
  }

  private static Map<View, OfView> views() {
    Map<View, OfView> views = new EnumMap<>(View.class);
    Optional<OfView> before = Optional.empty();
    for (View view : INHERITANCE) {
      String prefix = "context.";
      String scope = "";
      if (view != View.DEFAULT) {
        String name = view.name().toLowerCase(Locale.ROOT);
        prefix += name + ".";
        scope = ", in view " + name;
      }
      OfView keys =
          new OfView(
              inheriting(
                  patterns(prefix + "include", "**", "Globs of files that agents may see" + scope),
                  before.map(OfView::include)),
              inheriting(
                  patterns(
                      prefix + "exclude",
                      "",
                      "Globs of files hidden from agents, even if included" + scope),
                  before.map(OfView::exclude)),
              inheriting(
                  number(
                      prefix + "max_files",
                      NONE,
                      ContextKeys::number,
                      "Maximum number of files that agents see" + scope),
                  before.map(OfView::files)),
              inheriting(
                  number(
                      prefix + "max_bytes",
                      NONE,
                      ContextKeys::number,
                      "Maximum total size, in bytes, of the files that agents see" + scope),
                  before.map(OfView::bytes)));
      views.put(view, keys);
      before = Optional.of(keys);
    }
    return views;
  }

  static OfView ofView(View view) {
    OfView keys = VIEWS.get(view);
    if (keys == null) {
      throw new IllegalArgumentException("no keys for " + view);
    }
    return keys;
  }

  private static <T> SettingKey<T> inheriting(SettingKey<T> key, Optional<SettingKey<T>> from) {
    return from.map(it -> key.inheriting(it.name())).orElse(key);
  }

  private static SettingKey<List<String>> patterns(String name, String standard, String meaning) {
    return SettingKey.of(
        name,
        Form.PATTERNS,
        standard,
        (text, _) -> {
          List<String> patterns = patterns(text);
          patterns.forEach(PathScope::checkPattern);
          return patterns;
        },
        meaning);
  }

  private static <T> SettingKey<T> number(
      String name, String standard, Function<String, T> parser, String meaning) {
    return SettingKey.of(name, Form.NUMBER, standard, (text, _) -> parser.apply(text), meaning);
  }

  /** Splits patterns at commas; a comma within braces or brackets belongs to its pattern. */
  public static List<String> patterns(String text) {
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

  private static long number(String text) {
    if (text.equals(NONE)) {
      return Long.MAX_VALUE;
    }
    try {
      long number = WholeNumber.parse(text);
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
        "'%s' is not a number; give 0 or more, or 'none'".formatted(text));
  }
}

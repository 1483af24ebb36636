package dev.cleveragents.runtime.settings;

import dev.cleveragents.context.View;
import dev.cleveragents.context.pipeline.WindowBudget;
import dev.cleveragents.context.safety.PathScope;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a project that agents may see.
 *
 * @param scope the files of each view
 * @param budget the tokens for a request that names no budget
 */
public record ContextRules(PathScope scope, int budget) {

  /** The usual budget: room for a command's own prompt is left in every model's window. */
  public static final int BUDGET = 16_000;

  /** Everything, in the usual budget. */
  public static final ContextRules STANDARD = new ContextRules(PathScope.ALL, BUDGET);

  /**
   * The rules that the settings make.
   *
   * @throws IllegalArgumentException if a value is invalid, or the window is too small
   */
  public static ContextRules of(SettingValues values) {
    return ContextKeys.ALL.stream().anyMatch(values::isMade)
        ? new ContextRules(scope(values), budget(values))
        : STANDARD;
  }

  private static PathScope scope(SettingValues values) {
    Map<View, PathScope.Rules> rules = new EnumMap<>(View.class);
    for (View view : ContextKeys.INHERITANCE) {
      ContextKeys.OfView keys = ContextKeys.ofView(view);
      Optional<Long> files = values.ifMade(keys.files());
      Optional<Long> bytes = values.ifMade(keys.bytes());
      rules.put(
          view,
          new PathScope.Rules(
              values.ifMade(keys.include()),
              values.ifMade(keys.exclude()),
              files.isPresent()
                  ? OptionalInt.of((int) Math.min(Integer.MAX_VALUE, files.get()))
                  : OptionalInt.empty(),
              bytes.isPresent() ? OptionalLong.of(bytes.get()) : OptionalLong.empty()));
    }
    return PathScope.of(rules, values.get(ContextKeys.PROTECTED));
  }

  /** The budget that was set or the rest of the window, the smaller one; else the usual budget. */
  private static int budget(SettingValues values) {
    Stream<Integer> window = window(values, null, null).stream();
    Stream<Integer> budget = values.ifMade(ContextKeys.BUDGET).stream();
    return Stream.concat(window, budget).min(Integer::compare).orElse(BUDGET);
  }

  /**
   * The tokens that a model's window leaves for context.
   *
   * @param window its size; if null, the size that was set
   * @param reserve the tokens to keep free; if null, the number that was set
   * @return empty if the size of the window is not known
   * @throws IllegalArgumentException if the window is too small
   */
  public static Optional<Integer> window(
      SettingValues values, @Nullable Integer window, @Nullable Integer reserve) {
    Optional<Integer> tokens = Optional.ofNullable(window).or(() -> values.get(ContextKeys.WINDOW));
    Optional<Integer> kept = Optional.ofNullable(reserve).or(() -> values.get(ContextKeys.RESERVE));
    return tokens.map(
        all ->
            kept.map(some -> new WindowBudget(all, some))
                .orElseGet(() -> WindowBudget.of(all))
                .context());
  }
}

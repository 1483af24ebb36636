package dev.cleveragents.runtime.settings;

import dev.cleveragents.engine.DurationText;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import dev.cleveragents.workspace.sandbox.SharedPaths;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The table of settings. Loading, {@code agents config get/set/list} and
 * docs/reference/configuration.md follow it: a new setting is a key here and its use. Settings of
 * the context pipeline are in {@link ContextKeys}; a front end, such as the command line, may add
 * keys of its own.
 */
public final class SettingKeys {

  private static final String NO_BUDGET = "unlimited";
  private static final String NO_LIMIT = "unlimited";

  /** The address of the store of plans and jobs. */
  public static final SettingKey<StoreAddress> STORE =
      SettingKey.text(
              "store.url",
              StoreAddress.ofFile(StoreAddress.DEFAULT_FILE).url(),
              (text, paths) -> new StoreAddress(text).in(paths.home()),
              "JDBC address of the store of plans and jobs")
          .withVariable()
          .withSecrets();

  /** Whether commands of plans are confined. */
  public static final SettingKey<CommandBounds.Mode> CONFINE =
      SettingKey.text(
          "sandbox.confine",
          "auto",
          (text, _) -> mode(text),
          "Whether commands of plans are confined to their sandboxes: " + modes());

  /** Paths outside its sandbox that a confined command may write. */
  public static final SettingKey<SharedPaths> WRITABLE =
      SettingKey.text(
          "sandbox.writable",
          SharedPaths.DEFAULT,
          (text, paths) -> SharedPaths.parse(text, paths.userHome()),
          "Paths outside the sandbox that confined commands may write");

  /** How long the sandboxes of ended plans stay. */
  public static final SettingKey<Duration> KEEP =
      SettingKey.text(
          "sandbox.keep",
          "1d",
          (text, _) -> DurationText.parse(text),
          "How long sandboxes of applied and cancelled plans stay (failed ones: seven times that);"
              + " one with unrecorded work always stays");

  /** Whether the user's git hooks check what is applied. */
  public static final SettingKey<Boolean> HOOKS =
      SettingKey.text(
          "apply.hooks",
          "run",
          (text, _) -> runs(text),
          "Whether the git hooks pre-commit and commit-msg check what is applied: run, skip");

  /** How many plans run at once; 0 for any number. */
  public static final SettingKey<Integer> CONCURRENCY =
      SettingKey.text(
          "plan.concurrency",
          NO_LIMIT,
          (text, _) -> text.equals(NO_LIMIT) ? 0 : count(text),
          "How many plans and subplans of this installation run at once, from 1 to 1000; "
              + NO_LIMIT);

  /** What a plan may spend on models that names no budget. */
  public static final SettingKey<Budget> BUDGET_OF_PLAN =
      budget("budget.plan", "Budget on models of a plan that names none");

  /** What all plans together may spend on models in a day. */
  public static final SettingKey<Budget> BUDGET_OF_DAY =
      budget("budget.day", "Budget on models of all plans together in a day (UTC)");

  /** All keys, in the order of the reference page. */
  public static final List<SettingKey<?>> ALL =
      Stream.concat(
              Stream.<SettingKey<?>>of(
                  STORE,
                  CONFINE,
                  WRITABLE,
                  KEEP,
                  HOOKS,
                  CONCURRENCY,
                  BUDGET_OF_PLAN,
                  BUDGET_OF_DAY),
              ContextKeys.ALL.stream())
          .toList();

  private SettingKeys() {}

  private static SettingKey<Budget> budget(String name, String meaning) {
    return SettingKey.text(
        name,
        NO_BUDGET,
        (text, _) -> budget(text),
        meaning + ", in dollars (2.00) or tokens (500k); " + NO_BUDGET);
  }

  private static Budget budget(String text) {
    try {
      return text.equals(NO_BUDGET) ? Budget.UNLIMITED : Budget.of(text);
    } catch (OperationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static int count(String text) {
    if (!text.matches("[1-9][0-9]{0,2}|1000")) {
      throw new IllegalArgumentException(
          "'%s' is neither a number from 1 to 1000 nor %s".formatted(text, NO_LIMIT));
    }
    return Integer.parseInt(text);
  }

  private static boolean runs(String word) {
    return switch (word) {
      case "run" -> true;
      case "skip" -> false;
      default -> throw new IllegalArgumentException("'%s' is not one of run, skip".formatted(word));
    };
  }

  private static String modes() {
    return String.join(
        ", ",
        Arrays.stream(CommandBounds.Mode.values())
            .map(it -> it.name().toLowerCase(Locale.ROOT))
            .toList());
  }

  private static CommandBounds.Mode mode(String word) {
    return Arrays.stream(CommandBounds.Mode.values())
        .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("'%s' is not one of %s".formatted(word, modes())));
  }
}

package dev.cleveragents.context.safety;

import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.context.View;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Which paths of a resource each view sees, and how many of them. A path is seen if no protected
 * folder and no exclude pattern has it and an include pattern does (or there is none). What a view
 * does not say it takes from the one before it: apply from execute, execute from strategize,
 * strategize from default. Immutable.
 */
public final class PathScope {

  /** From each view to the one that says what it does not say itself. */
  private static final List<View> INHERITING =
      List.of(View.DEFAULT, View.STRATEGIZE, View.EXECUTE, View.APPLY);

  private static final Effective EVERYTHING =
      new Effective(List.of(), List.of(), Integer.MAX_VALUE, Long.MAX_VALUE);

  /** Everything, in every view. */
  public static final PathScope ALL = of(Map.of(), List.of());

  /**
   * What one view says; what is empty it inherits.
   *
   * @param include patterns of what is seen; an empty list for everything
   * @param exclude patterns of what is not seen, whatever includes it
   * @param files the most files
   * @param bytes the most bytes of all files together
   */
  public record Rules(
      Optional<List<String>> include,
      Optional<List<String>> exclude,
      OptionalInt files,
      OptionalLong bytes) {

    /** Says nothing. */
    public static final Rules NONE =
        new Rules(Optional.empty(), Optional.empty(), OptionalInt.empty(), OptionalLong.empty());

    /** Checks the limits and takes copies. */
    public Rules {
      include = include.map(List::copyOf);
      exclude = exclude.map(List::copyOf);
      if (files.orElse(0) < 0 || bytes.orElse(0) < 0) {
        throw new IllegalArgumentException("A limit is 0 or more; leave it out for none");
      }
    }

    /** The same with these patterns. */
    public Rules seeing(List<String> includes, List<String> excludes) {
      return new Rules(Optional.of(includes), Optional.of(excludes), files, bytes);
    }

    /** The same with these limits. */
    public Rules atMost(int mostFiles, long mostBytes) {
      return new Rules(include, exclude, OptionalInt.of(mostFiles), OptionalLong.of(mostBytes));
    }
  }

  private record Effective(List<Glob> include, List<Glob> exclude, int files, long bytes) {}

  private final List<Glob> protectedFolders;
  private final Map<View, Effective> views;

  private PathScope(List<Glob> protectedFolders, Map<View, Effective> views) {
    this.protectedFolders = protectedFolders;
    this.views = views;
  }

  /**
   * A scope with these rules and folders hidden from every view.
   *
   * @throws IllegalArgumentException for a pattern that is none; says which view's, and at which
   *     character
   */
  public static PathScope of(Map<View, Rules> rules, List<String> protectedFolders) {
    Map<View, Effective> views = new EnumMap<>(View.class);
    Effective before = EVERYTHING;
    for (View view : INHERITING) {
      Rules own = rules.getOrDefault(view, Rules.NONE);
      List<Glob> include = before.include;
      List<Glob> exclude = before.exclude;
      before =
          new Effective(
              own.include.map(it -> globs(view + " include", it)).orElse(include),
              own.exclude.map(it -> globs(view + " exclude", it)).orElse(exclude),
              own.files.orElse(before.files),
              own.bytes.orElse(before.bytes));
      views.put(view, before);
    }
    return new PathScope(globs("protected", protectedFolders), views);
  }

  private static List<Glob> globs(String where, List<String> patterns) {
    List<Glob> globs = new ArrayList<>();
    for (int i = 0; i < patterns.size(); i++) {
      try {
        globs.add(Glob.parse(patterns.get(i)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%s, pattern %d: %s".formatted(where.toLowerCase(Locale.ROOT), i + 1, e.getMessage()),
            e);
      }
    }
    return List.copyOf(globs);
  }

  /**
   * Checks one pattern.
   *
   * @throws IllegalArgumentException if it is none; says what is wrong at which character
   */
  public static void checkPattern(String pattern) {
    Glob.parse(pattern);
  }

  /** Whether a view says anything at all; one that does not sees everything. */
  public boolean narrows(View view) {
    return !rules(view).equals(EVERYTHING) || !protectedFolders.isEmpty();
  }

  /** What the rules of a view are called in answers; other rules have another name. */
  public String version(View view) {
    return Integer.toHexString((protectedFolders + " " + rules(view)).hashCode());
  }

  /** Lets files through as a view sees them: the first ones up to its limits, whole files only. */
  public ViewLimits limits(View view) {
    return new ViewLimits(this, view, rules(view).files, rules(view).bytes);
  }

  /** Why a view does not see a path; empty if it does. */
  public Optional<Reason> hiddenBy(View view, String path) {
    Effective rules = rules(view);
    if (any(protectedFolders, path)) {
      return Optional.of(Reason.PROTECTED);
    }
    if (any(rules.exclude, path)) {
      return Optional.of(Reason.EXCLUDED);
    }
    boolean included = rules.include.isEmpty() || any(rules.include, path);
    return included ? Optional.empty() : Optional.of(Reason.NOT_INCLUDED);
  }

  private Effective rules(View view) {
    return Objects.requireNonNull(views.get(view));
  }

  private static boolean any(List<Glob> globs, String path) {
    for (Glob glob : globs) {
      if (glob.matches(path)) {
        return true;
      }
    }
    return false;
  }
}

package dev.cleveragents.context.safety;

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

  /** Why a path is not seen. */
  public enum Reason {
    PROTECTED,
    EXCLUDED,
    NOT_INCLUDED,
    TOO_MANY_FILES,
    TOO_MANY_BYTES
  }

  /**
   * What a view sees of some files.
   *
   * @param paths what it sees, in the order they came
   * @param leftOut how many it does not see, by reason; reasons of none are not there
   */
  public record Selection(List<String> paths, Map<Reason, Integer> leftOut) {

    /** Takes copies. */
    public Selection {
      paths = List.copyOf(paths);
      leftOut = Map.copyOf(leftOut);
    }
  }

  /** A file and how long it is. */
  public record Sized(String path, long bytes) {}

  private record Effective(List<Glob> include, List<Glob> exclude, int files, long bytes) {}

  private final List<Glob> protectedFolders;
  private final Map<View, Effective> views;

  private PathScope(List<Glob> protectedFolders, Map<View, Effective> views) {
    this.protectedFolders = protectedFolders;
    this.views = views;
  }

  /**
   * A scope with these rules and folders that nobody sees.
   *
   * @throws IllegalArgumentException for a pattern that is none; says which view's, and at which
   *     character
   */
  public static PathScope of(Map<View, Rules> rules, List<String> protectedFolders) {
    Map<View, Effective> views = new EnumMap<>(View.class);
    Effective before = new Effective(List.of(), List.of(), Integer.MAX_VALUE, Long.MAX_VALUE);
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
   * Why a view does not see a path; empty if it does.
   *
   * @throws IllegalArgumentException for a path that {@link ResourcePath#check} refuses
   */
  public Optional<Reason> hides(View view, String path) {
    ResourcePath.check(path);
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

  /** What a view sees of these files: the first ones up to its limits, whole files only. */
  public Selection select(View view, Iterable<Sized> files) {
    Effective rules = rules(view);
    List<String> seen = new ArrayList<>();
    Map<Reason, Integer> leftOut = new EnumMap<>(Reason.class);
    long bytes = 0;
    for (Sized file : files) {
      Optional<Reason> hidden = hides(view, file.path);
      if (hidden.isEmpty() && seen.size() >= rules.files) {
        hidden = Optional.of(Reason.TOO_MANY_FILES);
      } else if (hidden.isEmpty() && file.bytes > rules.bytes - bytes) {
        hidden = Optional.of(Reason.TOO_MANY_BYTES);
      }
      if (hidden.isEmpty()) {
        seen.add(file.path);
        bytes += file.bytes;
      } else {
        leftOut.merge(hidden.get(), 1, Integer::sum);
      }
    }
    return new Selection(seen, leftOut);
  }

  private Effective rules(View view) {
    return Objects.requireNonNull(views.get(view));
  }

  private static boolean any(List<Glob> globs, String path) {
    return globs.stream().anyMatch(glob -> glob.matches(path));
  }
}

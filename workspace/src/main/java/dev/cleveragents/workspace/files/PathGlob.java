package dev.cleveragents.workspace.files;

import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern of paths: {@code *}, {@code ?}, {@code [a-z]} and {@code {a,b}} within a name, {@code
 * **} for any number of folders, also none. Without a slash it matches names in every folder.
 * Immutable.
 */
public final class PathGlob {

  private static final int LONGEST = 500;

  private final List<PathMatcher> matchers;
  private final boolean names;

  private PathGlob(List<PathMatcher> matchers, boolean names) {
    this.matchers = matchers;
    this.names = names;
  }

  /** Reads a pattern; empty if it is none. */
  public static Optional<PathGlob> of(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      List<PathMatcher> matchers = new ArrayList<>();
      // The library lets "**/" stand for at least one folder.
      for (String each : List.of(text, text.replaceFirst("^\\*\\*/", "").replace("/**/", "/"))) {
        matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + each));
      }
      return Optional.of(new PathGlob(matchers, !text.contains("/")));
    } catch (PatternSyntaxException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Whether a relative path matches. */
  public boolean matches(String path) {
    Path whole = Path.of(path);
    Path name = names ? whole.getFileName() : whole;
    return name != null && matchers.stream().anyMatch(matcher -> matcher.matches(name));
  }
}

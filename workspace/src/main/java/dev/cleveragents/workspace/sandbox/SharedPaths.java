package dev.cleveragents.workspace.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The paths that commands of plans may write besides their sandboxes: temporary folders, and the
 * folders in which build tools and coding agents keep caches, settings and sessions. None of them
 * holds the user's work, but some hold programs and settings: see SECURITY.md. A value.
 *
 * @param all the paths, whether they exist or not
 * @param made those that are created if they are missing, because tools expect to create them
 * @param temporary those that are for temporary files: repositories of the user's there are not
 *     shared, except below another path of the list
 * @param atRest how old a repository there must be to count as the user's. Younger ones are those
 *     of programs at work, and one that vanishes while it is being guarded keeps a command from
 *     starting
 */
public record SharedPaths(List<Path> all, List<Path> made, List<Path> temporary, Duration atRest) {

  private static final Logger log = LoggerFactory.getLogger(SharedPaths.class);

  private static final Duration AT_REST = Duration.ofHours(1);

  /** In a list of paths, the placeholder for the default ones. */
  public static final String DEFAULT = "default";

  private static final List<String> TEMPORARY = List.of("/tmp", "/var/tmp");

  /** Below the user's home; created if missing, so that a first build works. */
  private static final List<String> CACHES = List.of(".cache", ".m2", ".gradle", ".npm");

  private static final List<String> OF_TOOLS =
      List.of(
          // build tools
          ".ivy2",
          ".sbt",
          ".coursier",
          ".yarn",
          ".yarnrc",
          ".pnpm-store",
          ".bun",
          ".deno",
          ".node-gyp",
          ".cargo",
          ".rustup",
          "go/pkg",
          ".nuget",
          ".dotnet",
          ".gem",
          ".bundle",
          ".pub-cache",
          ".java",
          ".local/share",
          ".local/state",
          // coding agents
          ".claude",
          ".claude.json",
          ".codex",
          ".gemini",
          ".aider",
          ".copilot",
          ".cursor",
          ".opencode",
          ".qwen",
          ".config/opencode",
          ".config/goose",
          ".config/configstore");

  public SharedPaths {
    all = List.copyOf(all);
    made = List.copyOf(made);
    temporary = List.copyOf(temporary);
  }

  /** Paths none of which is for temporary files. */
  public SharedPaths(List<Path> all, List<Path> made) {
    this(all, made, List.of(), AT_REST);
  }

  /** The paths that are shared by default. */
  public static SharedPaths defaults(Path userHome) {
    List<Path> temporary = new ArrayList<>();
    TEMPORARY.forEach(path -> temporary.add(Path.of(path)));
    temporary.add(Path.of(System.getProperty("java.io.tmpdir")));
    temporary.addAll(named("TMPDIR"));
    List<Path> all = new ArrayList<>(temporary);
    all.addAll(named("XDG_RUNTIME_DIR", "XDG_CACHE_HOME"));
    List<Path> made = CACHES.stream().map(userHome::resolve).toList();
    all.addAll(made);
    OF_TOOLS.forEach(path -> all.add(userHome.resolve(path)));
    return new SharedPaths(all, made, temporary, AT_REST);
  }

  private static List<Path> named(String... variables) {
    return Stream.of(variables)
        .map(System.getenv()::get)
        .filter(value -> value != null && value.startsWith("/"))
        .map(Path::of)
        .toList();
  }

  /**
   * Reads a list of paths with commas between them: absolute ones, or below the home as {@code ~/};
   * {@code default} means {@link #defaults}.
   *
   * @throws IllegalArgumentException if one is neither; the message says which
   */
  public static SharedPaths parse(String text, Path userHome) {
    List<Path> all = new ArrayList<>();
    List<Path> made = new ArrayList<>();
    List<Path> temporary = new ArrayList<>();
    for (String entry : text.split(",", -1)) {
      String word = entry.strip();
      if (word.equals(DEFAULT)) {
        SharedPaths defaults = defaults(userHome);
        all.addAll(defaults.all());
        made.addAll(defaults.made());
        temporary.addAll(defaults.temporary());
      } else if (!word.isEmpty()) {
        all.add(path(word, userHome));
      }
    }
    return new SharedPaths(all, made, temporary, AT_REST);
  }

  private static Path path(String word, Path userHome) {
    try {
      Path path = word.startsWith("~/") ? userHome.resolve(word.substring(2)) : Path.of(word);
      if (path.isAbsolute()) {
        return path.normalize();
      }
    } catch (InvalidPathException e) {
      log.debug("No path: {}", word, e);
    }
    throw new IllegalArgumentException(
        "'%s' is not a path that commands can share: begin it with / or ~/, or write '%s'"
            .formatted(word, DEFAULT));
  }

  /**
   * The repositories in the temporary folders that were at rest before something began; not those
   * below a path that is shared by itself.
   *
   * @param ours folders that are not looked into
   */
  List<Path> repositories(Instant begin, List<Path> ours) {
    List<Path> chosen = all.stream().filter(path -> !temporary.contains(path)).toList();
    return TemporaryRepositories.below(temporary, begin.minus(atRest), ours).stream()
        .filter(path -> chosen.stream().noneMatch(path::startsWith))
        .toList();
  }

  /**
   * Creates the folders that tools expect to be able to create. Skips one that cannot be created,
   * and one that would lie in a plan's project, because the user's home may be a project.
   */
  void makeMissing(List<Path> originals) {
    for (Path path : made) {
      Path parent = path.getParent();
      try {
        if (Files.notExists(path)
            && parent != null
            && Files.isDirectory(parent)
            && originals.stream().noneMatch(parent.toRealPath()::startsWith)) {
          Files.createDirectory(path);
        }
      } catch (IOException e) {
        log.debug("Cannot create {}; commands run without it", path, e);
      }
    }
  }
}

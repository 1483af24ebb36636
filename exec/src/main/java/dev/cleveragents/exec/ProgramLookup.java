package dev.cleveragents.exec;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the file of a program the way a shell would, so that a missing one is a clear error. */
public final class ProgramLookup {

  static final String SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";

  private ProgramLookup() {}

  /** A search path with the absolute entries of this one; that of the system if it has none. */
  public static String absolute(String searchPath) {
    String absolute =
        Stream.of(searchPath.split(File.pathSeparator, -1))
            .filter(entry -> entry.startsWith("/"))
            .collect(Collectors.joining(File.pathSeparator));
    return absolute.isEmpty() ? SYSTEM_PATH : absolute;
  }

  /**
   * The program's file.
   *
   * @param name a name to look for on the search path, or with a slash a path from the directory
   * @throws CannotStartException if the directory or the program is not there or cannot be used
   */
  static Path find(String name, Path directory, String searchPath) {
    checkDirectory(name, directory);
    if (name.contains("/")) {
      Path file = directory.resolve(name);
      return executable(file).orElseThrow(() -> notExecutable(name, file));
    }
    List<Path> places = places(name, directory, searchPath);
    return places.stream()
        .flatMap(place -> executable(place).stream())
        .findFirst()
        .orElseThrow(() -> notFound(name, places, searchPath));
  }

  private static void checkDirectory(String name, Path directory) {
    if (Files.isDirectory(directory)) {
      return;
    }
    throw new CannotStartException(
        Files.exists(directory)
            ? "'%s' was not started: its working directory %s is not a directory. Name one"
                .formatted(name, directory)
            : "'%s' was not started: its working directory %s does not exist. Create it or name another"
                .formatted(name, directory));
  }

  /** An empty entry of a search path means the working directory. */
  private static List<Path> places(String name, Path directory, String searchPath) {
    return Stream.of(searchPath.split(File.pathSeparator, -1))
        .flatMap(entry -> inside(directory, entry, name).stream())
        .toList();
  }

  private static Optional<Path> inside(Path directory, String entry, String name) {
    try {
      return Optional.of(directory.resolve(entry).resolve(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> executable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file)
        ? Optional.of(file.toAbsolutePath())
        : Optional.empty();
  }

  private static CannotStartException notFound(String name, List<Path> places, String searchPath) {
    return places.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .map(file -> notExecutable(name, file))
        .orElseGet(
            () ->
                new CannotStartException(
                    "'%s' was not started: no program of that name is on the PATH (%s). Install it or give its path"
                        .formatted(name, searchPath)));
  }

  private static CannotStartException notExecutable(String name, Path file) {
    String why =
        !Files.exists(file)
            ? "does not exist. Check the path"
            : Files.isDirectory(file)
                ? "is a directory. Name a program in it"
                : "may not be executed. Try: chmod +x " + file;
    return new CannotStartException("'%s' was not started: %s %s".formatted(name, file, why));
  }
}

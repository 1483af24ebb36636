package dev.cleveragents.exec;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;

/** Tells whether a program is installed, without running it. */
public final class InstalledPrograms {

  private InstalledPrograms() {}

  /** Whether a program of that name is in a folder of this search path. */
  public static boolean on(String searchPath, String name) {
    return Arrays.stream(searchPath.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> isExecutable(folder, name));
  }

  private static boolean isExecutable(String folder, String name) {
    try {
      Path file = Path.of(folder, name);
      return Files.isRegularFile(file) && Files.isExecutable(file);
    } catch (InvalidPathException e) {
      return false;
    }
  }
}

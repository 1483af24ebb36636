package dev.cleveragents.context.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reckons with paths of a project, which have forward slashes and no beginning. */
final class ProjectPaths {

  private ProjectPaths() {}

  /** The folder of a file; empty for the top. */
  static String folder(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  /** The file's own name. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The file's name without its ending. */
  static String stem(String path) {
    String name = name(path);
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? name : name.substring(0, dot);
  }

  /** The ending of the file's name with its dot, or empty. */
  static String ending(String path) {
    return name(path).substring(stem(path).length());
  }

  /** The path without its ending. */
  static String withoutEnding(String path) {
    return path.substring(0, path.length() - ending(path).length());
  }

  static String join(String folder, String rest) {
    return folder.isEmpty() ? rest : folder + "/" + rest;
  }

  /** A path with dots from a folder, without them; nothing if it leaves the project. */
  static Optional<String> resolve(String folder, String relative) {
    List<String> parts = new ArrayList<>();
    for (String part : join(folder, relative).split("/", -1)) {
      if (part.equals("..")) {
        if (parts.isEmpty()) {
          return Optional.empty();
        }
        parts.removeLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("/", parts));
  }

  /** The folder itself and all that are around it, the nearest first, the top last. */
  static List<String> upwards(String folder) {
    List<String> all = new ArrayList<>();
    String each = folder;
    while (!each.isEmpty()) {
      all.add(each);
      each = folder(each);
    }
    all.add("");
    return all;
  }
}

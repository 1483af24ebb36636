package dev.cleveragents.workspace.sandbox.tree;

import java.nio.file.Path;
import java.util.List;

/**
 * How the files of a resource become contents and the other way round, and which files count. The
 * same for the resource and its sandboxes, or a plan would see changes that no user made.
 *
 * @param objects the directory of the repository's objects, which sandboxes borrow
 * @param format the hash the repository goes by
 * @param shallow what {@code shallow} says there; empty for a whole history
 * @param configuration the settings that matter, each a name and a value
 * @param exclude patterns of files that do not count, besides those in the files themselves
 * @param attributes rules of conversion, besides those in the files themselves
 * @param protectedFolders names of folders that are left out where there are no other rules of what
 *     to ignore; empty for a git checkout
 * @param sources the files of the user that settings come from
 */
public record RepositoryRules(
    Path objects,
    String format,
    String shallow,
    List<Setting> configuration,
    String exclude,
    String attributes,
    List<String> protectedFolders,
    List<Path> sources) {

  public RepositoryRules {
    configuration = List.copyOf(configuration);
    protectedFolders = List.copyOf(protectedFolders);
    sources = List.copyOf(sources);
  }

  /** Rules from no file of the user. */
  public RepositoryRules(
      Path objects,
      String format,
      String shallow,
      List<Setting> configuration,
      String exclude,
      String attributes,
      List<String> protectedFolders) {
    this(objects, format, shallow, configuration, exclude, attributes, protectedFolders, List.of());
  }

  /** The same from these files. */
  public RepositoryRules withSources(List<Path> files) {
    return new RepositoryRules(
        objects, format, shallow, configuration, exclude, attributes, protectedFolders, files);
  }

  /** One setting of git, by its whole name. */
  public record Setting(String name, String value) {

    /** As it is written in a configuration file. */
    String text() {
      int first = name.indexOf('.');
      int last = name.lastIndexOf('.');
      String section = name.substring(0, first);
      String below = first == last ? "" : " \"" + escaped(name.substring(first + 1, last)) + "\"";
      return "[%s%s]\n\t%s = \"%s\"\n"
          .formatted(section, below, name.substring(last + 1), escaped(value));
    }

    private static String escaped(String text) {
      return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
  }

  /** How many bytes the id of an object has. */
  int idBytes() {
    return format.equals("sha256") ? 32 : 20;
  }

  /** Whether everything counts that is not in a protected folder. */
  boolean everything() {
    return !protectedFolders.isEmpty();
  }
}

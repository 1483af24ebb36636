package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.workspace.files.OpenDirectory;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The repository among the files of a sandbox, which commands see and write.
 *
 * <ul>
 *   <li>Git never runs in it: its configuration, attributes and hooks name programs, and outside of
 *       the confinement of commands those would run as the user. Its refs are read here, and its
 *       objects are borrowed by git in a repository of ours.
 *   <li>Whatever is in the place of a file, as a link or a pipe, is not read; nor are more than
 *       {@value #MOST_REFS} refs.
 * </ul>
 */
final class VisibleRepository {

  static final int MOST_REFS = 1000;
  private static final int MOST_BYTES = 4 << 20;
  private static final int DEEPEST = 32;
  private static final String BORROWED = "objects/info/alternates";
  private static final Pattern OBJECT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern BRANCH = Pattern.compile("ref: (refs/heads/[^\\s\\\\]+)");
  private static final Pattern PACKED =
      Pattern.compile("((?:[0-9a-f]{40}|[0-9a-f]{64})) (refs/\\S+)");

  /** Where git keeps refs in another form, which is not read here. */
  private static final String OTHER_FORM = "reftable";

  private final Path files;
  private final Path sandbox;
  private final Path own;

  /**
   * @param files of the sandbox, with no link in the path
   */
  VisibleRepository(Path files) {
    this.files = files;
    this.sandbox = PrivateDirectory.parent(PrivateDirectory.parent(files));
    this.own = files.resolve(".git");
  }

  /** The object that is checked out, if there is one. */
  Optional<String> head() {
    Optional<String> head = read("HEAD");
    Matcher branch = BRANCH.matcher(head.orElse(""));
    if (!branch.matches()) {
      return head.filter(VisibleRepository::isObject);
    }
    String ref = branch.group(1);
    return read(ref)
        .or(() -> Optional.ofNullable(packed().get(ref)))
        .filter(VisibleRepository::isObject);
  }

  /** All refs, each with its object. One whose object cannot be told has an empty one. */
  Map<String, String> refs() {
    Map<String, String> refs = packed();
    if (Files.exists(own.resolve(OTHER_FORM), LinkOption.NOFOLLOW_LINKS)) {
      refs.put(OTHER_FORM, "");
    }
    if (Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> loose = Files.walk(own.resolve("refs"), DEEPEST)) {
        loose
            .filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
            .limit(MOST_REFS)
            .map(path -> own.relativize(path).toString())
            .forEach(
                ref -> refs.put(ref, read(ref).filter(VisibleRepository::isObject).orElse("")));
      } catch (IOException e) {
        refs.put("refs", "");
      }
    }
    return refs;
  }

  private Map<String, String> packed() {
    Map<String, String> refs = new TreeMap<>();
    read("packed-refs").stream()
        .flatMap(String::lines)
        .map(PACKED::matcher)
        .filter(Matcher::matches)
        .limit(MOST_REFS)
        .forEach(line -> refs.put(line.group(2), line.group(1)));
    return refs;
  }

  private static boolean isObject(String text) {
    return OBJECT.matcher(text).matches();
  }

  /**
   * Git that has its objects, too; empty if a command has made it borrow those of others.
   *
   * @param git in the ledger, or with an index and objects of its own
   * @param others directories of objects that git borrows besides
   */
  Optional<Git> lend(Git git, List<Path> others) {
    Path objects = own.resolve("objects");
    if (!Files.isDirectory(objects, LinkOption.NOFOLLOW_LINKS)
        || !lines(sandbox, "ledger.git/" + BORROWED)
            .containsAll(lines(files, ".git/" + BORROWED))) {
      return Optional.empty();
    }
    return Optional.of(
        git.with(
            "GIT_ALTERNATE_OBJECT_DIRECTORIES",
            Stream.concat(others.stream(), Stream.of(objects))
                .map(VisibleRepository::quoted)
                .collect(Collectors.joining(":"))));
  }

  /** In quotes a name may contain a colon, which otherwise separates names. */
  static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static List<String> lines(Path folder, String file) {
    return read(folder, file).stream().flatMap(String::lines).toList();
  }

  private Optional<String> read(String name) {
    return name.contains("..") ? Optional.empty() : read(files, ".git/" + name);
  }

  private static Optional<String> read(Path folder, String path) {
    List<String> names = List.of(path.split("/"));
    try (OpenDirectory start = OpenDirectory.open(folder);
        OpenDirectory there = start.descend(names.subList(0, names.size() - 1))) {
      return there
          .contents(names.getLast(), MOST_BYTES)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

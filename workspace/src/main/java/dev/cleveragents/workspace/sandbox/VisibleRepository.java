package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.OpenDirectory;
import dev.cleveragents.workspace.files.PrivateDirectory;
import dev.cleveragents.workspace.sandbox.tree.AlternatesRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
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
 *   <li>A link or a pipe in the place of a file is not read; nor are more than {@value #MOST_REFS}
 *       refs.
 * </ul>
 */
public final class VisibleRepository {

  static final int MOST_REFS = 1000;
  private static final int MOST_BYTES = 4 << 20;
  private static final long LARGEST_INDEX = 256L << 20;

  /** Git waits for ever for an object that is a pipe. */
  private static final Duration LENT_FOR = Duration.ofSeconds(20);

  private static final int DEEPEST = 32;
  private static final String BORROWED = "objects/info/alternates";
  private static final Pattern OBJECT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern BRANCH = Pattern.compile("ref: (refs/heads/[^\\s\\\\]+)");
  private static final Pattern PACKED =
      Pattern.compile("((?:[0-9a-f]{40}|[0-9a-f]{64})) (refs/\\S+)");

  private static final Pattern REF = Pattern.compile("refs/[^\\s~^:?*\\[\\\\]+");
  private static final String GIT = ".git";

  /** The branch that commands see where the user has none checked out. */
  static final String NO_BRANCH = "refs/heads/master";

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
    this.own = files.resolve(GIT);
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
    if (areFolders(own)) {
      if (Files.exists(own.resolve(OTHER_FORM), LinkOption.NOFOLLOW_LINKS)) {
        refs.put(OTHER_FORM, "");
      }
      try (Stream<Path> loose = Files.walk(own.resolve("refs"), DEEPEST)) {
        loose
            .filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
            .limit(MOST_REFS)
            .map(path -> own.relativize(path).toString())
            .forEach(
                ref -> refs.put(ref, read(ref).filter(VisibleRepository::isObject).orElse("")));
      } catch (IOException | UncheckedIOException e) {
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
    if (!areFolders(own, objects)
        || !lines(sandbox, "ledger.git/" + BORROWED)
            .containsAll(lines(files, ".git/" + BORROWED))) {
      return Optional.empty();
    }
    return Optional.of(
        git.withDeadline(LENT_FOR)
            .with(
                "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                Stream.concat(others.stream(), Stream.of(objects))
                    .map(VisibleRepository::quoted)
                    .collect(Collectors.joining(":"))));
  }

  /** Puts what the ledger has seen into its index, for commands that look at a commit to be. */
  public void stage() throws IOException {
    write("index", Files.readAllBytes(ledger().resolve("index")));
  }

  /** Puts a file of these bytes in the place of a file or a link. */
  public void write(String name, byte[] bytes) throws IOException {
    Path fresh = fresh();
    try (OpenDirectory ours = OpenDirectory.open(sandbox);
        OpenDirectory start = OpenDirectory.open(files);
        OpenDirectory there = start.enter(GIT)) {
      Files.write(fresh, bytes, StandardOpenOption.CREATE_NEW);
      ours.move(fresh.getFileName().toString(), there, name);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /**
   * The text of a file in it; empty if there is no file.
   *
   * @throws IOException if it has more bytes than these
   */
  public Optional<String> text(String name, int mostBytes) throws IOException {
    try (OpenDirectory start = OpenDirectory.open(files);
        OpenDirectory there = start.enter(GIT)) {
      return there
          .contents(name, mostBytes)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
  }

  /**
   * Rebuilds it with its commits and branches and with the settings of the beginning: the user is
   * about to work in the files, and git of the user obeys settings and runs hooks. No command of
   * the plan may run meanwhile.
   *
   * @param keepsIndex whether an index of commands may stay
   */
  void renew(Predicate<Path> keepsIndex) throws IOException {
    Optional<String> head = read("HEAD").filter(it -> isObject(it) || BRANCH.matcher(it).matches());
    Map<String, String> refs = refs();
    Path fresh = fresh();
    Path old = fresh();
    try (OpenDirectory ours = OpenDirectory.open(sandbox);
        OpenDirectory there = OpenDirectory.open(files)) {
      AlternatesRepository.copy(ledger(), fresh, NO_BRANCH, Optional.empty());
      if (there.look(GIT).isPresent()) {
        there.move(GIT, ours, old.getFileName().toString());
      }
      if (head.isPresent()) {
        Files.writeString(fresh.resolve("HEAD"), head.get() + "\n");
      }
      Files.writeString(fresh.resolve("packed-refs"), packed(refs));
      if (areFolders(old, old.resolve("objects"), old.resolve("objects/info"))) {
        Files.deleteIfExists(old.resolve(BORROWED));
        Files.move(fresh.resolve(BORROWED), old.resolve(BORROWED));
        Deletion.of(fresh.resolve("objects"));
        Files.move(old.resolve("objects"), fresh.resolve("objects"));
      }
      Path index = old.resolve("index");
      boolean kept =
          areFolders(old)
              && Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)
              && Files.size(index) < LARGEST_INDEX
              && keepsIndex.test(index);
      Files.copy(kept ? index : ledger().resolve("index"), fresh.resolve("index"));
      ours.move(fresh.getFileName().toString(), there, GIT);
    } finally {
      Deletion.of(fresh);
      Deletion.of(old);
    }
  }

  /** Whether each is a folder itself; a link to one would lead out. */
  private static boolean areFolders(Path... outerFirst) {
    return Stream.of(outerFirst).allMatch(it -> Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS));
  }

  private static String packed(Map<String, String> refs) {
    return refs.entrySet().stream()
        .filter(ref -> !ref.getValue().isEmpty() && REF.matcher(ref.getKey()).matches())
        .map(ref -> ref.getValue() + " " + ref.getKey() + "\n")
        .collect(Collectors.joining());
  }

  /** A name in the folder of the sandbox, where no command writes. */
  private Path fresh() {
    return sandbox.resolve(UUID.randomUUID().toString());
  }

  private Path ledger() {
    return sandbox.resolve("ledger.git");
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

package dev.cleveragents.workspace.apply;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.apply.git.EmptyTree;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A repository of a user, with what a plan that began in it has to apply. */
final class ApplyRepository {

  final Path root;
  private final GitRepository repository;

  ApplyRepository(Path root) {
    this.root = root;
    this.repository = new GitRepository(root);
  }

  /** With one commit: files a, b and folder/c. Made once and then copied, which is quicker. */
  static ApplyRepository with(Path root) throws Exception {
    Path made = Model.MADE;
    try (Stream<Path> all = Files.walk(made)) {
      for (Path each : all.toList()) {
        Path copy = root.resolve(made.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(each, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
    ApplyRepository repository = new ApplyRepository(root);
    repository.git("update-index", "-q", "--refresh");
    return repository;
  }

  private static final class Model {
    static final Path MADE = make();

    private static Path make() {
      try {
        Path place = Files.createTempDirectory("model");
        ApplyRepository repository = empty(place);
        repository.write("a", "a\n").write("b", "b\n").write("folder/c", "c\n");
        repository.repository.commit("one");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> forget(place)));
        return place;
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }

    private static void forget(Path place) {
      try {
        Deletion.of(place);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static ApplyRepository empty(Path root) {
    GitRepository.init(root);
    return new ApplyRepository(root);
  }

  ApplyRepository write(String path, String text) {
    repository.write(path, text);
    return this;
  }

  String read(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  boolean has(String path) {
    return Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  String git(String... arguments) {
    return repository.git(arguments);
  }

  String head() {
    return repository.head();
  }

  /** What a plan that began with the last commit has for the branch main. */
  GitTarget target(PlanId plan, Edits edits) throws Exception {
    String base = head();
    return new GitTarget(resource(), "refs/heads/main", base, result(plan, base, edits));
  }

  /**
   * A commit that differs from a base as told, and is not checked out.
   *
   * @param edits per path {@code mode:content}, or null for a file that goes away
   */
  String result(PlanId plan, String base, Edits edits) throws Exception {
    Path index = Files.createTempDirectory("index").resolve("index");
    Map<String, String> variables = Map.of("GIT_INDEX_FILE", index.toString());
    repository.git(variables, "", "read-tree", base);
    StringBuilder lines = new StringBuilder();
    // What goes away first: a folder may become a file.
    for (boolean removed : new boolean[] {true, false}) {
      for (Map.Entry<String, Edit> edit : edits.edits.entrySet()) {
        Edit to = edit.getValue();
        if (to.mode().isEmpty() == removed) {
          lines
              .append(removed ? "0 " + "0".repeat(40) : to.mode() + " " + blob(to.content()))
              .append("\t" + edit.getKey() + "\0");
        }
      }
    }
    repository.git(variables, lines.toString(), "update-index", "-z", "--add", "--index-info");
    String tree = repository.git(variables, "", "write-tree");
    String commit =
        base.equals(EmptyTree.of(base))
            ? git("commit-tree", "-m", "result", tree)
            : git("commit-tree", "-m", "result", "-p", base, tree);
    git("update-ref", "refs/cleveragents/plans/" + plan, commit);
    return commit;
  }

  private String blob(String content) throws Exception {
    return content.startsWith("commit:")
        ? content.substring("commit:".length())
        : repository.git(Map.of(), content, "hash-object", "-w", "--no-filters", "--stdin");
  }

  record Edit(String mode, String content) {}

  /** What a plan did. */
  static final class Edits {
    private final Map<String, Edit> edits = new TreeMap<>();

    static Edits of() {
      return new Edits();
    }

    Edits put(String path, String content) {
      return put("100644", path, content);
    }

    Edits put(String mode, String path, String content) {
      edits.put(path, new Edit(mode, content));
      return this;
    }

    Edits delete(String path) {
      edits.put(path, new Edit("", ""));
      return this;
    }
  }

  Resource resource() {
    return resource("repo");
  }

  Resource resource(String name) {
    return Resource.of(Name.of(name), ResourceType.GIT_CHECKOUT, root);
  }

  /** Every file of the work tree and of git, but objects, by its exact bytes. */
  Map<String, String> everything() throws IOException {
    return everything(root);
  }

  static Map<String, String> everything(Path root) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        String name = root.relativize(file).toString();
        if (name.startsWith(".git/objects") || name.startsWith(".git/refs/cleveragents")) {
          continue;
        }
        if (Files.isSymbolicLink(file)) {
          all.put(name, "-> " + Files.readSymbolicLink(file));
        } else if (Files.isRegularFile(file)) {
          all.put(name, Files.getPosixFilePermissions(file) + Sha256.of(Files.readAllBytes(file)));
        } else if (!name.startsWith(".git")) {
          all.put(name, "folder");
        }
      }
    }
    return all;
  }

  /** Every lock file that git or we may have left. */
  List<Path> locks() throws Exception {
    Path common = Path.of(git("rev-parse", "--path-format=absolute", "--git-common-dir"));
    try (Stream<Path> all = Files.walk(common)) {
      return all.filter(it -> it.toString().endsWith(".lock")).toList();
    }
  }

  List<String> ourRefs() throws Exception {
    return git("for-each-ref", "--format=%(refname)", "refs/cleveragents").lines().toList();
  }

  String status() throws Exception {
    return git("status", "--porcelain", "--untracked-files=all");
  }
}

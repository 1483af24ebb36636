package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.Sha256;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A real repository of a user, with real git. */
final class TestRepository {

  final Path root;

  TestRepository(Path root) {
    this.root = root;
  }

  /** With one commit: files a, b and folder/c. */
  static TestRepository with(Path root) throws Exception {
    TestRepository repository = empty(root);
    repository.write("a", "a\n").write("b", "b\n").write("folder/c", "c\n");
    repository.git("add", "-A");
    repository.git("commit", "-qm", "one");
    return repository;
  }

  static TestRepository empty(Path root) throws Exception {
    Files.createDirectories(root);
    TestRepository repository = new TestRepository(root);
    repository.git("init", "-q", "-b", "main");
    repository.git("config", "user.name", "A User");
    repository.git("config", "user.email", "user@example.org");
    return repository;
  }

  TestRepository write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }

  String read(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  boolean has(String path) {
    return Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  String git(String... arguments) throws Exception {
    return git(Map.of(), "", arguments);
  }

  String git(Map<String, String> variables, String input, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    CommandResult result =
        Command.of(line)
            .withDirectory(root)
            .withVariables(variables)
            .withVariable("GIT_CONFIG_GLOBAL", "/dev/null")
            .withInput(input)
            .run(CancellationToken.none());
    if (!result.succeeded()) {
      throw new AssertionError(line + ": " + result.errors().text());
    }
    return result.output().text().stripTrailing();
  }

  String head() throws Exception {
    return git("rev-parse", "HEAD");
  }

  /**
   * A commit that differs from a base as told, and is not checked out.
   *
   * @param edits per path {@code mode:content}, or null for a file that goes away
   */
  String result(PlanId plan, String base, Edits edits) throws Exception {
    Path index = Files.createTempDirectory("index").resolve("index");
    Map<String, String> variables = Map.of("GIT_INDEX_FILE", index.toString());
    git(variables, "", "read-tree", base);
    for (Map.Entry<String, Edit> edit : edits.edits.entrySet()) {
      String path = edit.getKey();
      Edit to = edit.getValue();
      String line =
          to.mode().isEmpty()
              ? "0 " + "0".repeat(40) + "\t" + path
              : to.mode() + " " + blob(to.content()) + "\t" + path;
      git(variables, line + "\0", "update-index", "-z", "--add", "--index-info");
    }
    String tree = git(variables, "", "write-tree");
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
        : git(Map.of(), content, "hash-object", "-w", "--no-filters", "--stdin");
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

  List<String> ourRefs() throws Exception {
    return git("for-each-ref", "--format=%(refname)", "refs/cleveragents").lines().toList();
  }

  String status() throws Exception {
    return new String(
        git("status", "--porcelain", "--untracked-files=all").getBytes(StandardCharsets.UTF_8),
        StandardCharsets.UTF_8);
  }
}

package dev.cleveragents.workspace.sandbox.source;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.files.PrivateDirectory;
import dev.cleveragents.workspace.sandbox.tree.RepositoryRules;
import dev.cleveragents.workspace.sandbox.tree.SandboxRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A repository of our own that holds what a plain directory contained whenever a plan began. So a
 * plan that resumes after a crash finds the same base, whatever the user has done in the directory
 * since. Its index remembers size, times and inode of every file, so that only what has changed is
 * read again.
 *
 * <p>Any number of processes may use one at once: each works on its own copy of the index and
 * renames it into place; objects are only ever added.
 *
 * @param plain git with no repository in particular
 * @param git with that repository and the user's directory as its files
 * @param repository where it is
 * @param directory the user's directory
 */
public record DirectorySource(Git plain, Git git, Path repository, Path directory)
    implements SandboxSource {

  /** Folders that belong to tools and are left out of copies. */
  public static final List<String> PROTECTED =
      List.of(
          ".git",
          ".hg",
          ".svn",
          ".jj",
          "node_modules",
          ".venv",
          "__pycache__",
          ".tox",
          ".mypy_cache",
          ".pytest_cache",
          ".gradle");

  /** How the names of what is being made begin; the rest says who makes it. */
  static final String NEW = "new";

  static final String INDEX = "index";

  /** Beats what files called {@code .gitattributes} say: a plain directory has no conversions. */
  public static final String AS_IT_IS =
      "* -text -eol -ident -filter -working-tree-encoding -crlf\n";

  static DirectorySource of(Git plain, Path repository, Path directory) {
    Git own = plain.withoutUserConfiguration();
    return new DirectorySource(
        own, own.withRepository(repository, directory), repository, directory);
  }

  /** Makes the repository if it is not there. */
  void prepare(CancellationToken token) throws InterruptedException {
    if (Files.isDirectory(repository)) {
      return;
    }
    try {
      Path parent = PrivateDirectory.create(PrivateDirectory.parent(repository));
      Path made = Files.createTempDirectory(parent, MakerProcess.nameFor(NEW));
      plain.run(List.of("init", "--quiet", "--bare", "--template=", made.toString()), token);
      plain.in(made).run(List.of("config", "core.bare", "false"), token);
      Files.createDirectories(made.resolve("info"));
      Files.writeString(made.resolve("info/attributes"), AS_IT_IS);
      Files.writeString(made.resolve("info/exclude"), exclude());
      try {
        Files.move(made, repository, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        // Another process was first: its repository is as good.
        Deletion.of(made);
        if (!Files.isDirectory(repository)) {
          throw e;
        }
      }
    } catch (IOException e) {
      throw OperationException.failed(
          "%s cannot be made: %s".formatted(repository, e.getMessage()), e);
    }
  }

  @Override
  public String base(CancellationToken token) throws InterruptedException {
    prepare(token);
    Path index = repository.resolve("index");
    try {
      Path own = Files.createTempFile(repository, MakerProcess.nameFor(INDEX), ".new");
      try {
        copyIndex(index, own);
        Git git = git().withIndex(own);
        add(git, token);
        String tree = git.text(token, "write-tree");
        refuseRepositoriesInside(git, token);
        Files.move(own, index, StandardCopyOption.ATOMIC_MOVE);
        return tree;
      } finally {
        Files.deleteIfExists(own);
      }
    } catch (IOException e) {
      throw OperationException.failed(
          "%s cannot be looked at: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private void add(Git git, CancellationToken token) throws InterruptedException {
    try {
      git.run(SandboxRepository.addEverything(PROTECTED), token);
    } catch (GitException e) {
      refuseRepositoriesInside(git, token);
      throw OperationException.failed("%s cannot be read: %s".formatted(directory, e.reason()), e);
    }
  }

  private void refuseRepositoriesInside(Git git, CancellationToken token)
      throws InterruptedException {
    List<String> inside = new ArrayList<>();
    for (String entry : git.items(token, "ls-files", "-z", "--stage", "--cached")) {
      if (entry.startsWith(SandboxRepository.SUBMODULE)) {
        inside.add(entry.substring(entry.indexOf('\t') + 1));
      }
    }
    git.items(token, "ls-files", "-z", "--others").stream()
        .filter(path -> path.endsWith("/"))
        .forEach(inside::add);
    if (!inside.isEmpty()) {
      throw new OperationException(
          OperationException.Kind.INVALID,
          "%s holds git repositories (%s), which cannot be copied as plain files"
              .formatted(directory, String.join(", ", inside)),
          "Add each of them as a resource of type git-checkout",
          null);
    }
  }

  private static void copyIndex(Path index, Path to) throws IOException {
    try {
      Files.copy(index, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException e) {
      // Git takes a missing index for an empty one, but not an empty file.
      Files.deleteIfExists(to);
    }
  }

  @Override
  public List<String> unseen(CancellationToken token) throws InterruptedException {
    return git.items(
        token,
        "ls-files",
        "-z",
        "--others",
        "--ignored",
        "--exclude-from=" + repository.resolve("info/exclude"));
  }

  @Override
  public RepositoryRules rules(CancellationToken token) throws InterruptedException {
    return new RepositoryRules(
        repository.resolve("objects"), "sha1", "", List.of(), exclude(), AS_IT_IS, PROTECTED);
  }

  private static String exclude() {
    return String.join("/\n", PROTECTED) + "/\n";
  }
}

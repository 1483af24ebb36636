package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.MountedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a sandbox: a git repository of our own that records its files with objects and an
 * index. It lies beside the files and not among them. The files may have a repository of their own;
 * a {@code git commit}, {@code stash}, {@code gc} or {@code config} in that one changes nothing
 * here.
 *
 * <p>Used by one thread at a time, for git locks its index; the sandbox guards that.
 */
public final class SandboxRepository {

  /** How git writes that an entry is a submodule. */
  public static final String SUBMODULE = "160000";

  /** After that, git is ended once to see what it may wait for. */
  private static final Duration USUAL_RESTORE = Duration.ofSeconds(10);

  private static final Pattern SPECIAL = Pattern.compile("[\\\\*?\\[\\]! #]");

  private final Git plain;
  private final Git git;
  private final Path repository;
  private final Path files;
  private final RepositoryRules rules;
  private final List<String> madeBySetUp = new ArrayList<>();
  private Set<String> submodules = Set.of();

  /** The index whose tree was written last; null before the first. */
  private @Nullable Written written;

  /** An index, and its tree: equal bytes have equal trees. */
  private record Written(String index, Tree tree) {}

  /**
   * @param plain git with no repository in particular
   * @param repository where it is or will be
   * @param files the files it keeps book of
   */
  public SandboxRepository(Git plain, Path repository, Path files, RepositoryRules rules) {
    this.plain = plain.in(files).withoutUserConfiguration();
    this.git =
        this.plain
            .withRepository(repository, files)
            .withIndex(repository.resolve("index"))
            // Pointers stay pointers: there is no server here to get large files from.
            .with("GIT_LFS_SKIP_SMUDGE", "1");
    this.repository = repository;
    this.files = files;
    this.rules = rules;
  }

  /** Makes the repository and writes the files of a base. */
  public void create(String base, CancellationToken token)
      throws InterruptedException, IOException {
    AlternatesRepository.make(plain, repository, rules, token);
    write(git, base, token);
  }

  /** Reopens the one that {@link #create} made. */
  public void reopen() throws IOException {
    if (Files.exists(setUpList())) {
      Collections.addAll(madeBySetUp, Files.readString(setUpList()).split("\0", -1));
    }
  }

  private Path setUpList() {
    return repository.resolve("made-by-set-up");
  }

  public Git git() {
    return git;
  }

  public Path repository() {
    return repository;
  }

  public Path files() {
    return files;
  }

  public Path index() {
    return repository.resolve("index");
  }

  BlobStore blobs() {
    return new BlobStore(git, repository.resolve("scratch"), BlobStore.MOST_BYTES);
  }

  /** The tree of a commit, or the tree itself. */
  public Tree treeOf(String base, CancellationToken token) throws InterruptedException {
    return new Tree(git.text(token, "rev-parse", "--verify", "--end-of-options", base + "^{tree}"));
  }

  /** The submodules of the base, as git lists them; every other repository is a command's. */
  List<String> submoduleEntries(Tree base, CancellationToken token) throws InterruptedException {
    byte[] listing = git.run(List.of("ls-tree", "-r", "-z", base.id()), token);
    submodules = NestedRepositories.of(listing);
    return Git.splitLeniently(listing).stream()
        .filter(entry -> entry.startsWith(SUBMODULE))
        .toList();
  }

  /** Whether another index knows no other repositories than the submodules of the base. */
  public boolean hasOnlySubmodules(Path index) {
    try {
      return NestedRepositories.in(index, rules.idBytes()).areAmong(submodules);
    } catch (OperationException e) {
      return false;
    }
  }

  /** Adds all files that count to the index and returns their tree. */
  public Tree add(CancellationToken token) throws InterruptedException {
    breakLock();
    try {
      NestedRepositories nested =
          NestedRepositories.in(index(), rules.idBytes()).onlyOf(submodules, git, token);
      new BoundedAdd(git, files, index()).run(addLine(), nested, token);
    } catch (GitException e) {
      refuse(repositoriesInside(token), e);
      boolean name = e.reason().contains("invalid path");
      throw OperationException.failed(
          "The sandbox cannot be read: %s%s"
              .formatted(e.reason(), name ? "; git allows no file or folder of that name" : ""),
          e);
    }
    if (written != null && written.index().equals(indexHash())) {
      return written.tree();
    }
    Tree tree = new Tree(git.text(token, "write-tree"));
    // Git notes in the index that the tree was written.
    written = new Written(indexHash(), tree);
    return tree;
  }

  private String indexHash() {
    try {
      return Sha256.of(Files.readAllBytes(index()));
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw OperationException.failed("The sandbox cannot be read: " + e.getMessage(), e);
    }
  }

  /** Adds every file that is in none of these folders, whatever files called .gitignore say. */
  public static List<String> addEverything(List<String> protectedFolders) {
    List<String> add = new ArrayList<>(List.of("add", "-A", "-f", "--", "."));
    protectedFolders.forEach(folder -> add.add(":(exclude,glob)**/" + folder + "/**"));
    return add;
  }

  private List<String> addLine() {
    if (!rules.everything()) {
      return List.of("add", "-A");
    }
    List<String> add = addEverything(rules.protectedFolders());
    madeBySetUp.forEach(path -> add.add(":(exclude,literal)" + path));
    return add;
  }

  /** The paths in the index, without submodules. */
  public List<String> paths(CancellationToken token) throws InterruptedException {
    return Git.splitLeniently(git.run(List.of("ls-files", "-z", "--stage"), token)).stream()
        .filter(entry -> !entry.startsWith(SUBMODULE))
        .map(entry -> entry.substring(entry.indexOf('\t') + 1))
        .toList();
  }

  /** The contents of the index, to be searched. */
  public IndexSearch contents() {
    return new IndexSearch(git);
  }

  private List<String> repositoriesInside(CancellationToken token) throws InterruptedException {
    return Git.splitLeniently(
            git.run(List.of("ls-files", "-z", "--others", "--exclude-standard"), token))
        .stream()
        .filter(path -> path.endsWith("/"))
        .toList();
  }

  /** Fails if the index differs from a tree in a repository within. */
  public void refuseSubmoduleChanges(Tree from, CancellationToken token)
      throws InterruptedException {
    List<TreeChange> changes =
        TreeComparison.parse(
                git.run(
                    List.of("diff-index", "--cached", "--raw", "-z", "--no-renames", from.id()),
                    token))
            .stream()
            .filter(TreeChange::touchesSubmodule)
            .toList();
    Submodules.refuseRemovals(changes);
    refuse(changes.stream().map(TreeChange::path).toList(), null);
  }

  /** Fails if there are any. */
  static void refuse(List<String> repositories, @Nullable GitException cause) {
    if (!repositories.isEmpty()) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "Something was changed inside another git repository, which is not part of this resource: "
              + String.join(", ", repositories),
          "Add that repository as a resource of its own, or keep the change out of it",
          null,
          cause);
    }
  }

  /**
   * Makes the files those of a tree; what is ignored or protected, or where a submodule belongs, is
   * left alone. Refused while something is mounted among the files: git would empty it.
   */
  public void restore(Tree tree, CancellationToken token) throws InterruptedException {
    requireNoMount();
    breakLock();
    try {
      restore(tree, git.withDeadline(USUAL_RESTORE), token);
    } catch (GitException e) {
      if (e.exitCode().isPresent()) {
        throw e;
      }
      token.throwIfCancelled();
      breakLock();
      UnreadableRules.in(files).remove();
      restore(tree, git, token);
    }
  }

  private void restore(Tree tree, Git patient, CancellationToken token)
      throws InterruptedException {
    write(patient, tree.id(), token);
    List<String> clean = new ArrayList<>(List.of("clean", "-ffdq"));
    if (rules.everything()) {
      clean.add("-x");
      rules.protectedFolders().forEach(folder -> clean.add("--exclude=" + folder + "/"));
      madeBySetUp.forEach(path -> clean.add("--exclude=" + pattern(path)));
    }
    patient.run(clean, token);
  }

  /** Writes many files by as many processes as there are processors; git decides what is many. */
  private static void write(Git git, String tree, CancellationToken token)
      throws InterruptedException {
    git.run(List.of("-c", "checkout.workers=0", "read-tree", "--reset", "-u", tree), token);
  }

  private void requireNoMount() {
    try {
      Deletion.requireNoMount(files);
    } catch (MountedException e) {
      throw e.refusal("The files of the sandbox cannot be restored");
    } catch (IOException e) {
      throw OperationException.failed(
          "%s cannot be searched for mount points: %s".formatted(files, e.getMessage()), e);
    }
  }

  /** From now on the new files that are there do not count; for what a set-up command made. */
  public void ignoreNewFiles(CancellationToken token) throws InterruptedException, IOException {
    List<String> line =
        new ArrayList<>(
            List.of("ls-files", "-z", "--others", "--directory", "--no-empty-directory"));
    line.add(ignoring());
    StringBuilder patterns = new StringBuilder("\n");
    for (String path : Git.split(git.run(line, token))) {
      // A file of patterns has no way to name one.
      if (path.indexOf('\n') < 0) {
        madeBySetUp.add(path);
        patterns.append(pattern(path)).append('\n');
      }
    }
    Files.writeString(exclude(), patterns, StandardOpenOption.APPEND);
    if (!madeBySetUp.isEmpty()) {
      Files.writeString(setUpList(), String.join("\0", madeBySetUp));
    }
  }

  /** The pattern that matches one path alone. */
  private static String pattern(String path) {
    return "/" + SPECIAL.matcher(path).replaceAll("\\\\$0");
  }

  private Path exclude() {
    return repository.resolve("info/exclude");
  }

  private String ignoring() {
    return rules.everything() ? "--exclude-from=" + exclude() : "--exclude-standard";
  }

  /** How many files there are that do not count. */
  public long unseen(CancellationToken token) throws InterruptedException {
    return git.count(token, "ls-files", "-z", "--others", "--ignored", ignoring());
  }

  /** Makes a commit of a tree. */
  public String commit(Tree tree, List<String> parents, String message, CancellationToken token)
      throws InterruptedException {
    List<String> line = new ArrayList<>(List.of("commit-tree", tree.id()));
    parents.forEach(commit -> line.addAll(List.of("-p", commit)));
    Git named =
        git.with("GIT_AUTHOR_NAME", "CleverAgents")
            .with("GIT_AUTHOR_EMAIL", "cleveragents@localhost")
            .with("GIT_COMMITTER_NAME", "CleverAgents")
            .with("GIT_COMMITTER_EMAIL", "cleveragents@localhost");
    byte[] text = message.getBytes(StandardCharsets.UTF_8);
    return new String(named.run(line, text, token), StandardCharsets.UTF_8).strip();
  }

  /** A killed git leaves its lock; only this process uses this index. */
  private void breakLock() {
    try {
      Files.deleteIfExists(repository.resolve("index.lock"));
    } catch (IOException e) {
      throw OperationException.failed("A lock of git cannot be removed: " + e.getMessage(), e);
    }
  }
}

package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.sandbox.source.DirectorySource;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.tree.AlternatesRepository;
import dev.cleveragents.workspace.sandbox.tree.BoundedAdd;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.NestedRepositories;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import dev.cleveragents.workspace.sandbox.tree.TreeComparison;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The contents of a sandbox's directory, whether in use or left. It looks from outside, with an
 * index and a store of objects of its own in a temporary folder: nothing else is written, so that
 * it may look beside a living owner. Writes that happen meanwhile may be seen or not.
 */
public final class SandboxContents {

  /** How the name of the temporary folder begins; the rest says who made it. */
  public static final String LOOK = "look";

  /** Each takes two calls of git; what is not compared counts as unknown. */
  private static final int MOST_COMPARED = 50;

  private final Git plain;
  private final SandboxRecord row;

  SandboxContents(Git plain, SandboxRecord row) {
    this.plain = plain.withoutUserConfiguration().with("GIT_LFS_SKIP_SMUDGE", "1");
    this.row = row;
  }

  /** Whether it is on this machine, also if it was rebooted since, or can be reached from it. */
  public boolean isHere() {
    return isThere()
        || HostName.forPeople(row.host()).equals(HostName.forPeople(HostName.current()));
  }

  /** Whether the directory is there. */
  public boolean isThere() {
    return Files.isDirectory(row.directory());
  }

  /** How many bytes its files have, as far as they can be read. */
  public long size() {
    AtomicLong sum = new AtomicLong();
    try {
      Files.walkFileTree(row.directory(), new Adding(sum));
    } catch (IOException e) {
      return sum.get();
    }
    return sum.get();
  }

  /**
   * The changes from its base to its files; files that are ignored do not count.
   *
   * @throws OperationException if it is not there, or not whole, or what it began as is not to be
   *     had
   */
  public List<CapturedChange> changes(CancellationToken token) throws InterruptedException {
    return inAside(
        (git, aside) -> {
          Tree base = tree(git, token, row.base());
          Tree now = add(git, aside, token);
          return new TreeComparison(git, aside.resolve("scratch"), row.resource())
              .changes(base, now, token);
        });
  }

  /**
   * Its files as they are now, as a tree in a repository that from then on reads the objects of the
   * sandbox. The sandbox stays as it is.
   */
  public Tree into(MergeRepository repository, CancellationToken token)
      throws InterruptedException {
    return inAside(
        (git, aside) -> {
          AlternatesRepository.borrow(repository.place(), ledger().resolve("objects"));
          String objects = repository.place().resolve("objects").toString();
          return add(git.with("GIT_OBJECT_DIRECTORY", objects), aside, token);
        });
  }

  /** A look with git in the ledger, and an index and objects of its own in a folder. */
  private interface Look<T> {
    T at(Git git, Path aside) throws InterruptedException, IOException;
  }

  private <T> T inAside(Look<T> look) throws InterruptedException {
    Path files = files();
    try {
      // Not in a folder for temporary files: commands write there, and git obeys an index.
      Path aside = Files.createTempDirectory(row.directory(), MakerProcess.nameFor(LOOK));
      try {
        return look.at(aside(aside, files), aside);
      } finally {
        Deletion.of(aside);
      }
    } catch (GitException e) {
      throw OperationException.failed(
          "%s cannot be read: %s".formatted(row.directory(), e.reason()), e);
    } catch (IOException e) {
      throw OperationException.failed("%s cannot be read: %s".formatted(row.directory(), e), e);
    }
  }

  /**
   * Refs in the repository that commands saw there which lead to files that are neither those it
   * began as nor those it has now: commits on other branches, a stash. Those that cannot be read
   * count, too.
   */
  public List<String> ownRefs(CancellationToken token) throws InterruptedException {
    VisibleRepository own = new VisibleRepository(files());
    Map<String, String> refs = own.refs();
    refs.values().removeIf(row.base()::equals);
    if (!refs.isEmpty()) {
      inAside(
          (git, aside) -> {
            Tree now = add(git, aside, token);
            Optional<Git> lent =
                own.lend(git, List.of(ledger().resolve("objects"), objects(aside)));
            if (lent.isPresent()) {
              removeKnown(refs, now, lent.get(), token);
            }
            return now;
          });
    }
    return List.copyOf(refs.keySet());
  }

  private void removeKnown(Map<String, String> refs, Tree now, Git git, CancellationToken token)
      throws InterruptedException {
    List<Map.Entry<String, String>> some =
        refs.entrySet().stream().limit(MOST_COMPARED).map(Map.Entry::copyOf).toList();
    for (Map.Entry<String, String> ref : some) {
      String object = ref.getValue();
      if (!object.isEmpty()
          && (git.ask(token, "merge-base", "--is-ancestor", object, row.base()).succeeded()
              || git.ask(token, "rev-parse", "--verify", "--quiet", object + "^{tree}")
                  .text()
                  .equals(now.id()))) {
        refs.remove(ref.getKey());
      }
    }
  }

  /** Where its files are. */
  public Path files() {
    Path folder = row.directory().resolve("files");
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
      for (Path only : inside) {
        return only;
      }
    } catch (IOException e) {
      throw incomplete(e);
    }
    throw incomplete(new NoSuchFileException(folder.toString()));
  }

  private OperationException incomplete(IOException e) {
    return OperationException.failed(
        "%s is not there or was never finished".formatted(row.directory()), e);
  }

  private Git aside(Path aside, Path files) throws IOException {
    Path ledger = ledger();
    if (!Files.isDirectory(ledger.resolve("objects"))) {
      throw incomplete(new NoSuchFileException(ledger.toString()));
    }
    Path objects = Files.createDirectories(objects(aside));
    return plain
        .in(files)
        .withRepository(ledger, files)
        .withIndex(aside.resolve("index"))
        .with("GIT_OBJECT_DIRECTORY", objects.toString())
        .with(
            "GIT_ALTERNATE_OBJECT_DIRECTORIES",
            VisibleRepository.quoted(ledger.resolve("objects")));
  }

  private static Path objects(Path aside) {
    return aside.resolve("objects");
  }

  private Path ledger() {
    return row.directory().resolve("ledger.git");
  }

  private static Tree tree(Git git, CancellationToken token, String of)
      throws InterruptedException {
    return new Tree(git.text(token, "rev-parse", "--verify", "--end-of-options", of + "^{tree}"));
  }

  private Tree add(Git git, Path aside, CancellationToken token)
      throws InterruptedException, IOException {
    Path index = ledger().resolve("index");
    if (Files.exists(index)) {
      // It remembers which files were read already.
      Files.copy(index, aside.resolve("index"));
    } else {
      git.run(List.of("read-tree", row.base()), token);
    }
    NestedRepositories nested =
        NestedRepositories.in(aside.resolve("index"), row.base().length() / 2);
    if (!nested.isEmpty()) {
      Set<String> submodules = NestedRepositories.of(git, new Tree(row.base()), token);
      nested = nested.onlyOf(submodules, git, token);
    }
    BoundedAdd add = new BoundedAdd(git, git.directory(), aside.resolve("index"));
    if (isPlainDirectory()) {
      add.run(List.of("add", "-u"), nested, token);
      byte[] fresh =
          git.run(
              List.of(
                  "ls-files",
                  "-z",
                  "--others",
                  "--exclude-from=" + ledger().resolve("info/exclude")),
              token);
      refuseFolders(fresh);
      git.run(List.of("update-index", "-z", "--add", "--stdin"), fresh, token);
    } else {
      add.run(List.of("add", "-A"), nested, token);
    }
    return new Tree(git.text(token, "write-tree"));
  }

  /** A folder in that list is a repository within, which no tool can be said to have changed. */
  private static void refuseFolders(byte[] paths) {
    for (String path : Git.splitLeniently(paths)) {
      if (path.endsWith("/")) {
        throw OperationException.failed("There is a git repository among its files: " + path, null);
      }
    }
  }

  private boolean isPlainDirectory() throws IOException {
    Path attributes = ledger().resolve("info/attributes");
    return Files.exists(attributes)
        && Files.readString(attributes, StandardCharsets.UTF_8).equals(DirectorySource.AS_IT_IS);
  }

  private static final class Adding extends SimpleFileVisitor<Path> {

    private final AtomicLong sum;

    private Adding(AtomicLong sum) {
      this.sum = sum;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      sum.addAndGet(attributes.size());
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}

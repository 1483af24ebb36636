package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.files.PrivateDirectory;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.sandbox.source.CheckoutSource;
import dev.cleveragents.workspace.sandbox.source.SandboxSource;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.tree.AlternatesRepository;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.EmptyFolders;
import dev.cleveragents.workspace.sandbox.tree.MatchingLine;
import dev.cleveragents.workspace.sandbox.tree.SandboxRepository;
import dev.cleveragents.workspace.sandbox.tree.Submodules;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import dev.cleveragents.workspace.sandbox.tree.TreeComparison;
import dev.cleveragents.workspace.sandbox.tree.TreeRebuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The isolated copy of one resource in which one owner of one plan works.
 *
 * <p>What looks at all files or changes them is done one at a time: {@code busy} is claimed by
 * compare-and-set, and a call that finds it claimed fails. All else only reads what never changes.
 */
public final class Sandbox {

  private final SandboxRecord row;
  private final SandboxSource source;
  private final SandboxRepository ledger;
  private final Start start;
  private final List<Path> originals;
  private final AtomicBoolean busy = new AtomicBoolean();

  /** The latest tree that has no change in a submodule. Used by the owner of {@code busy} only. */
  private Tree accepted;

  /**
   * How a sandbox began.
   *
   * @param files where its files are, with no link in the path
   * @param tree of the base
   * @param baseCommit the base, unless it is just a tree
   * @param beside what is there and no part of the tree
   * @param unseen how many files there were that do not count
   * @param made whether it was made now, and not reopened
   */
  record Start(
      Path files,
      Tree tree,
      Optional<String> baseCommit,
      Beside beside,
      long unseen,
      boolean made) {

    List<String> submodules() {
      return beside.submodules().paths();
    }
  }

  /** The submodules and empty folders among the files, which a plan does not change. */
  record Beside(Submodules submodules, EmptyFolders folders) {

    void restore(CancellationToken token) throws InterruptedException {
      submodules.restore(token);
      folders.make();
    }
  }

  /**
   * @param originals what it was made of: no command may write there
   */
  Sandbox(
      SandboxRecord row,
      SandboxSource source,
      SandboxRepository ledger,
      Start start,
      List<Path> originals) {
    this.row = row;
    this.source = source;
    this.ledger = ledger;
    this.start = start;
    this.originals = List.copyOf(originals);
    this.accepted = start.tree();
  }

  public SandboxId id() {
    return row.id();
  }

  public Name resource() {
    return row.resource();
  }

  /** Where its files are; commands run here. */
  public Path directory() {
    return start.files();
  }

  /** Whether opening it made it: then it has the files of its base until something runs there. */
  public boolean isNew() {
    return start.made();
  }

  /** The files that it began with. */
  public Tree baseTree() {
    return start.tree();
  }

  /**
   * The file that a path names.
   *
   * @param path relative, with {@code /} between its parts
   * @throws OperationException if it is empty, absolute, too long or not a path, or leads out of
   *     the sandbox, into a submodule or into a repository's own files
   */
  public Path resolve(String path) {
    return new SafePaths(start.files(), start.submodules()).resolve(path);
  }

  /** The path, with no link on the way, of the file that a path names; empty if it is refused. */
  public Optional<String> actual(String path) {
    try {
      Path folder = new SafePaths(start.files(), start.submodules()).folderOf(path);
      String name = path.substring(path.lastIndexOf('/') + 1);
      return Optional.of(start.files().relativize(folder.resolve(name)).toString());
    } catch (OperationException e) {
      return Optional.empty();
    }
  }

  /** The commits of the resource, for tools that read them. */
  public SandboxHistory history() {
    return new SandboxHistory(
        ledger,
        source,
        start.baseCommit(),
        row.resource(),
        new SafePaths(start.files(), start.submodules()));
  }

  /** A place for a file of ours that belongs to the sandbox and is none of its files. */
  public Path beside(String name) {
    return row.directory().resolve(name);
  }

  /** Its files, for tools that read and write them by paths an actor names. */
  public SandboxFiles files() {
    return new SandboxFiles(
        PrivateDirectory.parent(PrivateDirectory.parent(start.files())),
        new SafePaths(start.files(), start.submodules()),
        () -> {});
  }

  /**
   * The files as they are now: those that are tracked and new ones that are not ignored.
   *
   * @throws OperationException if something changed inside a submodule, or there is a new
   *     repository among the files
   */
  public Tree look(CancellationToken token) throws InterruptedException {
    claim();
    try {
      Tree tree = ledger.add(token);
      if (!tree.equals(accepted)) {
        ledger.refuseSubmoduleChanges(start.tree(), token);
        accepted = tree;
      }
      start.beside().submodules().refuseChanges(token);
      return tree;
    } finally {
      busy.set(false);
    }
  }

  /**
   * The changes from one tree to the other, by path; a file that only got another path is a move.
   *
   * @throws OperationException if it is too much to be held in memory
   */
  public List<CapturedChange> changes(Tree before, Tree after, CancellationToken token)
      throws InterruptedException {
    return new TreeComparison(ledger, row.resource()).changes(before, after, token);
  }

  /** The paths of the files as they are now, without ignored ones and submodules. */
  public List<String> paths(CancellationToken token) throws InterruptedException {
    claim();
    try {
      ledger.add(token);
      return ledger.paths(token);
    } finally {
      busy.set(false);
    }
  }

  /**
   * The lines of the files, as they are now, that match a Perl-compatible regular expression.
   * Binary and ignored files are left out.
   *
   * @param glob of the paths to search; null for all
   * @throws OperationException if the expression or the glob is invalid, or too much matches
   */
  public List<MatchingLine> search(String regex, @Nullable String glob, CancellationToken token)
      throws InterruptedException {
    claim();
    try {
      ledger.add(token);
      return ledger.contents().search(regex, glob, token);
    } finally {
      busy.set(false);
    }
  }

  /**
   * Puts the files back: those that are not in the tree are removed, also whole repositories that
   * something has made; files that are ignored stay. Empty folders go, but those of the beginning.
   */
  public void restore(Tree tree, CancellationToken token) throws InterruptedException {
    claim();
    try {
      ledger.restore(tree, token);
      start.beside().restore(token);
    } finally {
      busy.set(false);
    }
  }

  /** The files that recorded changes make of the base; the sandbox stays as it is. */
  public Tree recorded(
      List<Change> changes, Function<String, Optional<byte[]>> contents, CancellationToken token)
      throws InterruptedException {
    try {
      return new TreeRebuilder(ledger, contents).rebuild(start.tree(), changes, token);
    } catch (IOException e) {
      throw OperationException.failed("The sandbox cannot be rebuilt: " + e.getMessage(), e);
    }
  }

  /**
   * Makes the files those of the base with recorded changes, in their order.
   *
   * @param contents the bytes of a hash
   * @throws OperationException if contents are missing or are not what their hash says
   */
  public Tree rebuild(
      List<Change> changes, Function<String, Optional<byte[]>> contents, CancellationToken token)
      throws InterruptedException {
    claim();
    try {
      Tree tree = recorded(changes, contents, token);
      ledger.restore(tree, token);
      start.beside().restore(token);
      return tree;
    } finally {
      busy.set(false);
    }
  }

  /**
   * A repository in which results of this resource are merged; what is merged there can be restored
   * here.
   */
  public MergeRepository merges(CancellationToken token) throws InterruptedException {
    try {
      MergeRepository repository = MergeRepository.open(beside("merge"), source.git(), token);
      AlternatesRepository.borrow(ledger.repository(), repository.place().resolve("objects"));
      return repository;
    } catch (IOException e) {
      throw OperationException.failed("Cannot merge in " + this + ": " + e.getMessage(), e);
    }
  }

  /**
   * Hands a tree to the resource's repository, which keeps it as {@code
   * refs/cleveragents/plans/<plan>}; that of a plain directory is one of ours.
   *
   * @param earlier trees of this plan that the repository has and keeps
   */
  public void publish(Tree tree, List<String> earlier, CancellationToken token)
      throws InterruptedException {
    // Git sends what a commit has and its parent has not; the commit itself is not kept.
    String commit =
        ledger.commit(tree, start.baseCommit().stream().toList(), "plan " + row.plan(), token);
    source.receive(
        ledger.repository(),
        new SandboxSource.SandboxCommit(commit, tree.id()),
        earlier,
        row.plan(),
        token);
  }

  /** Hands a tree to the resource's repository, which keeps it as the base of another plan. */
  public void publishBase(Tree tree, PlanId plan, CancellationToken token)
      throws InterruptedException {
    String commit =
        ledger.commit(tree, start.baseCommit().stream().toList(), "base of plan " + plan, token);
    source.receiveBase(
        ledger.repository(), new SandboxSource.SandboxCommit(commit, tree.id()), plan, token);
  }

  /** The messages of the commits that commands have made in it, oldest first. */
  public List<String> commitMessages(CancellationToken token) throws InterruptedException {
    return source instanceof CheckoutSource
        ? new SandboxCommits(ledger.git(), start.files(), start.baseCommit()).messages(token)
        : List.of();
  }

  /** The repository among its files. */
  public VisibleRepository repository() {
    return new VisibleRepository(start.files());
  }

  /** Makes the repositories among its files what they were, but for commits, for the user's git. */
  void handOver() throws InterruptedException {
    try {
      if (source instanceof CheckoutSource) {
        repository().renew(ledger::hasOnlySubmodules);
        start.beside().submodules().restore(CancellationToken.none());
      }
    } catch (IOException e) {
      throw OperationException.failed(
          "%s cannot be opened for you: %s".formatted(this, e.getMessage()), e);
    }
  }

  /** How many files there are by now that are ignored and so not captured. */
  public long ignoredCreated(CancellationToken token) throws InterruptedException {
    return Math.max(0, ledger.unseen(token) - start.unseen());
  }

  /** The resource itself, and the repository whose objects it borrows. */
  public List<Path> originals() {
    return originals;
  }

  private void claim() {
    if (!busy.compareAndSet(false, true)) {
      throw OperationException.conflict(
          "Another operation is using the sandbox of %s; retry when it has finished"
              .formatted(row.resource().forPeople()),
          null);
    }
    try {
      requireOwnDirectory();
    } catch (RuntimeException e) {
      busy.set(false);
      throw e;
    }
  }

  /** A command may put a link where its files were: whatever that leads to is not ours. */
  private void requireOwnDirectory() {
    try {
      if (start.files().toRealPath().equals(start.files())) {
        return;
      }
    } catch (IOException e) {
      throw lost(e);
    }
    throw lost(null);
  }

  private OperationException lost(@Nullable IOException e) {
    return new OperationException(
        OperationException.Kind.CONFLICT,
        "The directory of the sandbox of %s, %s, is gone or has become a link; nothing was read or written there"
            .formatted(row.resource().forPeople(), start.files()),
        "Keep commands from moving the folder they run in",
        null,
        e);
  }

  @Override
  public String toString() {
    return "sandbox %s of %s".formatted(row.id(), row.resource());
  }
}

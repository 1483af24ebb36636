package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.apply.journal.LinkLock;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * HEAD and the branch that a plan is applied to, held from before the COMMIT record until the
 * branch is moved: no git commits, switches or resets meanwhile, also when this process dies.
 *
 * <p>They are held by the lock files that git itself takes for them, each a hard link to a file of
 * the journal, so that recovery knows its own. The branch's holds the new commit from the start, as
 * git's would: it is renamed to the branch, which moves that and gives the lock back in one step. A
 * repository that keeps its refs in another way than as files cannot be held so; there git moves
 * the branch, if it has not moved. Proven by {@code ApplyBesideGitTest}.
 */
final class BranchLock {

  private static final String NO_BRANCH = "HEAD";
  private static final int TRIES = 10;

  private final String branch;
  private final Path gitDir;
  private final JournalDirectory journal;
  private final GitCalls git;
  private final LinkLock head;
  private @Nullable Path common;
  private @Nullable Boolean inFiles;

  /**
   * @param common where the branches of all work trees are; null if that is to be asked
   */
  BranchLock(
      String branch, Path gitDir, @Nullable Path common, JournalDirectory journal, GitCalls git) {
    this.branch = branch;
    this.gitDir = gitDir;
    this.common = common;
    this.journal = journal;
    this.git = git;
    this.head = new LinkLock(gitDir.resolve("HEAD.lock"), journal.file("head-lock"));
  }

  /** The same lock by other calls; where the repository keeps its refs is not asked again. */
  BranchLock under(GitCalls calls) {
    BranchLock same = new BranchLock(branch, gitDir, common, journal, calls);
    same.inFiles = inFiles;
    return same;
  }

  /**
   * Takes both; returns the lock of another process that is in the way, if there is one. What was
   * taken before stays taken.
   */
  Optional<Path> take(String commit, ApplyStep.Listener steps)
      throws IOException, InterruptedException {
    if (!isInFiles()) {
      return Optional.empty();
    }
    if (!isDetached()) {
      Path packed = packedRefsLock();
      if (Files.exists(packed, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(packed);
      }
      if (!head.take()) {
        return Optional.of(head.place());
      }
      steps.reached(ApplyStep.HEAD_HELD);
    }
    LinkLock lock = lock();
    if (!takeInFolder(lock, commit + "\n")) {
      return Optional.of(lock.place());
    }
    steps.reached(ApplyStep.BRANCH_HELD);
    return Optional.empty();
  }

  /** Git holds it while it deletes refs, which is also done after the branch has moved. */
  private Path packedRefsLock() throws InterruptedException {
    Path folder = lock().place();
    for (int part = 0; part < branch.split("/", -1).length; part++) {
      folder = DurableFiles.parent(folder);
    }
    return folder.resolve("packed-refs.lock");
  }

  /** Gives back what is ours of both. */
  void release() throws IOException, InterruptedException {
    lock().release();
    head.release();
  }

  /** Whether the branch is the one that is checked out. */
  boolean isCheckedOut() throws InterruptedException {
    Answer now = git.ask("symbolic-ref", "-q", NO_BRANCH);
    return isDetached() ? !now.succeeded() : now.text().equals(branch);
  }

  /** Where the branch is; null if it has no commit. */
  @Nullable String now() throws InterruptedException {
    Answer now = git.ask("rev-parse", "-q", "--verify", branch + "^{commit}");
    return now.succeeded() ? now.text() : null;
  }

  /**
   * Moves the branch, which must be held and be at {@code from}.
   *
   * @param from null if it has no commit yet
   * @param here what {@link #isCheckedOut} said since the locks were taken
   */
  void move(PlanId plan, @Nullable String from, String to, boolean here, ApplyStep.Listener steps)
      throws IOException, InterruptedException {
    String old = from == null ? "0".repeat(to.length()) : from;
    String message = "agents: apply plan " + plan;
    if (!isInFiles()) {
      git.run("update-ref", "-m", message, "--no-deref", branch, to, old);
      return;
    }
    new Reflog(git, journal).append(logs(here), old, to, message);
    steps.reached(ApplyStep.REF_LOGGED);
    Path file = file();
    LinkLock lock = lock();
    shareLike(gitDir.resolve(NO_BRANCH), lock.place());
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      // Left of branches below a name that is a branch itself now; git removes it here, too.
      removeEmptyFolders(file);
    }
    Files.move(
        lock.place(), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    DurableFiles.sync(DurableFiles.parent(file));
  }

  /** Finds what would keep the branch that is checked out from being moved. */
  void probe(GitDirectoryProbe probe) throws IOException, InterruptedException {
    if (isInFiles()) {
      probe
          .replaceable(journal.path(), List.of(file()))
          .appendable(new Reflog(git, journal).appended(logs(true)));
    }
  }

  /**
   * Where its moves are logged.
   *
   * @param here whether it is checked out
   */
  private List<Path> logs(boolean here) throws InterruptedException {
    List<Path> logs = new ArrayList<>();
    if (!isDetached()) {
      logs.add(common().resolve("logs").resolve(branch));
    }
    if (here) {
      logs.add(gitDir.resolve("logs").resolve(NO_BRANCH));
    }
    return logs;
  }

  private boolean isDetached() {
    return branch.equals(NO_BRANCH);
  }

  private boolean isInFiles() throws InterruptedException {
    Boolean known = inFiles;
    if (known == null) {
      String storage = git.ask("config", "extensions.refStorage").text();
      known = storage.isEmpty() || storage.equals("files");
      inFiles = known;
    }
    return known;
  }

  private LinkLock lock() throws InterruptedException {
    Path file = file();
    return new LinkLock(
        file.resolveSibling(file.getFileName() + ".lock"), journal.file("branch-lock"));
  }

  private Path file() throws InterruptedException {
    return isDetached() ? gitDir.resolve(NO_BRANCH) : common().resolve(branch);
  }

  /** Where the branches of all work trees of the repository are. */
  private Path common() throws InterruptedException {
    Path known = common;
    if (known == null) {
      known = GitCheckout.path(git.run("rev-parse", "--path-format=absolute", "--git-common-dir"));
      common = known;
    }
    return known;
  }

  /** The folder of a branch may not be there yet, and git removes it when it is empty. */
  private static boolean takeInFolder(LinkLock lock, String text) throws IOException {
    for (int tries = 1; ; tries++) {
      Files.createDirectories(DurableFiles.parent(lock.place()));
      try {
        return lock.take(text);
      } catch (NoSuchFileException e) {
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }

  /** Where several people share a repository git lets them all write its files. */
  private static void shareLike(Path model, Path file) throws IOException {
    if (Files.isRegularFile(model)
        && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(model));
    }
  }

  private static void removeEmptyFolders(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (Path each : all.sorted((one, other) -> other.compareTo(one)).toList()) {
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(each);
        }
      }
    } catch (DirectoryNotEmptyException e) {
      throw new IOException("There are branches below %s; delete them".formatted(folder), e);
    }
  }
}

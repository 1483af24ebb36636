package dev.cleveragents.workspace.recovery;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyRecovery;
import dev.cleveragents.workspace.apply.ApplyRecovery.Open;
import dev.cleveragents.workspace.files.MakerProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lock files and folders in users' repositories that a death of ours may have left. A lock of refs
 * that only we write is ours; one of the index, of HEAD or of a branch is only if it is the same
 * file as a proof in one of our journals, and then settling that apply removes it. Every other lock
 * belongs to another program.
 */
public record OrphanedLocks(
    OwnedRepositories repositories, ApplyRecovery applies, LeaseOwners owners)
    implements OrphanFinder {

  private static final String MERGE = "merge";
  private static final List<String> PROOFS = List.of("lock", "head-lock", "branch-lock");

  @Override
  public List<Found> look(CancellationToken token) throws InterruptedException {
    Map<String, Open> open =
        applies.open().stream().collect(Collectors.toMap(Open::id, Function.identity()));
    List<Found> all = new ArrayList<>();
    for (OwnedRepository repository : repositories.all(token)) {
      refLocks(repository, all);
      List<Path> proofs = proofs(repository);
      for (Path lock : locks(repository)) {
        Optional<Path> proof = proofs.stream().filter(it -> isSame(it, lock)).findFirst();
        if (proof.isEmpty()) {
          all.add(
              Found.kept(
                  Orphan.kept(
                      Orphan.Kind.LOCK,
                      lock.toString(),
                      "it is not proven to be ours; if no git command is running there, remove it by hand",
                      null)));
        } else {
          ours(lock, open.get(journalOf(proof.get()))).ifPresent(all::add);
        }
      }
      List<Path> journals =
          FolderListing.foldersIn(repository.gitDirectory().resolve("cleveragents"));
      journals.forEach(folder -> journal(folder, all));
    }
    return all;
  }

  private static @Nullable String journalOf(Path proof) {
    Path journal = proof.getParent();
    return journal == null ? null : String.valueOf(journal.getFileName());
  }

  /**
   * One of ours is told with the plan whose apply it belongs to. It goes when that is settled, and
   * by nothing else: if it is still there then, it stays.
   */
  private Optional<Found> ours(Path lock, @Nullable Open apply) {
    if (apply == null || owners.isWorkedUnder(apply.lease())) {
      return Optional.empty();
    }
    String why = "it is ours, and goes with the interrupted apply of plan " + apply.plan();
    return Optional.of(
        apply.isOfThisMachine()
            ? new Found(
                Orphan.clearable(Orphan.Kind.LOCK, lock.toString(), why),
                _ -> {
                  throw OperationException.conflict("that apply is still open", null);
                })
            : Found.kept(Orphan.kept(Orphan.Kind.LOCK, lock.toString(), why, null)));
  }

  /** Those that stop the user's git from committing. */
  private static List<Path> locks(OwnedRepository repository) {
    List<Path> locks = new ArrayList<>();
    for (String name : List.of("index.lock", "HEAD.lock")) {
      locks.add(repository.gitDirectory().resolve(name));
    }
    Path branches = repository.common().resolve("refs/heads");
    if (Files.isDirectory(branches)) {
      try {
        Files.walkFileTree(branches, new Locks(locks));
      } catch (IOException e) {
        throw OperationException.failed("%s cannot be read: %s".formatted(branches, e), e);
      }
    }
    return locks.stream().filter(it -> Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS)).toList();
  }

  /** Git at work makes and removes locks meanwhile. */
  private static final class Locks extends SimpleFileVisitor<Path> {

    private final List<Path> found;

    private Locks(List<Path> found) {
      this.found = found;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (file.toString().endsWith(".lock")) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }

  /** The files that prove a lock ours, of all work trees of the repository. */
  private static List<Path> proofs(OwnedRepository repository) {
    List<Path> places = new ArrayList<>(List.of(repository.common()));
    places.addAll(FolderListing.foldersIn(repository.common().resolve("worktrees")));
    return places.stream()
        .flatMap(place -> FolderListing.foldersIn(place.resolve("cleveragents")).stream())
        .flatMap(journal -> PROOFS.stream().map(journal::resolve))
        .toList();
  }

  private void refLocks(OwnedRepository repository, List<Found> all) {
    for (Path kind : FolderListing.foldersIn(repository.common().resolve("refs/cleveragents"))) {
      try (DirectoryStream<Path> locks = Files.newDirectoryStream(kind, "*.lock")) {
        for (Path lock : locks) {
          String name = lock.getFileName().toString();
          // The ref of an earlier result has its tree behind the plan.
          String id = name.substring(0, name.indexOf('.'));
          Optional<ObservedLock> seen = ObservedLock.look(lock);
          if (seen.isEmpty()) {
            continue;
          }
          all.add(
              repositories.mayBeInUse(id)
                  ? Found.kept(
                      Orphan.kept(
                          Orphan.Kind.LOCK,
                          lock.toString(),
                          "a worker runs its plan, or the plan is not in this store",
                          null))
                  : new Found(
                      Orphan.clearable(
                          Orphan.Kind.LOCK,
                          lock.toString(),
                          "only this system writes that ref, and no worker runs its plan"),
                      _ -> remove(seen.get(), id)));
        }
      } catch (IOException e) {
        all.add(
            Found.kept(
                Orphan.kept(Orphan.Kind.LOCK, kind.toString(), "it cannot be read: " + e, null)));
      }
    }
  }

  /**
   * Looked at again, for its plan may have been resumed since: then a git of its worker may hold
   * it. While no worker runs a plan, only other recoveries write its refs, and all they do is
   * delete: without its lock, each of two still finds the ref gone or deletes it.
   */
  private void remove(ObservedLock seen, String owner) throws IOException {
    if (repositories.mayBeInUse(owner)) {
      throw OperationException.conflict("a worker runs its plan again", null);
    }
    seen.remove();
  }

  private static boolean isSame(Path proof, Path lock) {
    try {
      return Files.exists(proof) && Files.isSameFile(proof, lock);
    } catch (IOException e) {
      return false;
    }
  }

  /** A folder of a merge, or of a journal: those of this store are settled as applies. */
  private void journal(Path folder, List<Found> all) {
    String name = folder.getFileName().toString();
    if (name.startsWith(MERGE)) {
      MakerProcess.named(MERGE, name)
          .filter(MakerProcess::isGone)
          .ifPresent(_ -> all.add(OrphanedTemporaries.clearable(folder)));
    } else if (!applies.knows(name)) {
      all.add(
          Found.kept(
              Orphan.kept(
                  Orphan.Kind.APPLY,
                  folder.toString(),
                  "the journal of an apply that is not in this store; another one may settle it",
                  null)));
    }
  }
}

package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The submodules of a sandbox. Each holds the files of the commit that the base names, as far as
 * the user has that commit; one that the user has not got is empty. Commands may read them;
 * whatever is changed inside is refused, and put back by a rollback. Submodules of submodules are
 * empty.
 */
public final class Submodules {

  private final Path files;
  private final List<One> all;

  private Submodules(Path files, List<One> all) {
    this.files = files;
    this.all = List.copyOf(all);
  }

  /**
   * One of them.
   *
   * @param index that says what was put there, once something was
   * @param git in a repository of ours that borrows the objects of the user's; empty if the user
   *     has not got that commit
   */
  private record One(String path, String commit, Path index, Optional<Git> git) {}

  /** Tells how files become contents in what the user has checked out of a submodule. */
  @FunctionalInterface
  public interface RulesOf {
    Optional<RepositoryRules> at(String path) throws InterruptedException;
  }

  /** Finds those of the base. */
  public static Submodules of(
      SandboxRepository ledger, Tree base, Git plain, RulesOf rules, CancellationToken token)
      throws InterruptedException, IOException {
    List<One> all = new ArrayList<>();
    for (String entry : ledger.submoduleEntries(base, token)) {
      String path = entry.substring(entry.indexOf('\t') + 1);
      String commit = entry.substring(0, entry.indexOf('\t')).split(" ", -1)[2];
      Path own = ledger.repository().resolve("submodule-%d.git".formatted(all.size()));
      Optional<RepositoryRules> checkedOut = rules.at(path);
      if (checkedOut.isPresent() && Files.notExists(own)) {
        AlternatesRepository.make(plain, own, checkedOut.get(), token);
      }
      Git git =
          plain
              .withRepository(own, ledger.files().resolve(path))
              .withIndex(own.resolve("index"))
              .with("GIT_LFS_SKIP_SMUDGE", "1");
      boolean isThere =
          checkedOut.isPresent()
              && git.ask(token, "cat-file", "-e", commit + "^{commit}").succeeded();
      all.add(
          new One(
              path, commit, own.resolve("index"), isThere ? Optional.of(git) : Optional.empty()));
    }
    return new Submodules(ledger.files(), all);
  }

  public List<String> paths() {
    return all.stream().map(One::path).toList();
  }

  /** Makes the files of each what they were at the beginning, unless a link leads there. */
  public void restore(CancellationToken token) throws InterruptedException {
    for (One one : all) {
      Path place = files.resolve(one.path());
      try {
        if (isFolder(place) && !isChanged(one, place, token) && isComplete(one)) {
          continue;
        }
        if (isFolder(place)) {
          Deletion.of(place);
        }
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS) && leadsOverNoLink(place)) {
          Files.createDirectories(place);
          fill(one, token);
        }
      } catch (IOException | GitException e) {
        throw OperationException.failed(
            "The submodule %s cannot be put back: %s".formatted(one.path(), e.getMessage()), e);
      }
    }
  }

  private static void fill(One one, CancellationToken token)
      throws IOException, InterruptedException {
    if (one.git().isPresent()) {
      Files.deleteIfExists(one.index());
      one.git().get().run(List.of("read-tree", "--reset", "-u", one.commit()), token);
    }
  }

  /** Fails if one of them is gone, or anything is not as it was inside. */
  public void refuseChanges(CancellationToken token) throws InterruptedException {
    List<String> changed = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (One one : all) {
      Path place = files.resolve(one.path());
      if (Files.notExists(place, LinkOption.NOFOLLOW_LINKS)) {
        removed.add(one.path());
      } else if (!isFolder(place) || isChanged(one, place, token)) {
        changed.add(one.path());
      }
    }
    refuseRemoval(removed);
    SandboxRepository.refuse(changed, null);
  }

  /** Fails if one of these changes removes a submodule. */
  static void refuseRemovals(List<TreeChange> changes) {
    refuseRemoval(changes.stream().filter(TreeChange::deletes).map(TreeChange::path).toList());
  }

  private static void refuseRemoval(List<String> removed) {
    if (!removed.isEmpty()) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "A plan cannot remove a submodule, which is read-only for it: "
              + String.join(", ", removed),
          "Remove it by hand with 'git rm' and commit that, or keep it",
          null);
    }
  }

  private static boolean isChanged(One one, Path place, CancellationToken token)
      throws InterruptedException {
    if (one.git().isEmpty() || Files.notExists(one.index())) {
      return !isEmpty(place);
    }
    Git git = one.git().get();
    git.ask(token, "update-index", "-q", "--refresh");
    return Files.exists(place.resolve(".git"), LinkOption.NOFOLLOW_LINKS)
        || git.count(token, "diff-files", "--name-only", "-z", "--ignore-submodules") > 0
        || git.count(token, "ls-files", "-z", "--others") > 0;
  }

  /** Whether it holds files if it can. */
  private static boolean isComplete(One one) {
    return one.git().isEmpty() || Files.exists(one.index());
  }

  /** Whether there is a folder, and no link on the way to it. */
  private static boolean isFolder(Path place) {
    try {
      return Files.isDirectory(place) && place.toRealPath().equals(place);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isEmpty(Path directory) {
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(directory)) {
      return !inside.iterator().hasNext();
    } catch (IOException e) {
      throw OperationException.failed(
          "%s cannot be read: %s".formatted(directory, e.getMessage()), e);
    }
  }

  /** Whether what there is of the way to a place are folders and no links. */
  static boolean leadsOverNoLink(Path place) throws IOException {
    Path there = PrivateDirectory.parent(place);
    while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
      there = PrivateDirectory.parent(there);
    }
    return Files.isDirectory(there) && there.toRealPath().equals(there);
  }
}

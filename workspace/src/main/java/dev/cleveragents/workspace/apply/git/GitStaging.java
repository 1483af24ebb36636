package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.files.FileSwap;
import dev.cleveragents.workspace.apply.files.FileSwapper;
import dev.cleveragents.workspace.apply.files.Obstacles;
import dev.cleveragents.workspace.apply.files.OldAttributes;
import dev.cleveragents.workspace.apply.files.PathState;
import dev.cleveragents.workspace.apply.files.ReplacementProbe;
import dev.cleveragents.workspace.apply.journal.TargetRecord;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.files.DurableFiles;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gets a work tree of git ready for a new commit without touching it: on a copy of the index, with
 * the new files in a folder of their own. The index must be locked. Used once.
 */
final class GitStaging {

  private static final Pattern INVALID_PATH = Pattern.compile("invalid path '(.*)'");

  private final Name resource;
  private final Path root;
  private final Path gitDir;
  private final Path staging;
  private final Path index;
  private final GitCalls git;

  /**
   * @param place where the work tree and the folder for new files are
   * @param index where the copy of the index comes
   */
  GitStaging(Name resource, TargetRecord.Place place, Path gitDir, Path index, GitCalls git) {
    this.resource = resource;
    this.root = place.root();
    this.staging = place.staging();
    this.gitDir = gitDir;
    this.index = index;
    this.git = git.with("GIT_INDEX_FILE", index.toString());
  }

  /** Makes everything ready; returns what is to be swapped, or refuses what is in the way. */
  List<FileSwap> stage(String from, String to, List<TreeChange> changes)
      throws IOException, InterruptedException, ApplyRefusal {
    for (TreeChange change : changes) {
      if (!change.deletes() && isInGitFolder(change.path())) {
        throw invalid(change.path());
      }
    }
    copyIndex();
    IndexFlags flags = new IndexFlags(root, git);
    NavigableMap<String, IndexEntry> asIs = entries();
    List<String> skipped = flags.showSkipped(changes, asIs);
    NavigableMap<String, IndexEntry> old = skipped.isEmpty() ? asIs : entries();
    List<LocalConflict> overlaps = new ArrayList<>(staged(changes, old));
    // Hashed before git compares: an edit before the hash is found now, one after it by the swap.
    Map<String, FileState> before = before(changes, old);
    flags.showTakenForUnchanged(changes, old);
    refresh();
    overlaps.addAll(modified(changes, skipped));
    overlaps.addAll(untracked(changes, old));
    if (!overlaps.isEmpty()) {
      throw new ApplyRefusal(overlaps);
    }
    merge(from, to);
    SparseCheckout sparse = new SparseCheckout(gitDir, staging.resolve("sparse"), git);
    if (sparse.isInForce()) {
      sparse.mark(git, from, to, changes);
    }
    List<String> fresh = write(changes);
    flags.skip(skipped.stream().filter(fresh::contains).toList());
    List<FileSwap> swaps = swaps(changes, before, fresh);
    new ReplacementProbe(resource, root, staging).require(swaps);
    return swaps;
  }

  /** Merges the change into a fresh copy of the index; false if git refuses. */
  boolean mergeAgain(String from, String to) throws IOException, InterruptedException {
    copyIndex();
    // The new files are in place by now, so only the index is looked at.
    return git.ask("read-tree", "-m", "-i", from, to).succeeded();
  }

  /** Looks at the files again, so that the copy of the index knows them. */
  void refresh() throws InterruptedException {
    git.ask("update-index", "-q", "--refresh");
  }

  private void copyIndex() throws IOException {
    Path original = gitDir.resolve("index");
    Files.deleteIfExists(index);
    try {
      Files.copy(original, index);
      // Git looks closer at files that are no older than the index; a copy must not seem younger.
      long seconds = Files.getLastModifiedTime(original).to(TimeUnit.SECONDS);
      Files.setLastModifiedTime(index, FileTime.from(seconds, TimeUnit.SECONDS));
    } catch (NoSuchFileException e) {
      Files.deleteIfExists(index);
    }
  }

  private NavigableMap<String, IndexEntry> entries() throws InterruptedException {
    return IndexEntry.read(git.run("ls-files", "-v", "-s", "-z").output());
  }

  private List<LocalConflict> staged(
      List<TreeChange> changes, NavigableMap<String, IndexEntry> old) {
    Set<String> removed = removed(changes);
    List<LocalConflict> overlaps = new ArrayList<>();
    for (TreeChange change : changes) {
      IndexEntry entry = old.get(change.path());
      if (change.touchesSubmodule()) {
        overlaps.add(
            new LocalConflict(
                resource,
                change.path(),
                "is a submodule, which plans cannot change; add it as a resource of its own"));
      } else if (entry == null ? !change.creates() : !entry.isOld(change)) {
        overlaps.add(
            new LocalConflict(
                resource,
                change.path(),
                "you have staged a change of it; commit it, or unstage it with 'git restore"
                    + " --staged'"));
      }
      if (!change.deletes()) {
        addStagedAround(change.path(), old, removed, overlaps);
      }
    }
    return overlaps;
  }

  private void addStagedAround(
      String path,
      NavigableMap<String, IndexEntry> old,
      Set<String> removed,
      List<LocalConflict> overlaps) {
    Stream<String> below = old.subMap(path + "/", path + "0").keySet().stream();
    Stream<String> above = folders(path).stream().filter(old::containsKey);
    Stream.concat(below, above)
        .filter(it -> !removed.contains(it))
        .forEach(
            it ->
                overlaps.add(
                    new LocalConflict(
                        resource,
                        it,
                        "you have staged it, but the plan creates %s, and one of them would have to be a file and a folder"
                            .formatted(path))));
  }

  private Map<String, FileState> before(
      List<TreeChange> changes, NavigableMap<String, IndexEntry> old) throws IOException {
    Map<String, FileState> states = new HashMap<>();
    for (TreeChange change : changes) {
      IndexEntry entry = old.get(change.path());
      if (!change.creates()
          && entry != null
          && !entry.isOutsideWorkTree()
          && PathState.at(root.resolve(change.path())) instanceof PathState.File(FileState state)) {
        states.put(change.path(), state);
      }
    }
    return states;
  }

  private List<LocalConflict> modified(List<TreeChange> changes, List<String> skipped)
      throws InterruptedException {
    Set<String> differing =
        new HashSet<>(
            Git.splitReadable(
                git.run("diff-files", "--name-only", "-z", "--ignore-submodules").output()));
    List<LocalConflict> overlaps = new ArrayList<>();
    for (TreeChange change : changes) {
      if (!change.creates() && differing.contains(change.path())) {
        overlaps.add(
            new LocalConflict(
                resource,
                change.path(),
                skipped.contains(change.path())
                    ? "you have changed it, and git does not show that; run 'git update-index --no-skip-worktree' on it, then commit or stash it"
                    : Files.exists(root.resolve(change.path()), LinkOption.NOFOLLOW_LINKS)
                        ? "you have changed it; commit it, or stash it with 'git stash'"
                        : "you have deleted it; commit that, or get it back with 'git restore'"));
      }
    }
    return overlaps;
  }

  private List<LocalConflict> untracked(
      List<TreeChange> changes, NavigableMap<String, IndexEntry> old) throws IOException {
    Obstacles obstacles = new Obstacles(resource, root, removed(changes));
    for (TreeChange change : changes) {
      IndexEntry entry = old.get(change.path());
      if (change.creates() || (entry != null && entry.isOutsideWorkTree())) {
        obstacles.lookFor(change.path());
      } else {
        obstacles.foldersAreFree(change.path());
      }
      if (entry == null || !entry.isOutsideWorkTree()) {
        obstacles.lookAtFolderOf(change.path());
      }
    }
    return obstacles.found();
  }

  private static boolean isInGitFolder(String path) {
    return Stream.of(path.split("/", -1)).anyMatch(".git"::equalsIgnoreCase);
  }

  private ApplyRefusal invalid(String path) {
    return new ApplyRefusal(
        resource,
        "the plan creates %s, and git does not allow a file or folder of that name; replan without it"
            .formatted(path));
  }

  private void merge(String from, String to) throws InterruptedException, ApplyRefusal {
    Answer merged = git.ask("read-tree", "-m", from, to);
    Matcher invalid = INVALID_PATH.matcher(merged.errors());
    if (invalid.find()) {
      throw invalid(invalid.group(1));
    }
    if (!merged.succeeded()) {
      throw new ApplyRefusal(resource, "git cannot merge the change: " + merged.errors().strip());
    }
  }

  /** Writes the new files through line endings and filters; returns the paths written. */
  private List<String> write(List<TreeChange> changes) throws IOException, InterruptedException {
    NavigableMap<String, IndexEntry> merged = entries();
    List<String> fresh = new ArrayList<>();
    for (TreeChange change : changes) {
      IndexEntry entry = merged.get(change.path());
      if (!change.deletes() && entry != null && !entry.isOutsideWorkTree()) {
        fresh.add(change.path());
      }
    }
    PrivateDirectory.create(staging);
    Path files = Files.createDirectories(staging.resolve("files"));
    boolean attributesChange =
        changes.stream().anyMatch(it -> ("/" + it.path()).endsWith("/.gitattributes"));
    if (attributesChange) {
      // The attributes that count are the new ones: in an empty work tree git takes them from the
      // index.
      GitCalls inside =
          git.in(files).with("GIT_DIR", gitDir.toString()).with("GIT_WORK_TREE", files.toString());
      write(inside, fresh, "checkout-index", "-z", "--stdin");
    } else {
      write(git, fresh, "checkout-index", "-z", "--stdin", "--prefix=" + files + "/");
    }
    return fresh;
  }

  /** Git does not say why it cannot write a file; most often the disk is full. */
  private void write(GitCalls calls, List<String> fresh, String... arguments)
      throws IOException, InterruptedException {
    Answer written = calls.ask(IndexFlags.lines(fresh), arguments);
    if (!written.succeeded()) {
      throw OperationException.failed(
          "The files of the plan cannot be written below %s, where %d MB are free: %s. Free some space if that is too little, and apply again; nothing was changed"
              .formatted(
                  staging,
                  Files.getFileStore(staging).getUsableSpace() >> 20,
                  written.errors().strip()),
          null);
    }
  }

  private List<FileSwap> swaps(
      List<TreeChange> changes, Map<String, FileState> before, List<String> fresh)
      throws IOException {
    Set<String> written = new HashSet<>(fresh);
    List<FileSwap> swaps = new ArrayList<>();
    Set<Path> folders = new HashSet<>();
    for (TreeChange change : changes) {
      @Nullable FileState old = before.get(change.path());
      FileState now = null;
      if (written.contains(change.path())) {
        Path file = FileSwapper.fresh(staging, change.path());
        OldAttributes.copy(root.resolve(change.path()), file);
        now = state(change.path(), file);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          DurableFiles.sync(file);
        }
        folders.add(DurableFiles.parent(file));
      }
      if (old == null ? now != null : !old.equals(now)) {
        swaps.add(new FileSwap(change.path(), old, now));
      }
    }
    for (Path folder : folders) {
      DurableFiles.sync(folder);
    }
    return swaps;
  }

  private static FileState state(String path, Path file) throws IOException {
    if (PathState.at(file) instanceof PathState.File(FileState state)) {
      return state;
    }
    throw OperationException.failed("git has not written " + path + "; nothing was applied", null);
  }

  private static Set<String> removed(List<TreeChange> changes) {
    Set<String> removed = new HashSet<>();
    changes.stream().filter(TreeChange::deletes).forEach(it -> removed.add(it.path()));
    return removed;
  }

  private static List<String> folders(String path) {
    List<String> folders = new ArrayList<>();
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      folders.add(path.substring(0, slash));
    }
    return folders;
  }
}
